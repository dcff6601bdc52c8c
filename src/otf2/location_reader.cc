// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/location_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "otf2/file_end.h"

namespace latecomer::otf2 {
namespace {

using trace::Anomaly;

struct FreeDefinitionCallbacks {
  void operator()(OTF2_DefReaderCallbacks* callbacks) const { OTF2_DefReaderCallbacks_Delete(callbacks); }
};

OTF2_CallbackCode on_clock_offset(void* user_data, OTF2_TimeStamp time, int64_t offset, double deviation) {
  static_cast<std::vector<trace::ClockOffset>*>(user_data)->push_back(
      {Ticks(static_cast<int64_t>(time)), offset, deviation});
  return OTF2_CALLBACK_SUCCESS;
}

/// False if the file is damaged, as it is if it has `limit` definitions.
bool read_definitions_file(OTF2_Reader* reader, OTF2_LocationRef location, uint64_t limit,
                           const OTF2_DefReaderCallbacks* callbacks, void* user_data) {
  OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, location);
  if (definitions == nullptr) return false;
  OTF2_Reader_RegisterDefCallbacks(reader, definitions, callbacks, user_data);
  uint64_t count = 0;
  const OTF2_ErrorCode status = OTF2_Reader_ReadLocalDefinitions(reader, definitions, limit, &count);
  OTF2_Reader_CloseDefReader(reader, definitions);
  return status == OTF2_SUCCESS && count < limit;
}

/// What was read of an event file, in the words of the outcome.
trace::ReadOutcome read_events(const std::string& file, const ReaderHandle& handle, OTF2_LocationRef location,
                               EventReferences references, const OTF2_EvtReaderCallbacks* callbacks,
                               void* user_data) {
  trace::ReadOutcome outcome;
  const auto end_with = [&](std::string problem) {
    outcome.anomalies.count(Anomaly::truncated_location);
    outcome.problem = std::move(problem);
    return outcome;
  };
  OTF2_Reader* reader = handle.get();
  forget_library_errors();
  OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location);
  if (events == nullptr)
    return end_with(fmt::format("{}: this is not an event file: {}", file, first_library_error()));
  // By itself libotf2 applies whatever of these it has seen.
  OTF2_EvtReader_ApplyMappingTables(events, references == EventReferences::global);
  OTF2_EvtReader_ApplyClockOffsets(events, false);
  OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, user_data);
  const EventFileEnd file_end = find_event_file_end(file, handle.event_chunk_size());
  const uint64_t limit = std::min(file_end.events, most_records(file));
  uint64_t count = 0;
  const OTF2_ErrorCode status = OTF2_Reader_ReadLocalEvents(reader, events, limit, &count);
  const std::string cause = first_library_error();
  OTF2_Reader_CloseEvtReader(reader, events);
  if (status != OTF2_SUCCESS || (file_end.is_complete && count >= limit))
    return end_with(fmt::format("{}: damaged after {} events: {}", file, count, cause));
  if (!file_end.is_complete)
    return end_with(fmt::format("{}: ends in the middle, after {} events", file, count));
  return outcome;
}

}  // namespace

Status read_local_definitions(const ArchiveFiles& files, const ReaderHandle& reader,
                              OTF2_LocationRef location, const OTF2_DefReaderCallbacks* callbacks,
                              void* user_data) {
  const std::string file = files.local_definitions(location);
  if (!std::filesystem::exists(file)) return {};
  OTF2_Reader_OpenDefFiles(reader.get());
  const bool is_sound =
      is_complete_definitions_file(file, reader.definition_chunk_size()) &&
      read_definitions_file(reader.get(), location, most_records(file), callbacks, user_data);
  OTF2_Reader_CloseDefFiles(reader.get());
  if (is_sound) return {};
  return Error{fmt::format("{}: damaged, so the location's events cannot be interpreted", file)};
}

Result<OpenedLocation> open_location(const ArchiveFiles& files, OTF2_LocationRef location) {
  TRY(ReaderHandle handle, ReaderHandle::open(files.anchor));
  OpenedLocation opened{std::move(handle), {}};
  OTF2_Reader_SelectLocation(opened.handle.get(), location);
  const std::unique_ptr<OTF2_DefReaderCallbacks, FreeDefinitionCallbacks> callbacks(
      OTF2_DefReaderCallbacks_New());
  OTF2_DefReaderCallbacks_SetClockOffsetCallback(callbacks.get(), on_clock_offset);
  TRY_STATUS(read_local_definitions(files, opened.handle, location, callbacks.get(), &opened.clock_offsets));
  std::ranges::stable_sort(opened.clock_offsets, {}, &trace::ClockOffset::time);
  OTF2_Reader_OpenEvtFiles(opened.handle.get());
  return opened;
}

trace::ReadOutcome read_location(const ArchiveFiles& files, const trace::Location& location,
                                 EventReferences references, const OTF2_EvtReaderCallbacks* callbacks,
                                 void* user_data) {
  const std::string file = files.events(location.reference);
  trace::ReadOutcome outcome;
  const auto end_with = [&](const Error& error) {
    outcome.anomalies.count(Anomaly::missing_location);
    outcome.problem = error.message;
    return outcome;
  };
  if (location.events == 0 && !std::filesystem::exists(file)) return outcome;
  if (const Status readable = check_readable(file); !readable) return end_with(readable.error());
  const Result<OpenedLocation> opened = open_location(files, location.reference);
  if (!opened) return end_with(opened.error());
  return read_events(file, opened->handle, location.reference, references, callbacks, user_data);
}

}  // namespace latecomer::otf2
