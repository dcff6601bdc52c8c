// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/archive_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "otf2/archive_files.h"
#include "otf2/archive_ids.h"
#include "otf2/definitions_resolver.h"
#include "otf2/event_reader.h"
#include "otf2/file_end.h"
#include "otf2/library.h"
#include "otf2/raw_definitions.h"

namespace latecomer::otf2 {
namespace {

using trace::Anomaly;
using trace::LocationId;

OTF2_CallbackCode on_clock_offset(void* user_data, OTF2_TimeStamp time, int64_t offset, double deviation) {
  static_cast<std::vector<trace::ClockOffset>*>(user_data)->push_back(
      {Ticks(static_cast<int64_t>(time)), offset, deviation});
  return OTF2_CALLBACK_SUCCESS;
}

/// Reads a location's definitions file. libotf2 keeps the mapping tables in it and applies them to the events
/// that it reads afterwards through the same handle. False if the file is damaged, as it is if it has `limit`
/// of them.
bool read_local_definitions(OTF2_Reader* reader, OTF2_LocationRef location, uint64_t limit,
                            std::vector<trace::ClockOffset>& offsets) {
  OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, location);
  if (definitions == nullptr) return false;
  OTF2_DefReaderCallbacks* callbacks = OTF2_DefReaderCallbacks_New();
  OTF2_DefReaderCallbacks_SetClockOffsetCallback(callbacks, on_clock_offset);
  OTF2_Reader_RegisterDefCallbacks(reader, definitions, callbacks, &offsets);
  OTF2_DefReaderCallbacks_Delete(callbacks);
  uint64_t count = 0;
  const OTF2_ErrorCode status = OTF2_Reader_ReadLocalDefinitions(reader, definitions, limit, &count);
  OTF2_Reader_CloseDefReader(reader, definitions);
  std::stable_sort(offsets.begin(), offsets.end(),
                   [](const trace::ClockOffset& a, const trace::ClockOffset& b) { return a.time < b.time; });
  return status == OTF2_SUCCESS && count < limit;
}

/// An archive opened to read one location.
struct OpenedLocation {
  ReaderHandle handle;
  std::vector<trace::ClockOffset> clock_offsets;
};

/// Opens the archive for one location and reads the location's definitions, if it has any.
Result<OpenedLocation> open_location(const ArchiveFiles& files, OTF2_LocationRef location) {
  TRY(ReaderHandle handle, ReaderHandle::open(files.anchor));
  OpenedLocation opened{std::move(handle), {}};
  OTF2_Reader* reader = opened.handle.get();
  OTF2_Reader_SelectLocation(reader, location);
  const std::string file = files.local_definitions(location);
  if (std::filesystem::exists(file)) {
    OTF2_Reader_OpenDefFiles(reader);
    const bool is_sound = is_complete_definitions_file(file, opened.handle.definition_chunk_size()) &&
                          read_local_definitions(reader, location, most_records(file), opened.clock_offsets);
    OTF2_Reader_CloseDefFiles(reader);
    if (!is_sound)
      return Error{fmt::format("{}: damaged, so the location's events cannot be interpreted", file)};
  }
  OTF2_Reader_OpenEvtFiles(reader);
  return opened;
}

class Archive : public trace::Trace {
 public:
  Archive(ArchiveFiles files, ResolvedDefinitions resolved)
      : files_(std::move(files)),
        definitions_(std::move(resolved.definitions)),
        ids_(std::move(resolved.ids)),
        callbacks_(EventForwarder::callbacks()) {}

  const trace::Definitions& definitions() const override { return definitions_; }
  trace::ReadOutcome read(LocationId location, trace::EventSink& sink) const override;

  /// Reads what only the locations' own files say: clock offsets and the names of the programs.
  void complete_definitions(const RawDefinitions& raw);

 private:
  void add_program(OTF2_StringRef name, const std::string& path);

  ArchiveFiles files_;
  trace::Definitions definitions_;
  ArchiveIds ids_;
  EventCallbacks callbacks_;
};

void Archive::complete_definitions(const RawDefinitions& raw) {
  const size_t count = definitions_.locations.size();
  std::vector<OTF2_StringRef> programs(count, OTF2_UNDEFINED_STRING);
  parallel_for(count, [&](size_t i) {
    const OTF2_LocationRef location = definitions_.locations[i].reference;
    Result<OpenedLocation> opened = open_location(files_, location);
    if (!opened) return;  // `read` reports it
    definitions_.clock_offsets[i] = std::move(opened->clock_offsets);
    if (std::filesystem::exists(files_.events(location)))
      programs[i] = find_program_name(opened->handle.get(), location);
  });
  for (const OTF2_StringRef program : programs) {
    if (program != OTF2_UNDEFINED_STRING) add_program(program, raw.string(program));
  }
}

void Archive::add_program(OTF2_StringRef name, const std::string& path) {
  // latecomer's own archives define the program's region, because threads enter it.
  const auto defined = std::ranges::find_if(definitions_.regions, [&](const trace::Region& region) {
    return region.role == trace::RegionRole::artificial && region.name == path;
  });
  const trace::RegionId id(static_cast<size_t>(defined - definitions_.regions.begin()));
  if (!ids_.programs.insert(name, id) || defined != definitions_.regions.end()) return;
  trace::Region region;
  region.name = std::filesystem::path(path).filename().string();
  region.canonical_name = path;
  region.description = "The whole program.";
  region.paradigm = trace::Paradigm::measurement_system;
  region.role = trace::RegionRole::artificial;
  definitions_.regions.push_back(std::move(region));
}

trace::ReadOutcome Archive::read(LocationId id, trace::EventSink& sink) const {
  const trace::Location& location = definitions_.locations[id.index()];
  const std::string file = files_.events(location.reference);
  trace::ReadOutcome outcome;
  const auto end_with = [&](Anomaly anomaly, std::string problem) {
    outcome.anomalies.count(anomaly);
    outcome.problem = std::move(problem);
    return outcome;
  };
  if (location.events == 0 && !std::filesystem::exists(file)) return outcome;
  if (const Status readable = check_readable(file); !readable) {
    return end_with(Anomaly::missing_location, readable.error().message);
  }
  const Result<OpenedLocation> opened = open_location(files_, location.reference);
  if (!opened) return end_with(Anomaly::missing_location, opened.error().message);

  OTF2_Reader* reader = opened->handle.get();
  forget_library_errors();
  OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location.reference);
  if (events == nullptr) {
    return end_with(Anomaly::truncated_location,
                    fmt::format("{}: this is not an event file: {}", file, first_library_error()));
  }
  // Times are delivered as recorded; libotf2 would apply the clock offsets on its own.
  OTF2_EvtReader_ApplyClockOffsets(events, false);
  EventForwarder forwarder(ids_, sink);
  OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks_.get(), &forwarder);
  const EventFileEnd file_end = find_event_file_end(file, opened->handle.event_chunk_size());
  const uint64_t limit = std::min(file_end.events, most_records(file));
  uint64_t count = 0;
  const OTF2_ErrorCode status = OTF2_Reader_ReadLocalEvents(reader, events, limit, &count);
  outcome.anomalies += forwarder.anomalies();
  const std::string cause = first_library_error();
  OTF2_Reader_CloseEvtReader(reader, events);
  if (status != OTF2_SUCCESS || (file_end.is_complete && count >= limit)) {
    return end_with(Anomaly::truncated_location,
                    fmt::format("{}: damaged after {} events: {}", file, count, cause));
  }
  if (!file_end.is_complete) {
    return end_with(Anomaly::truncated_location,
                    fmt::format("{}: ends in the middle, after {} events", file, count));
  }
  return outcome;
}

}  // namespace

Result<std::unique_ptr<trace::Trace>> open_archive(const std::string& path) {
  TRY(ArchiveFiles files, find_archive(path));
  TRY(const ReaderHandle handle, ReaderHandle::open(files.anchor));
  const auto in_definitions = [&](const Error& error) {
    return Error{fmt::format("{}: {}", files.global_definitions(), error.message)};
  };
  if (!is_complete_definitions_file(files.global_definitions(), handle.definition_chunk_size())) {
    return in_definitions({"the definitions are damaged or end in the middle"});
  }
  const Result<RawDefinitions> raw =
      read_raw_definitions(handle.get(), most_records(files.global_definitions()));
  if (!raw) return in_definitions(raw.error());
  Result<ResolvedDefinitions> resolved = resolve_definitions(*raw);
  if (!resolved) return in_definitions(resolved.error());
  auto archive = std::make_unique<Archive>(files, std::move(resolved).value());
  archive->complete_definitions(*raw);
  return std::unique_ptr<trace::Trace>(std::move(archive));
}

}  // namespace latecomer::otf2
