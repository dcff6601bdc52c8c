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
#include "otf2/library.h"
#include "otf2/raw_definitions.h"

namespace latecomer::otf2 {
namespace {

using trace::Anomaly;
using trace::LocationId;

/// What a location knows about itself and the global definitions do not have.
struct LocalDefinitions {
  std::vector<trace::ClockOffset> clock_offsets;
  OTF2_StringRef program = OTF2_UNDEFINED_STRING;
};

OTF2_CallbackCode on_clock_offset(void* user_data, OTF2_TimeStamp time, int64_t offset, double deviation) {
  static_cast<std::vector<trace::ClockOffset>*>(user_data)->push_back(
      {Ticks(static_cast<int64_t>(time)), offset, deviation});
  return OTF2_CALLBACK_SUCCESS;
}

/// Reads a location's definitions file, if it has one. libotf2 keeps the mapping tables in it and applies
/// them to the events that it reads afterwards through the same handle.
std::vector<trace::ClockOffset> read_local_definitions(OTF2_Reader* reader, OTF2_LocationRef location) {
  std::vector<trace::ClockOffset> offsets;
  OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, location);
  if (definitions == nullptr) return offsets;
  OTF2_DefReaderCallbacks* callbacks = OTF2_DefReaderCallbacks_New();
  OTF2_DefReaderCallbacks_SetClockOffsetCallback(callbacks, on_clock_offset);
  OTF2_Reader_RegisterDefCallbacks(reader, definitions, callbacks, &offsets);
  OTF2_DefReaderCallbacks_Delete(callbacks);
  uint64_t count = 0;
  OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count);
  OTF2_Reader_CloseDefReader(reader, definitions);
  std::stable_sort(offsets.begin(), offsets.end(),
                   [](const trace::ClockOffset& a, const trace::ClockOffset& b) { return a.time < b.time; });
  return offsets;
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

  /// Reads what the locations' own files define: clock offsets and the names of the programs.
  Status complete_definitions(const RawDefinitions& raw);

 private:
  LocalDefinitions read_locally(OTF2_Reader* reader, OTF2_LocationRef location) const;
  void add_program(OTF2_StringRef name, const std::string& path);

  ArchiveFiles files_;
  trace::Definitions definitions_;
  ArchiveIds ids_;
  EventCallbacks callbacks_;
};

LocalDefinitions Archive::read_locally(OTF2_Reader* reader, OTF2_LocationRef location) const {
  OTF2_Reader_SelectLocation(reader, location);
  OTF2_Reader_OpenDefFiles(reader);
  LocalDefinitions local;
  local.clock_offsets = read_local_definitions(reader, location);
  OTF2_Reader_CloseDefFiles(reader);
  OTF2_Reader_OpenEvtFiles(reader);
  if (std::filesystem::exists(files_.events(location))) local.program = find_program_name(reader, location);
  OTF2_Reader_CloseEvtFiles(reader);
  return local;
}

Status Archive::complete_definitions(const RawDefinitions& raw) {
  constexpr size_t kLocationsPerHandle = 64;
  const size_t count = definitions_.locations.size();
  std::vector<LocalDefinitions> local(count);
  parallel_for((count + kLocationsPerHandle - 1) / kLocationsPerHandle, [&](size_t batch) {
    const size_t end = std::min(count, (batch + 1) * kLocationsPerHandle);
    for (size_t i = batch * kLocationsPerHandle; i < end; ++i) {
      const Result<ReaderHandle> handle = ReaderHandle::open(files_.anchor);
      if (handle) local[i] = read_locally(handle->get(), definitions_.locations[i].reference);
    }
  });
  for (size_t i = 0; i < count; ++i) {
    definitions_.clock_offsets[i] = std::move(local[i].clock_offsets);
    if (local[i].program != OTF2_UNDEFINED_STRING)
      add_program(local[i].program, raw.string(local[i].program));
  }
  return {};
}

void Archive::add_program(OTF2_StringRef name, const std::string& path) {
  const trace::RegionId id(definitions_.regions.size());
  if (!ids_.programs.insert(name, id)) return;
  trace::Region region;
  region.name = std::filesystem::path(path).filename().string();
  region.canonical_name = path;
  region.description = "The whole program.";
  region.paradigm = trace::Paradigm::measurement_system;
  region.role = trace::RegionRole::artificial;
  definitions_.regions.push_back(std::move(region));
}

trace::ReadOutcome Archive::read(LocationId location, trace::EventSink& sink) const {
  const OTF2_LocationRef reference = definitions_.locations[location.index()].reference;
  trace::ReadOutcome outcome;
  const auto give_up = [&](Anomaly anomaly, std::string problem) {
    outcome.anomalies.count(anomaly);
    outcome.problem = std::move(problem);
    return outcome;
  };
  const std::string file = files_.events(reference);
  if (!std::filesystem::exists(file))
    return give_up(Anomaly::missing_location, fmt::format("{}: No such file", file));
  const Result<ReaderHandle> handle = ReaderHandle::open(files_.anchor);
  if (!handle) return give_up(Anomaly::missing_location, handle.error().message);
  OTF2_Reader* reader = handle->get();
  OTF2_Reader_SelectLocation(reader, reference);
  OTF2_Reader_OpenDefFiles(reader);
  read_local_definitions(reader, reference);
  OTF2_Reader_CloseDefFiles(reader);
  OTF2_Reader_OpenEvtFiles(reader);
  forget_library_errors();
  OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, reference);
  if (events == nullptr)
    return give_up(Anomaly::missing_location, fmt::format("{}: {}", file, first_library_error()));
  EventForwarder forwarder(ids_, sink);
  OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks_.get(), &forwarder);
  uint64_t count = 0;
  const OTF2_ErrorCode status = OTF2_Reader_ReadAllLocalEvents(reader, events, &count);
  outcome.anomalies += forwarder.anomalies();
  OTF2_Reader_CloseEvtReader(reader, events);
  OTF2_Reader_CloseEvtFiles(reader);
  if (status != OTF2_SUCCESS)
    return give_up(Anomaly::truncated_location, fmt::format("{}: {}", file, first_library_error()));
  return outcome;
}

}  // namespace

Result<std::unique_ptr<trace::Trace>> open_archive(const std::string& path) {
  TRY(ArchiveFiles files, find_archive(path));
  TRY(const ReaderHandle handle, ReaderHandle::open(files.anchor));
  const auto in_definitions = [&](const Error& error) {
    return Error{fmt::format("{}: {}", files.global_definitions(), error.message)};
  };
  const Result<RawDefinitions> raw = read_raw_definitions(handle.get());
  if (!raw) return in_definitions(raw.error());
  Result<ResolvedDefinitions> resolved = resolve_definitions(*raw);
  if (!resolved) return in_definitions(resolved.error());
  auto archive = std::make_unique<Archive>(files, std::move(resolved).value());
  TRY_STATUS(archive->complete_definitions(*raw));
  return std::unique_ptr<trace::Trace>(std::move(archive));
}

}  // namespace latecomer::otf2
