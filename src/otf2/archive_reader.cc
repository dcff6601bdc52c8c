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
#include "otf2/location_reader.h"
#include "otf2/raw_definitions.h"

namespace latecomer::otf2 {
namespace {

using trace::LocationId;

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
  EventForwarder forwarder(ids_, sink);
  trace::ReadOutcome outcome = read_location(files_, definitions_.locations[id.index()],
                                             EventReferences::global, callbacks_.get(), &forwarder);
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
  auto archive = std::make_unique<Archive>(files, std::move(resolved).value());
  archive->complete_definitions(*raw);
  return std::unique_ptr<trace::Trace>(std::move(archive));
}

}  // namespace latecomer::otf2
