// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "generate/write_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "generate/location_events.h"
#include "otf2/archive_writer.h"
#include "trace/trace_builder.h"

namespace latecomer::generate {

namespace {

constexpr uint32_t kRanksPerNode = 64;

/// The archive's definitions but for the numbers of events.
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

/// Several writers of one archive, which share its ranks.
class ParallelWriters {
 public:
  ParallelWriters(const Run& run, trace::Definitions& definitions, const std::string& directory,
                  const std::function<void(uint32_t rank)>& done)
      : run_(run), definitions_(definitions), directory_(directory), done_(done) {}

  Status write() {
    TRY(otf2::ArchiveWriter whole, otf2::ArchiveWriter::create(directory_, otf2::ArchivePart::whole));
    const size_t writers = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, kMostWriters);
    std::vector<Status> outcomes(writers);
    parallel_for(writers, [&](size_t i) { outcomes[i] = i == 0 ? write_ranks(whole) : write_part(); });
    for (const Status& outcome : outcomes) TRY_STATUS(outcome);
    TRY_STATUS(whole.write_definitions(definitions_));
    return whole.close();
  }

 private:
  static constexpr size_t kMostWriters = 16;

  Status write_part() {
    TRY(otf2::ArchiveWriter part, otf2::ArchiveWriter::create(directory_, otf2::ArchivePart::events_only));
    TRY_STATUS(write_ranks(part));
    return part.close();
  }

  Status write_ranks(otf2::ArchiveWriter& writer) {
    for (uint32_t rank = next_++; rank < run_.program.settings.ranks; rank = next_++) {
      for (uint32_t thread = 0; thread < run_.program.settings.threads; ++thread) {
        trace::Location& location =
            definitions_.locations[size_t{rank} * run_.program.settings.threads + thread];
        TRY(const otf2::LocationExtent extent,
            writer.write_location(location.reference, {},
                                  [&](trace::EventSink& sink) { produce_events(run_, rank, thread, sink); }));
        location.events = extent.events;
      }
      done_(rank);
    }
    return {};
  }

  const Run& run_;
  trace::Definitions& definitions_;
  const std::string& directory_;
  const std::function<void(uint32_t rank)>& done_;
  std::atomic<uint32_t> next_ = 0;
};

}  // namespace

Status write_archive(const Program& program, const Timeline& timeline, const std::string& directory,
                     const std::function<void(uint32_t rank)>& done) {
  trace::TraceBuilder builder;
  const Regions regions(program, builder);
  const Run run{program, timeline, regions, add_teams(program, builder)};
  TRY(trace::Definitions definitions, define(program, std::move(builder)));
  definitions.length = static_cast<uint64_t>(timeline.end().count);
  return ParallelWriters(run, definitions, directory, done).write();
}

}  // namespace latecomer::generate
