// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Every record is handed from a reader of libotf2 to a writer of libotf2 as it is, but for its time. A
// location's events are read without its mapping tables: these are copied, too, and shall be applied once.
//
//     each location, in parallel:   its definitions -> its events, each at its new time
//     then:                         markers, global definitions, the anchor file with its properties
//
// The global definitions come last because they say from when to when the events are. Memory: one new time
// for each event of the locations that are being copied.

#include "otf2/rewrite_archive.h"

#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

#include "base/c_memory.h"
#include "base/parallel.h"
#include "otf2/archive_files.h"
#include "otf2/library.h"
#include "otf2/location_reader.h"
#include "otf2/raw_definitions.h"
#include "otf2/rewrite_definitions.h"
#include "otf2/rewrite_events.h"

/// Is what libotf2 calls a lock; it leaves to us what that is.
struct OTF2_LockObject {
  std::mutex mutex;
};

namespace latecomer::otf2 {
namespace fs = std::filesystem;
namespace {

OTF2_CallbackCode make_lock(void*, OTF2_Lock* lock) {
  *lock = std::make_unique<OTF2_LockObject>().release();
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode delete_lock(void*, OTF2_Lock lock) {
  const std::unique_ptr<OTF2_LockObject> owned(lock);
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode take_lock(void*, OTF2_Lock lock) {
  lock->mutex.lock();
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode release_lock(void*, OTF2_Lock lock) {
  lock->mutex.unlock();
  return OTF2_CALLBACK_SUCCESS;
}
constexpr OTF2_LockingCallbacks kLocks = {nullptr, make_lock, delete_lock, take_lock, release_lock};

Status copy_text(const ReaderHandle& reader, OTF2_ErrorCode (*get)(OTF2_Reader*, char**),
                 const WriterHandle& writer, OTF2_ErrorCode (*set)(OTF2_Archive*, const char*)) {
  char* text = nullptr;
  if (get(reader.get(), &text) != OTF2_SUCCESS) return {};
  const CMemory<char> owned(text);
  if (text == nullptr || *text == '\0') return {};
  return writer.check(set(writer.get(), text));
}

ArchiveFormat format_of(const ArchiveFiles& files, const ReaderHandle& reader) {
  ArchiveFormat format;
  format.name = fs::path(files.anchor).stem().string();
  format.event_chunk_size = reader.event_chunk_size();
  format.definition_chunk_size = reader.definition_chunk_size();
  OTF2_Reader_GetCompression(reader.get(), &format.compression);
  return format;
}

/// Copies the texts and properties of the anchor file.
Status copy_anchor(const ReaderHandle& reader, const WriterHandle& writer) {
  TRY_STATUS(copy_text(reader, OTF2_Reader_GetMachineName, writer, OTF2_Archive_SetMachineName));
  TRY_STATUS(copy_text(reader, OTF2_Reader_GetDescription, writer, OTF2_Archive_SetDescription));
  TRY_STATUS(copy_text(reader, OTF2_Reader_GetCreator, writer, OTF2_Archive_SetCreator));
  for (const auto& [name, value] : read_properties(reader.get())) {
    TRY_STATUS(writer.check(OTF2_Archive_SetProperty(writer.get(), name.c_str(), value.c_str(), true)));
  }
  return {};
}

struct CopiedLocation {
  Status status;        ///< Is an error if the copying has to end.
  std::string problem;  ///< Says why some of it is missing; empty if nothing is.
  uint64_t events = 0;
  uint64_t unknown_events = 0;
  uint64_t delayed_events = 0;
  uint64_t unknown_definitions = 0;
  uint64_t moved = 0;
  Ticks largest_move;
  TimeChange change;
};

class Rewriter {
 public:
  Rewriter(ArchiveFiles files, ReaderHandle reader, WriterHandle writer)
      : files_(std::move(files)),
        reader_(std::move(reader)),
        writer_(std::move(writer)),
        callbacks_(EventCopy::callbacks()) {}

  Result<RewrittenArchive> write(const std::string& directory, const trace::Definitions& definitions,
                                 const NewTimes& new_times, Progress& progress);

 private:
  Status open_files();
  CopiedLocation copy_location(const trace::Location& location,
                               const std::function<std::vector<Ticks>()>& times);
  Status copy_own_definitions(OTF2_LocationRef location, CopiedLocation& copied);
  Status copy_events(const trace::Location& location, const std::vector<Ticks>& times,
                     CopiedLocation& copied);
  Status copy_definitions(const TimeChange& change);
  Status copy_markers() const;
  void name_losses(const std::vector<CopiedLocation>& locations);

  ArchiveFiles files_;
  ReaderHandle reader_;
  WriterHandle writer_;
  EventCallbacks callbacks_;
  RewrittenArchive result_;
  uint64_t unknown_definitions_ = 0;  ///< Counts global ones.
};

Status Rewriter::open_files() {
  OTF2_Archive* archive = writer_.get();
  TRY_STATUS(writer_.check(OTF2_Archive_SetLockingCallbacks(archive, &kLocks, nullptr)));
  TRY_STATUS(writer_.check(OTF2_Archive_SetSerialCollectiveCallbacks(archive)));
  TRY_STATUS(writer_.check(OTF2_Archive_OpenEvtFiles(archive)));
  return writer_.check(OTF2_Archive_OpenDefFiles(archive));
}

Status Rewriter::copy_own_definitions(OTF2_LocationRef location, CopiedLocation& copied) {
  if (!is_there(files_.local_definitions(location))) return {};
  TRY(const ReaderHandle reader, ReaderHandle::open(files_.anchor));
  OTF2_Reader_SelectLocation(reader.get(), location);
  const SeemingWrites all;
  OTF2_DefWriter* writer = OTF2_Archive_GetDefWriter(writer_.get(), location);
  if (writer == nullptr) return writer_.check(OTF2_ERROR_FILE_CAN_NOT_OPEN);
  const Result<DefinitionsCopied> definitions = copy_local_definitions(files_, reader, location, writer);
  forget_library_errors();  // of what was read
  TRY_STATUS(writer_.check_written(OTF2_Archive_CloseDefWriter(writer_.get(), writer)));
  if (!definitions) {
    copied.problem = definitions.error().message;
    return {};
  }
  copied.unknown_definitions = definitions.value().unknown;
  return writer_.check(definitions.value().error);
}

Status Rewriter::copy_events(const trace::Location& location, const std::vector<Ticks>& times,
                             CopiedLocation& copied) {
  if (!times.empty() && times.front() < Ticks()) {
    return Error{fmt::format("{}: its new times begin before 0, which OTF2 cannot express",
                             files_.events(location.reference))};
  }
  const SeemingWrites all;
  OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(writer_.get(), location.reference);
  if (writer == nullptr) return writer_.check(OTF2_ERROR_FILE_CAN_NOT_OPEN);
  EventCopy copy(writer, times);
  TRY(const ReaderHandle reader, ReaderHandle::open(files_.anchor));
  copied.problem =
      read_records(files_, reader, location, RecordForm::written, callbacks_.get(), &copy).problem;
  TRY_STATUS(writer_.check(copy.error()));
  forget_library_errors();  // of what was read
  TRY_STATUS(writer_.check_written(OTF2_Archive_CloseEvtWriter(writer_.get(), writer)));
  if (copy.records() != times.size()) {
    return Error{fmt::format("{}: has other events than before; do not change the archive while it is copied",
                             files_.events(location.reference))};
  }
  copied.events = copy.records() - copy.unknown_records();
  copied.unknown_events = copy.unknown_records();
  copied.delayed_events = copy.delayed();
  copied.moved = copy.moved();
  copied.largest_move = copy.largest_move();
  copied.change = copy.change();
  return {};
}

CopiedLocation Rewriter::copy_location(const trace::Location& location,
                                       const std::function<std::vector<Ticks>()>& times) {
  CopiedLocation copied;
  copied.status = copy_own_definitions(location.reference, copied);
  if (!copied.status || !copied.problem.empty()) return copied;
  // A file that cannot be read gets no counterpart, so that whoever reads the copy misses it, too.
  const std::string file = files_.events(location.reference);
  const Status readable = check_readable(file);
  if (!readable) {
    if (location.events > 0 || is_there(file)) copied.problem = readable.error().message;
    return copied;
  }
  copied.status = copy_events(location, times(), copied);
  return copied;
}

Status Rewriter::copy_definitions(const TimeChange& change) {
  const std::string file = files_.global_definitions();
  const SeemingWrites all;
  OTF2_GlobalDefWriter* writer = OTF2_Archive_GetGlobalDefWriter(writer_.get());
  if (writer == nullptr) return writer_.check(OTF2_ERROR_FILE_CAN_NOT_OPEN);
  const Result<DefinitionsCopied> copied =
      copy_global_definitions(reader_, most_records(file), change, writer);
  if (!copied) return Error{fmt::format("{}: {}", file, copied.error().message)};
  TRY_STATUS(writer_.check(copied.value().error));
  unknown_definitions_ = copied.value().unknown;
  forget_library_errors();  // of what was read
  return writer_.check_written(OTF2_Archive_CloseGlobalDefWriter(writer_.get(), writer));
}

/// Markers belong to no location; their times are those of the reference clock already.
Status Rewriter::copy_markers() const {
  const fs::path from = fs::path(files_.anchor).replace_extension(".marker");
  const fs::path to = fs::path(result_.anchor).replace_extension(".marker");
  std::error_code problem;
  if (!fs::exists(from, problem)) return {};
  fs::copy_file(from, to, problem);
  return problem ? Status(Error{fmt::format("{}: {}", to.string(), problem.message())}) : Status();
}

void Rewriter::name_losses(const std::vector<CopiedLocation>& locations) {
  uint64_t unknown_events = 0;
  uint64_t delayed_events = 0;
  uint64_t unknown_definitions = unknown_definitions_;
  for (const CopiedLocation& location : locations) {
    if (!location.problem.empty()) result_.losses.push_back(location.problem);
    unknown_events += location.unknown_events;
    delayed_events += location.delayed_events;
    unknown_definitions += location.unknown_definitions;
  }
  if (unknown_events + unknown_definitions > 0) {
    result_.losses.push_back(fmt::format(
        "{}: records of kinds that this version of OTF2 does not know are left out: {} of events, {} of "
        "definitions",
        files_.anchor, unknown_events, unknown_definitions));
  }
  if (delayed_events > 0) {
    result_.losses.push_back(fmt::format(
        "{}: events recorded before the one that they follow have its time in the copy: {} of them",
        files_.anchor, delayed_events));
  }
  uint32_t snapshots = 0;
  uint32_t thumbnails = 0;
  OTF2_Reader_GetNumberOfSnapshots(reader_.get(), &snapshots);
  OTF2_Reader_GetNumberOfThumbnails(reader_.get(), &thumbnails);
  if (snapshots + thumbnails > 0) {
    result_.losses.push_back(
        fmt::format("{}: {} snapshots and {} thumbnails are left out: they summarize the events at their old "
                    "times",
                    files_.anchor, snapshots, thumbnails));
  }
}

Result<RewrittenArchive> Rewriter::write(const std::string& directory, const trace::Definitions& definitions,
                                         const NewTimes& new_times, Progress& progress) {
  result_.anchor = (fs::path(directory) / fs::path(files_.anchor).filename()).string();
  TRY_STATUS(open_files());
  std::vector<CopiedLocation> locations(definitions.locations.size());
  parallel_for(locations.size(), [&](size_t i) {
    const trace::Location& location = definitions.locations[i];
    locations[i] = copy_location(location, [&] { return new_times(trace::LocationId(i)); });
    progress.advance(location.events);
  });
  TimeChange change;
  bool is_partial = false;
  for (const CopiedLocation& location : locations) {
    TRY_STATUS(location.status);
    change.include(location.change);
    result_.events += location.events;
    result_.moved += location.moved;
    result_.largest_move = std::max(result_.largest_move, location.largest_move);
    is_partial = is_partial || !location.problem.empty();
  }
  TRY_STATUS(copy_anchor(reader_, writer_));
  if (is_partial) {
    TRY_STATUS(writer_.check(OTF2_Archive_SetProperty(writer_.get(), "LATECOMER::PARTIAL", "1", true)));
  }
  TRY_STATUS(copy_definitions(change));
  TRY_STATUS(copy_markers());
  TRY_STATUS(writer_.close());
  name_losses(locations);
  return result_;
}

Result<RewrittenArchive> rewrite(const ArchiveFiles& files, const std::string& directory,
                                 const trace::Definitions& definitions, const NewTimes& new_times,
                                 Progress& progress) {
  TRY(ReaderHandle reader, ReaderHandle::open(files.anchor));
  TRY(WriterHandle writer, WriterHandle::open(directory, format_of(files, reader)));
  return Rewriter(files, std::move(reader), std::move(writer))
      .write(directory, definitions, new_times, progress);
}

}  // namespace

Result<RewrittenArchive> rewrite_archive(const std::string& from, const std::string& directory,
                                         const trace::Definitions& definitions, const NewTimes& new_times,
                                         Progress& progress) {
  TRY(const ArchiveFiles files, find_archive(from));
  TRY_STATUS(make_empty_directory(directory));
  Result<RewrittenArchive> rewritten = rewrite(files, directory, definitions, new_times, progress);
  if (rewritten) return rewritten;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, ignored))
    fs::remove_all(entry.path(), ignored);
  return rewritten;
}

}  // namespace latecomer::otf2
