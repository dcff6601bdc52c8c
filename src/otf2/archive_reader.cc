// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/archive_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>
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
#include "otf2/pack_definitions.h"
#include "otf2/raw_definitions.h"
#include "otf2/small_files.h"

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
        needs_own_definitions_(definitions_.locations.size(), 0),
        small_files_(definitions_.locations.size()) {}

  const trace::Definitions& definitions() const override { return definitions_; }
  trace::ReadOutcome read(LocationId location, trace::EventSink& sink) const override;

  /// Reads what only the locations' own files say: clock offsets and the names of the programs.
  void complete_definitions(const RawDefinitions& raw, Comm& comm);

 private:
  struct OwnFiles;

  OwnFiles read_own_files(size_t location, bool has_definitions);
  OTF2_StringRef read_program_name(size_t location, const MappingTables& tables);
  void take(std::span<const OwnFiles> of_locations, std::span<const trace::ClockOffset> offsets,
            size_t first_location, const RawDefinitions& raw);
  void add_program(OTF2_StringRef name, const std::string& path);

  ArchiveFiles files_;
  uint64_t event_chunk_size_;
  trace::Definitions definitions_;
  ArchiveIds ids_;
  /// By LocationId, whether its events cannot be understood without them.
  std::vector<uint8_t> needs_own_definitions_;
  mutable SmallFiles small_files_;
};

/// What a location's own files say, on its way to the other ranks. The clock offsets travel beside it.
struct Archive::OwnFiles {
  OTF2_StringRef program = OTF2_UNDEFINED_STRING;
  uint32_t clock_offsets = 0;
  uint32_t needs_definitions = 0;  ///< to understand its events
};

void Archive::complete_definitions(const RawDefinitions& raw, Comm& comm) {
  const std::vector<uint64_t> references = files_.locations_with_definitions();
  const std::unordered_set<uint64_t> have_definitions(references.begin(), references.end());
  const size_t count = definitions_.locations.size();
  const auto first_of = [&](size_t rank) { return count * rank / static_cast<size_t>(comm.size()); };
  const size_t begin = first_of(static_cast<size_t>(comm.rank()));
  std::vector<OwnFiles> mine(first_of(static_cast<size_t>(comm.rank()) + 1) - begin);
  parallel_for(mine.size(), [&](size_t i) {
    const uint64_t reference = definitions_.locations[begin + i].reference;
    mine[i] = read_own_files(begin + i, have_definitions.contains(reference));
  });
  std::vector<trace::ClockOffset> my_offsets;
  for (size_t l = begin; l < begin + mine.size(); ++l) {
    const std::vector<trace::ClockOffset>& offsets = definitions_.clock_offsets[l];
    my_offsets.insert(my_offsets.end(), offsets.begin(), offsets.end());
  }
  const std::vector<Bytes> all = comm.all_gather(to_bytes<OwnFiles>(mine));
  const std::vector<Bytes> offsets = comm.all_gather(to_bytes<trace::ClockOffset>(my_offsets));
  for (size_t rank = 0; rank < all.size(); ++rank)
    take(from_bytes<OwnFiles>(all[rank]), from_bytes<trace::ClockOffset>(offsets[rank]), first_of(rank), raw);
}

Archive::OwnFiles Archive::read_own_files(size_t i, bool has_definitions) {
  const OTF2_LocationRef location = definitions_.locations[i].reference;
  if (!has_definitions) return {read_program_name(i, MappingTables())};
  Result<OwnDefinitions> own = read_own_definitions(files_, location);
  if (!own) return {.needs_definitions = 1};  // `read` reports it
  definitions_.clock_offsets[i] = std::move(own->clock_offsets);
  return {read_program_name(i, own->tables), static_cast<uint32_t>(definitions_.clock_offsets[i].size()),
          own->tables.are_empty ? 0U : 1U};
}

OTF2_StringRef Archive::read_program_name(size_t i, const MappingTables& tables) {
  FirstEvents first =
      read_first_events(files_, definitions_.locations[i].reference, event_chunk_size_, tables);
  small_files_.keep(i, std::move(first.start));
  return first.program_name;
}

/// Of consecutive locations, the clock offsets one after the other.
void Archive::take(std::span<const OwnFiles> of_locations, std::span<const trace::ClockOffset> offsets,
                   size_t first_location, const RawDefinitions& raw) {
  for (size_t i = 0; i < of_locations.size(); ++i) {
    const OwnFiles& own = of_locations[i];
    needs_own_definitions_[first_location + i] = own.needs_definitions != 0;
    const std::span<const trace::ClockOffset> its_offsets = offsets.first(own.clock_offsets);
    definitions_.clock_offsets[first_location + i].assign(its_offsets.begin(), its_offsets.end());
    offsets = offsets.subspan(own.clock_offsets);
    if (own.program != OTF2_UNDEFINED_STRING) add_program(own.program, raw.string(own.program));
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
  trace::ReadOutcome outcome =
      read_events(files_, location, event_chunk_size_, own.tables, small_files_.take(id.index()), forwarder);
  outcome.anomalies += forwarder.anomalies();
  return outcome;
}

/// What one rank reads for all of them.
Result<RawDefinitions> read_global_definitions(const ArchiveFiles& files) {
  TRY(const ReaderHandle handle, ReaderHandle::open(files.anchor));
  const auto in_definitions = [&](const Error& error) {
    return Error{fmt::format("{}: {}", files.global_definitions(), error.message)};
  };
  if (!is_complete_definitions_file(files.global_definitions(), handle.definition_chunk_size())) {
    return in_definitions({"the definitions are damaged or end in the middle"});
  }
  Result<RawDefinitions> raw = read_raw_definitions(handle.get(), most_records(files.global_definitions()));
  if (!raw) return in_definitions(raw.error());
  raw->event_chunk_size = handle.event_chunk_size();
  return raw;
}

/// From rank 0 to all.
RawDefinitions share(RawDefinitions raw, Comm& comm) {
  if (comm.size() == 1) return raw;
  const Bytes packed = comm.broadcast(comm.rank() == 0 ? pack_definitions(raw) : Bytes(), 0);
  return comm.rank() == 0 ? raw : unpack_definitions(packed);
}

}  // namespace

Result<std::unique_ptr<trace::Trace>> open_archive(const std::string& path) {
  return open_archive(path, *serial_comm());
}

Result<std::unique_ptr<trace::Trace>> open_archive(const std::string& path, Comm& comm) {
  const Result<ArchiveFiles> files = find_archive(path);
  Result<RawDefinitions> read = RawDefinitions();
  if (files && comm.rank() == 0) read = read_global_definitions(*files);
  TRY_STATUS(checkpoint(comm, !files ? files.error() : !read ? read.error() : Status()));
  const RawDefinitions raw = share(std::move(*read), comm);
  Result<ResolvedDefinitions> resolved = resolve_definitions(raw);  // the same on all ranks
  if (!resolved) return Error{fmt::format("{}: {}", files->global_definitions(), resolved.error().message)};
  auto archive = std::make_unique<Archive>(*files, raw.event_chunk_size, std::move(*resolved));
  archive->complete_definitions(raw, comm);
  return std::unique_ptr<trace::Trace>(std::move(archive));
}

}  // namespace latecomer::otf2
