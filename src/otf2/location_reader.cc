// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/location_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "otf2/definitions_check.h"
#include "otf2/event_decoder.h"

namespace latecomer::otf2 {
namespace {

using trace::Anomaly;

struct FreeDefinitionCallbacks {
  void operator()(OTF2_DefReaderCallbacks* callbacks) const { OTF2_DefReaderCallbacks_Delete(callbacks); }
};

OTF2_CallbackCode on_clock_offset(void* user_data, OTF2_TimeStamp time, int64_t offset, double deviation) {
  static_cast<OwnDefinitions*>(user_data)->clock_offsets.push_back(
      {Ticks(static_cast<int64_t>(time)), offset, deviation});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_mapping_table(void* user_data, OTF2_MappingType type, const OTF2_IdMap* table) {
  static_cast<OwnDefinitions*>(user_data)->tables.add(type, table);
  return OTF2_CALLBACK_SUCCESS;
}

/// Returns false if the file is damaged, as it is if it has `limit` definitions.
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

/// Takes no event.
class NoSink : public trace::EventSink {
 public:
  void on_event(const trace::Event&) override {}
  void on_enter(Ticks, trace::RegionId) override {}
  void on_leave(Ticks, trace::RegionId) override {}
};

bool has_no_events(const std::string& file, const trace::Location& location) {
  return location.events == 0 && !is_there(file);
}

Result<DecodeOutcome> decode_file(const ArchiveFiles& files, const trace::Location& location,
                                  uint64_t chunk_size, const MappingTables& tables,
                                  const std::optional<trace::ReadPosition>& from, EventForwarder& forwarder) {
  constexpr size_t kBlockSize = size_t{64} << 10U;
  TRY(EventFile file, EventFile::open(files, location.reference, kBlockSize));
  EventDecoder decoder(file, chunk_size, tables, forwarder);
  return from ? decoder.decode_from(*from) : decoder.decode();
}

/// Returns what was decoded, in the words of the outcome.
trace::ReadOutcome outcome_of(const Result<DecodeOutcome>& result, const ArchiveFiles& files,
                              const trace::Location& location) {
  trace::ReadOutcome outcome;
  if (result && result->end == DecodeOutcome::End::whole) return outcome;
  const std::string file = files.events(location.reference);
  if (!result) {
    if (has_no_events(file, location)) return outcome;
    outcome.anomalies.count(Anomaly::missing_location);
    outcome.problem = result.error().message;
    return outcome;
  }
  const DecodeOutcome& decoded = *result;
  switch (decoded.end) {
    case DecodeOutcome::End::whole:
      return outcome;
    case DecodeOutcome::End::truncated:
      outcome.problem = fmt::format("{}: ends in the middle, after {} events", file, decoded.events);
      break;
    case DecodeOutcome::End::damaged:
      outcome.problem = fmt::format("{}: damaged after {} events: {}", file, decoded.events, decoded.problem);
      break;
    case DecodeOutcome::End::no_event_file:
      outcome.problem = fmt::format("{}: this is not an event file of OTF2", file);
      break;
  }
  outcome.anomalies.count(Anomaly::truncated_location);
  return outcome;
}

}  // namespace

Status read_local_definitions(const ArchiveFiles& files, const ReaderHandle& reader,
                              OTF2_LocationRef location, const OTF2_DefReaderCallbacks* callbacks,
                              void* user_data) {
  const std::string file = files.local_definitions(location);
  if (!is_there(file)) return {};
  bool is_sound = bool{check_definitions_file(file, DefinitionsFile::local, reader.definition_chunk_size())};
  if (is_sound) {
    OTF2_Reader_OpenDefFiles(reader.get());
    is_sound = read_definitions_file(reader.get(), location, most_records(file), callbacks, user_data);
    OTF2_Reader_CloseDefFiles(reader.get());
  }
  if (is_sound) return {};
  return Error{fmt::format("{}: damaged, so the location's events cannot be interpreted", file)};
}

Result<OwnDefinitions> read_own_definitions(const ArchiveFiles& files, OTF2_LocationRef location) {
  // Many recorders write these files for all locations, and opening an archive takes its time.
  if (is_empty_definitions_file(files.local_definitions(location))) return OwnDefinitions();
  TRY(const ReaderHandle reader, ReaderHandle::open(files.anchor));
  OTF2_Reader_SelectLocation(reader.get(), location);
  const std::unique_ptr<OTF2_DefReaderCallbacks, FreeDefinitionCallbacks> callbacks(
      OTF2_DefReaderCallbacks_New());
  OTF2_DefReaderCallbacks_SetClockOffsetCallback(callbacks.get(), on_clock_offset);
  OTF2_DefReaderCallbacks_SetMappingTableCallback(callbacks.get(), on_mapping_table);
  OwnDefinitions definitions;
  TRY_STATUS(read_local_definitions(files, reader, location, callbacks.get(), &definitions));
  std::ranges::stable_sort(definitions.clock_offsets, {}, &trace::ClockOffset::time);
  return definitions;
}

trace::ReadOutcome read_events(const ArchiveFiles& files, const trace::Location& location,
                               uint64_t chunk_size, const MappingTables& tables,
                               const std::optional<trace::ReadPosition>& from, EventForwarder& forwarder) {
  return outcome_of(decode_file(files, location, chunk_size, tables, from, forwarder), files, location);
}

trace::ReadOutcome read_records(const ArchiveFiles& files, const ReaderHandle& handle,
                                const trace::Location& location, RecordForm form,
                                const OTF2_EvtReaderCallbacks* callbacks, void* user_data) {
  NoSink sink;
  const ArchiveIds ids;
  EventForwarder forwarder(ids, sink);
  const Result<DecodeOutcome> decoded =
      decode_file(files, location, handle.event_chunk_size(), MappingTables(), std::nullopt, forwarder);
  trace::ReadOutcome outcome = outcome_of(decoded, files, location);
  if (!decoded || decoded->events == 0) return outcome;
  forget_library_errors();
  OTF2_Reader* reader = handle.get();
  OTF2_Reader_SelectLocation(reader, location.reference);
  OTF2_Reader_OpenEvtFiles(reader);
  uint64_t count = 0;
  if (OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location.reference); events != nullptr) {
    // By itself libotf2 applies whatever of these it has seen.
    OTF2_EvtReader_ApplyMappingTables(events, form == RecordForm::global);
    OTF2_EvtReader_ApplyClockOffsets(events, form == RecordForm::global);
    OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, user_data);
    OTF2_Reader_ReadLocalEvents(reader, events, decoded->events, &count);
    OTF2_Reader_CloseEvtReader(reader, events);
  }
  if (count < decoded->events) {
    outcome.anomalies.count(Anomaly::truncated_location);
    outcome.problem = fmt::format("{}: damaged after {} events: {}", files.events(location.reference), count,
                                  first_library_error());
  }
  return outcome;
}

}  // namespace latecomer::otf2
