// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/archive_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "otf2/archive_files.h"
#include "otf2/archive_ids.h"
#include "otf2/definitions_end.h"
#include "otf2/definitions_resolver.h"
#include "otf2/event_forwarder.h"
#include "otf2/library.h"
#include "otf2/location_reader.h"
#include "otf2/raw_definitions.h"

namespace latecomer::otf2 {
namespace {

using trace::LocationId;

class Archive : public trace::Trace {
 public:
  Archive(ArchiveFiles files, uint64_t event_chunk_size, ResolvedDefinitions resolved)
      : files_(std::move(files)),
        event_chunk_size_(event_chunk_size),
        definitions_(std::move(resolved.definitions)),
        ids_(std::move(resolved.ids)),
        needs_own_definitions_(definitions_.locations.size(), 0) {}

  const trace::Definitions& definitions() const override { return definitions_; }
  trace::ReadOutcome read(LocationId location, trace::EventSink& sink) const override;

  /// Reads what only the locations' own files say: clock offsets and the names of the programs.
  void complete_definitions(const RawDefinitions& raw);

 private:
  OTF2_StringRef complete_definitions_of(size_t location, bool has_definitions);
  void add_program(OTF2_StringRef name, const std::string& path);

  ArchiveFiles files_;
  uint64_t event_chunk_size_;
  trace::Definitions definitions_;
  ArchiveIds ids_;
  /// By LocationId, whether its events cannot be understood without them.
  std::vector<uint8_t> needs_own_definitions_;
};

void Archive::complete_definitions(const RawDefinitions& raw) {
  const std::vector<uint64_t> references = files_.locations_with_definitions();
  const std::unordered_set<uint64_t> have_definitions(references.begin(), references.end());
  const size_t count = definitions_.locations.size();
  std::vector<OTF2_StringRef> programs(count, OTF2_UNDEFINED_STRING);
  parallel_for(count, [&](size_t i) {
    programs[i] = complete_definitions_of(i, have_definitions.contains(definitions_.locations[i].reference));
  });
  for (const OTF2_StringRef program : programs) {
    if (program != OTF2_UNDEFINED_STRING) add_program(program, raw.string(program));
  }
}

/// Returns the name of the location's program.
OTF2_StringRef Archive::complete_definitions_of(size_t i, bool has_definitions) {
  const OTF2_LocationRef location = definitions_.locations[i].reference;
  if (!has_definitions) return find_program_name(files_, location, event_chunk_size_, MappingTables());
  Result<OwnDefinitions> own = read_own_definitions(files_, location);
  needs_own_definitions_[i] = !own || !own->tables.are_empty;
  if (!own) return OTF2_UNDEFINED_STRING;  // `read` reports it
  definitions_.clock_offsets[i] = std::move(own->clock_offsets);
  return find_program_name(files_, location, event_chunk_size_, own->tables);
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
  OwnDefinitions own;
  if (needs_own_definitions_[id.index()]) {
    Result<OwnDefinitions> read = read_own_definitions(files_, location.reference);
    if (!read) {
      trace::ReadOutcome outcome;
      outcome.anomalies.count(trace::Anomaly::missing_location);
      outcome.problem = read.error().message;
      return outcome;
    }
    own = std::move(read).value();
  }
  EventForwarder forwarder(ids_, sink);
  trace::ReadOutcome outcome = read_events(files_, location, event_chunk_size_, own.tables, forwarder);
  outcome.anomalies += forwarder.anomalies();
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
  auto archive = std::make_unique<Archive>(files, handle.event_chunk_size(), std::move(resolved).value());
  archive->complete_definitions(*raw);
  return std::unique_ptr<trace::Trace>(std::move(archive));
}

}  // namespace latecomer::otf2
