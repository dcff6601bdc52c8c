// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/archive_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "otf2/archive_files.h"
#include "otf2/archive_ids.h"
#include "otf2/definitions_check.h"
#include "otf2/definitions_resolver.h"
#include "otf2/event_forwarder.h"
#include "otf2/library.h"
#include "otf2/location_reader.h"
#include "otf2/pack_definitions.h"
#include "otf2/raw_definitions.h"

namespace latecomer::otf2 {
namespace {

using trace::LocationId;

class Archive : public trace::Trace {
 public:
  /// Takes as `strings` all that the archive defines, or none where nobody will ask for the names of
  /// programs.
  Archive(ArchiveFiles files, uint64_t event_chunk_size, ResolvedDefinitions resolved,
          std::vector<RawDefinitions::String> strings)
      : files_(std::move(files)),
        event_chunk_size_(event_chunk_size),
        definitions_(std::move(resolved.definitions)),
        ids_(std::move(resolved.ids)),
        strings_(std::move(strings)),
        needs_own_definitions_(definitions_.locations.size(), 0) {}

  const trace::Definitions& definitions() const override { return definitions_; }
  trace::Region region(trace::RegionId id) const override;
  trace::ReadOutcome read(LocationId id, trace::EventSink& sink) const override {
    return read(id, std::nullopt, sink);
  }
  trace::ReadOutcome read_from(LocationId id, const trace::ReadPosition& position,
                               trace::EventSink& sink) const override {
    return read(id, position, sink);
  }

  /// Reads what only the locations' own files say: clock offsets.
  void read_own_files(Comm& comm);

 private:
  struct OwnFile;

  trace::ReadOutcome read(LocationId id, const std::optional<trace::ReadPosition>& from,
                          trace::EventSink& sink) const;
  OwnFile read_own_file(LocationId id);
  void take(std::span<const OwnFile> own_files, std::span<const trace::ClockOffset> offsets);

  ArchiveFiles files_;
  uint64_t event_chunk_size_;
  trace::Definitions definitions_;
  ArchiveIds ids_;
  std::vector<RawDefinitions::String> strings_;
  /// Says, by LocationId, whether its events cannot be understood without them.
  std::vector<uint8_t> needs_own_definitions_;
};

/// Is what a location's own file says, on its way to the other ranks. The clock offsets travel beside it.
struct Archive::OwnFile {
  LocationId location;
  uint32_t clock_offsets = 0;
  uint32_t is_needed = 0;  ///< Says whether the location's events cannot be understood without it.
};

void Archive::read_own_files(Comm& comm) {
  const std::vector<uint64_t> references = files_.locations_with_definitions();
  const std::unordered_set<uint64_t> have_one(references.begin(), references.end());
  const auto first_of = [&](int rank) {
    return definitions_.locations.size() * static_cast<size_t>(rank) / static_cast<size_t>(comm.size());
  };
  std::vector<OwnFile> mine;
  for (size_t l = first_of(comm.rank()); l < first_of(comm.rank() + 1); ++l) {
    if (have_one.contains(definitions_.locations[l].reference)) mine.push_back({LocationId(l)});
  }
  parallel_for(mine.size(), [&](size_t i) { mine[i] = read_own_file(mine[i].location); });
  std::erase_if(mine, [](const OwnFile& own) { return own.clock_offsets == 0 && own.is_needed == 0; });
  std::vector<trace::ClockOffset> my_offsets;
  for (const OwnFile& own : mine) {
    const std::vector<trace::ClockOffset>& offsets = definitions_.clock_offsets[own.location.index()];
    my_offsets.insert(my_offsets.end(), offsets.begin(), offsets.end());
  }
  const std::vector<Bytes> all = comm.all_gather(to_bytes<OwnFile>(mine));
  const std::vector<Bytes> offsets = comm.all_gather(to_bytes<trace::ClockOffset>(my_offsets));
  for (size_t rank = 0; rank < all.size(); ++rank)
    take(from_bytes<OwnFile>(all[rank]), from_bytes<trace::ClockOffset>(offsets[rank]));
}

Archive::OwnFile Archive::read_own_file(LocationId id) {
  Result<OwnDefinitions> own = read_own_definitions(files_, definitions_.locations[id.index()].reference);
  if (!own) return {.location = id, .is_needed = 1};  // `read` reports it
  std::vector<trace::ClockOffset>& offsets = definitions_.clock_offsets[id.index()];
  offsets = std::move(own->clock_offsets);
  return {id, static_cast<uint32_t>(offsets.size()), own->tables.are_empty ? 0U : 1U};
}

void Archive::take(std::span<const OwnFile> own_files, std::span<const trace::ClockOffset> offsets) {
  for (const OwnFile& own : own_files) {
    const std::span<const trace::ClockOffset> its_offsets = offsets.first(own.clock_offsets);
    definitions_.clock_offsets[own.location.index()].assign(its_offsets.begin(), its_offsets.end());
    needs_own_definitions_[own.location.index()] = own.is_needed != 0;
    offsets = offsets.subspan(own.clock_offsets);
  }
}

trace::Region Archive::region(trace::RegionId id) const {
  if (id.index() < definitions_.regions.size()) return definitions_.regions[id.index()];
  const size_t string = id.index() - definitions_.regions.size();
  const std::string path = string < strings_.size() ? strings_[string].text : "";
  trace::Region program;
  program.name = std::filesystem::path(path).filename().string();
  program.canonical_name = path;
  program.description = "The whole program.";
  program.paradigm = trace::Paradigm::measurement_system;
  program.role = trace::RegionRole::artificial;
  return program;
}

trace::ReadOutcome Archive::read(LocationId id, const std::optional<trace::ReadPosition>& from,
                                 trace::EventSink& sink) const {
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
  trace::ReadOutcome outcome = read_events(files_, location, event_chunk_size_, own.tables, from, forwarder);
  outcome.anomalies += forwarder.anomalies();
  return outcome;
}

/// Reads on one rank what all of them need.
Result<RawDefinitions> read_global_definitions(const ArchiveFiles& files) {
  TRY(const ReaderHandle handle, ReaderHandle::open(files.anchor));
  const auto in_definitions = [&](const Error& error) {
    return Error{fmt::format("{}: {}", files.global_definitions(), error.message)};
  };
  const Status sound = check_definitions_file(files.global_definitions(), DefinitionsFile::global,
                                              handle.definition_chunk_size());
  if (!sound) return in_definitions({"the definitions are " + sound.error().message});
  Result<RawDefinitions> raw = read_raw_definitions(handle.get(), most_records(files.global_definitions()));
  if (!raw) return in_definitions(raw.error());
  raw->event_chunk_size = handle.event_chunk_size();
  return raw;
}

/// Sends the definitions from rank 0 to all.
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
  RawDefinitions raw = share(std::move(*read), comm);
  Result<ResolvedDefinitions> resolved = resolve_definitions(raw);  // the same on all ranks
  if (!resolved) return Error{fmt::format("{}: {}", files->global_definitions(), resolved.error().message)};
  if (comm.rank() != 0) raw.strings.clear();  // only rank 0 names programs
  auto archive =
      std::make_unique<Archive>(*files, raw.event_chunk_size, std::move(*resolved), std::move(raw.strings));
  archive->read_own_files(comm);
  return std::unique_ptr<trace::Trace>(std::move(archive));
}

}  // namespace latecomer::otf2
