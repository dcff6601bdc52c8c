// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "generate/write_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "generate/location_events.h"
#include "otf2/archive_writer.h"
#include "trace/trace_builder.h"

namespace latecomer::generate {

namespace {

using Done = std::function<void(uint32_t rank)>;

constexpr uint32_t kRanksPerNode = 64;

/// Returns the archive's definitions but for the numbers of events.
Result<trace::Definitions> define(const Program& program, trace::TraceBuilder builder) {
  for (uint32_t rank = 0; rank < program.settings.ranks; ++rank) {
    if (rank % kRanksPerNode == 0) builder.on_node(fmt::format("node {}", rank / kRanksPerNode));
    for (uint32_t thread = 0; thread < program.settings.threads; ++thread) builder.thread(rank, thread);
  }
  builder.set_ticks_per_second(1'000'000'000);
  TRY(const std::unique_ptr<trace::MemoryTrace> skeleton, std::move(builder).build());
  return skeleton->definitions();
}

std::vector<trace::CommId> add_teams(const Program& program, trace::TraceBuilder& builder) {
  std::vector<trace::CommId> teams;
  if (program.settings.pattern != Pattern::hybrid) return teams;
  for (uint32_t rank = 0; rank < program.settings.ranks; ++rank) {
    std::vector<trace::TraceBuilder::ThreadName> members;
    for (uint32_t thread = 0; thread < program.settings.threads; ++thread) members.emplace_back(rank, thread);
    teams.push_back(builder.add_team(fmt::format("team of rank {}", rank), std::move(members)));
  }
  return teams;
}

/// Writes a batch of ranks, as one of several writers of an archive: several can write at a time, and none of
/// them has too many locations.
class BatchWriter {
 public:
  BatchWriter(const Run& run, trace::Definitions& definitions, const std::string& directory, const Done& done)
      : run_(run),
        definitions_(definitions),
        directory_(directory),
        done_(done),
        locations_(run.program.settings.locations() > kMany ? otf2::Locations::many : otf2::Locations::few) {}

  Status write() {
    TRY(otf2::ArchiveWriter whole,
        otf2::ArchiveWriter::create(directory_, otf2::ArchivePart::whole, locations_));
    const uint32_t ranks = run_.program.settings.ranks;
    const uint32_t batches = (ranks + kRanksInBatch - 1) / kRanksInBatch;
    std::vector<Status> outcomes(batches);
    parallel_for(batches, [&](size_t batch) {
      const uint32_t begin = static_cast<uint32_t>(batch) * kRanksInBatch;
      outcomes[batch] = write_batch(begin, std::min(begin + kRanksInBatch, ranks));
    });
    for (const Status& outcome : outcomes) TRY_STATUS(outcome);
    TRY_STATUS(whole.write_definitions(definitions_));
    return whole.close();
  }

 private:
  static constexpr uint32_t kRanksInBatch = 64;

  static constexpr uint64_t kMany = 1024;

  Status write_batch(uint32_t begin, uint32_t end) {
    TRY(otf2::ArchiveWriter writer,
        otf2::ArchiveWriter::create(directory_, otf2::ArchivePart::events_only, locations_));
    for (uint32_t rank = begin; rank < end; ++rank) {
      for (uint32_t thread = 0; thread < run_.program.settings.threads; ++thread)
        TRY_STATUS(write_location(writer, rank, thread));
      done_(rank);
    }
    return writer.close();
  }

  Status write_location(otf2::ArchiveWriter& writer, uint32_t rank, uint32_t thread) {
    trace::Location& location = definitions_.locations[size_t{rank} * run_.program.settings.threads + thread];
    location.reference = otf2::location_reference(rank, thread);
    TRY(const otf2::LocationExtent extent,
        writer.write_location(location.reference, {},
                              [&](trace::EventSink& sink) { produce_events(run_, rank, thread, sink); }));
    location.events = extent.events;
    return {};
  }

  const Run& run_;
  trace::Definitions& definitions_;
  const std::string& directory_;
  const Done& done_;
  const otf2::Locations locations_;
};

}  // namespace

Status write_archive(const Program& program, const Schedule& schedule, const std::string& directory,
                     const std::function<void(uint32_t rank)>& done) {
  trace::TraceBuilder builder;
  const Regions regions(program, builder);
  const Run run{program, schedule, regions, add_teams(program, builder)};
  TRY(trace::Definitions definitions, define(program, std::move(builder)));
  definitions.length = static_cast<uint64_t>(schedule.end().count);
  return BatchWriter(run, definitions, directory, done).write();
}

}  // namespace latecomer::generate
