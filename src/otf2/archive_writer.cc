// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/archive_writer.h"

#include <otf2/otf2.h>

#include <utility>

#include "otf2/definition_writer.h"
#include "otf2/event_writer.h"
#include "otf2/library.h"

namespace latecomer::otf2 {

namespace {

// A process that writes nothing but events needs no agreement with the others: it says that it is not the
// first of them, which makes libotf2 leave the anchor file to somebody else, and every "collective" succeeds
// at once.
OTF2_CallbackCode second_of_two(void*, OTF2_CollectiveContext*, uint32_t* size) {
  *size = 2;
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode not_the_first(void*, OTF2_CollectiveContext*, uint32_t* rank) {
  *rank = 1;
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode no_barrier(void*, OTF2_CollectiveContext*) {
  return OTF2_CALLBACK_SUCCESS;
}
// All that is broadcast while writing is one status: whether the first process could make the directories.
OTF2_CallbackCode directories_made(void*, OTF2_CollectiveContext*, void* data, uint32_t count, OTF2_Type type,
                                   uint32_t) {
  if (count != 1 || type != OTF2_TYPE_INT64) return OTF2_CALLBACK_ERROR;
  *static_cast<int64_t*>(data) = OTF2_SUCCESS;
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode no_gather(void*, OTF2_CollectiveContext*, const void*, void*, uint32_t, OTF2_Type,
                            uint32_t) {
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode no_gatherv(void*, OTF2_CollectiveContext*, const void*, uint32_t, void*, const uint32_t*,
                             OTF2_Type, uint32_t) {
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode no_scatterv(void*, OTF2_CollectiveContext*, const void*, const uint32_t*, void*, uint32_t,
                              OTF2_Type, uint32_t) {
  return OTF2_CALLBACK_SUCCESS;
}
constexpr OTF2_CollectiveCallbacks kOnItsOwn = {nullptr,    second_of_two, not_the_first,    nullptr,
                                                nullptr,    no_barrier,    directories_made, no_gather,
                                                no_gatherv, no_gather,     no_scatterv};

// libotf2 clears a chunk of events and one of definitions for each location, so they are as small as they can
// be: a record lies within one chunk, and the largest are groups.
ArchiveFormat smallest_format(uint64_t most_members) {
  constexpr uint64_t kLargestMember = 9;
  constexpr uint64_t kAllElse = 4096;
  ArchiveFormat format;
  format.event_chunk_size = OTF2_CHUNK_SIZE_MIN;
  if (most_members <= (OTF2_CHUNK_SIZE_MIN - kAllElse) / kLargestMember)
    format.definition_chunk_size = OTF2_CHUNK_SIZE_MIN;
  return format;
}

}  // namespace

// This is the open archive of libotf2; this file alone knows it.
class ArchiveWriter::Files : public WriterHandle {
 public:
  Files(WriterHandle handle, Locations locations) : WriterHandle(std::move(handle)), locations_(locations) {}

  /// Writes clock offsets; a location's file of definitions has nothing else.
  Status write_offsets(uint64_t reference, std::span<const trace::ClockOffset> offsets) {
    if (offsets.empty() && locations_ == Locations::many) return {};
    OTF2_DefWriter* writer = OTF2_Archive_GetDefWriter(get(), reference);
    if (writer == nullptr) return check(OTF2_ERROR_FILE_CAN_NOT_OPEN);
    for (const trace::ClockOffset& offset : offsets) {
      TRY_STATUS(check(OTF2_DefWriter_WriteClockOffset(writer, static_cast<OTF2_TimeStamp>(offset.time.count),
                                                       offset.offset, offset.deviation)));
    }
    return check_written(OTF2_Archive_CloseDefWriter(get(), writer));
  }

 private:
  const Locations locations_;
};

ArchiveWriter::ArchiveWriter(std::unique_ptr<Files> files) : files_(std::move(files)) {}
ArchiveWriter::ArchiveWriter(ArchiveWriter&&) noexcept = default;
ArchiveWriter& ArchiveWriter::operator=(ArchiveWriter&&) noexcept = default;
ArchiveWriter::~ArchiveWriter() = default;

Result<ArchiveWriter> ArchiveWriter::create(const std::string& directory, ArchivePart part,
                                            Locations locations, uint64_t most_members) {
  TRY(WriterHandle handle, WriterHandle::open(directory, smallest_format(most_members)));
  std::unique_ptr<Files> files = std::make_unique<Files>(std::move(handle), locations);
  OTF2_Archive* archive = files->get();
  const bool whole = part == ArchivePart::whole;
  TRY_STATUS(files->check(
      whole ? OTF2_Archive_SetSerialCollectiveCallbacks(archive)
            : OTF2_Archive_SetCollectiveCallbacks(archive, &kOnItsOwn, nullptr, nullptr, nullptr)));
  TRY_STATUS(files->check(OTF2_Archive_OpenEvtFiles(archive)));
  TRY_STATUS(files->check(OTF2_Archive_OpenDefFiles(archive)));
  return ArchiveWriter(std::move(files));
}

Result<LocationExtent> ArchiveWriter::write_location(uint64_t reference,
                                                     std::span<const trace::ClockOffset> clock_offsets,
                                                     const std::function<void(trace::EventSink&)>& produce) {
  OTF2_Archive* archive = files_->get();
  const SeemingWrites all;
  OTF2_EvtWriter* event_writer = OTF2_Archive_GetEvtWriter(archive, reference);
  if (event_writer == nullptr) return files_->check(OTF2_ERROR_FILE_CAN_NOT_OPEN).error();
  EventWriter events(event_writer);
  produce(events);
  TRY_STATUS(files_->check_written(events.outcome()));
  TRY_STATUS(files_->check_written(OTF2_Archive_CloseEvtWriter(archive, event_writer)));

  TRY_STATUS(files_->write_offsets(reference, clock_offsets));
  return events.extent();
}

Status ArchiveWriter::write_definitions(const trace::Definitions& definitions, const MeantContexts& meant) {
  OTF2_Archive* archive = files_->get();
  TRY_STATUS(files_->check(OTF2_Archive_SetCreator(archive, "latecomer")));
  TRY_STATUS(files_->check(OTF2_Archive_SetProperty(archive, "LATECOMER::EXTENSION_EVENTS", "1", true)));
  if (definitions.partial) {
    TRY_STATUS(files_->check(OTF2_Archive_SetProperty(archive, "LATECOMER::PARTIAL", "1", true)));
  }
  for (const auto& [name, value] : definitions.properties) {
    TRY_STATUS(files_->check(OTF2_Archive_SetProperty(archive, name.c_str(), value.c_str(), true)));
  }
  OTF2_GlobalDefWriter* writer = OTF2_Archive_GetGlobalDefWriter(archive);
  if (writer == nullptr) return files_->check(OTF2_ERROR_FILE_CAN_NOT_OPEN);
  const SeemingWrites all;
  TRY_STATUS(files_->check_written(write_global_definitions(writer, definitions, meant)));
  return files_->check_written(OTF2_Archive_CloseGlobalDefWriter(archive, writer));
}

Status ArchiveWriter::close() {
  return files_->close();
}

Status write_archive(const trace::Trace& trace, const std::string& directory) {
  TRY(ArchiveWriter writer, ArchiveWriter::create(directory, ArchivePart::whole));
  trace::Definitions definitions = trace.definitions();
  for (size_t i = 0; i < definitions.locations.size(); ++i) {
    TRY(const LocationExtent extent,
        writer.write_location(definitions.locations[i].reference, definitions.clock_offsets[i],
                              [&](trace::EventSink& sink) { trace.read(trace::LocationId(i), sink); }));
    definitions.locations[i].events = extent.events;
  }
  TRY_STATUS(writer.write_definitions(definitions));
  return writer.close();
}

}  // namespace latecomer::otf2
