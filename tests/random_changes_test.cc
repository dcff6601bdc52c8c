// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Thousands of random programs with random changes: a replay of the recorded run has to give every event the
// time that it has when the changed program is computed.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyze/replay/change.h"
#include "analyze/retimed_trace.h"
#include "analyze/synchronized_trace.h"
#include "comm/comm.h"
#include "random/changed_program.h"
#include "support/run_ranks.h"
#include "trace/print_trace.h"

namespace latecomer {
namespace {

using tests::ProgramChange;

constexpr uint64_t kPrograms = 10'000;
constexpr uint64_t kProgramsPerTest = 250;

/// The call paths of functions of this name, or all that have no caller.
std::vector<report::CallPathId> paths_of(const analyze::CondensedTrace& trace, const std::string& function) {
  std::vector<report::CallPathId> paths;
  const std::vector<analyze::CallTree::Node>& nodes = trace.call_tree.nodes();
  for (size_t p = 0; p < nodes.size(); ++p) {
    const std::string& name = trace.definitions.regions[nodes[p].region.index()].name;
    if (function.empty() ? !nodes[p].parent.valid() : name == function) paths.emplace_back(p);
  }
  return paths;
}

analyze::Change change_of(const analyze::CondensedTrace& trace, const ProgramChange& change) {
  using Kind = analyze::Change::Kind;
  static constexpr Kind kKinds[] = {Kind::scale,       Kind::balance,         Kind::balance_each,
                                    Kind::even,        Kind::scale,  // of a rank's speed
                                    Kind::collectives, Kind::instant_network, Kind::network,
                                    Kind::eager};
  analyze::Change wanted;
  wanted.kind = kKinds[static_cast<size_t>(change.kind)];
  const auto ticks_per_second = static_cast<double>(trace.definitions.ticks_per_second);
  wanted.latency = static_cast<double>(change.latency) / ticks_per_second;
  wanted.bytes_per_second = static_cast<double>(change.bytes_per_tick) * ticks_per_second;
  wanted.bytes = change.bytes;
  wanted.paths = paths_of(trace, change.function);
  wanted.factor = change.kind == ProgramChange::Kind::rank_speed ? 1 / change.factor : change.factor;
  for (const uint32_t rank : change.ranks) wanted.processes.emplace_back(rank);
  return wanted;
}

class Events : public trace::EventSink {
 public:
  void on_event(const trace::Event& event) override { events.push_back(event); }
  std::vector<trace::Event> events;
};

/// Whether an event is of a call of MPI. Where functions begin and end between calls is known less exactly.
bool is_of_call(const trace::Definitions& definitions, const trace::Event& event) {
  return !event.region.valid() || definitions.regions[event.region.index()].name.starts_with("MPI_");
}

std::vector<trace::Event> events_of(const trace::Trace& trace, trace::LocationId location) {
  Events sink;
  trace.read(location, sink);
  return sink.events;
}

void expect_predicted(const tests::ChangedProgram& program, Comm& comm) {
  Timings timings;
  std::vector<analyze::Change> changes;
  analyze::Range own;
  {
    const analyze::SynchronizedTrace recorded = analyze::synchronize(*program.recorded, {}, comm, timings);
    own = recorded.condensed.own_locations;
    for (const ProgramChange& change : program.changes)
      changes.push_back(change_of(recorded.condensed, change));
  }
  const analyze::RetimedTrace predicted = analyze::predict(*program.recorded, {}, changes, comm, timings);
  for (size_t l = own.begin; l < own.end; ++l) {
    const std::vector<trace::Event> times = events_of(*predicted.trace, trace::LocationId(l));
    const std::vector<trace::Event> expected = events_of(*program.changed, trace::LocationId(l));
    ASSERT_EQ(times.size(), expected.size());
    for (size_t i = 0; i < times.size(); ++i) {
      if (!is_of_call(program.recorded->definitions(), times[i])) continue;
      ASSERT_EQ(times[i].time.count, expected[i].time.count)
          << "event " << i << ", " << name_of(times[i].kind) << ", of location " << l;
    }
  }
}

std::string describe(const std::vector<ProgramChange>& changes) {
  static constexpr const char* kNames[] = {"scale",      "balance",     "balance each",    "even",
                                           "rank speed", "collectives", "instant network", "network",
                                           "eager"};
  std::string text;
  for (const ProgramChange& change : changes) {
    text += fmt::format("{} {} {} on {}, latency {}, {} bytes a tick, {} bytes\n",
                        kNames[static_cast<size_t>(change.kind)], change.function, change.factor,
                        fmt::join(change.ranks, " "), change.latency, change.bytes_per_tick, change.bytes);
  }
  return text;
}

class RandomChanges : public testing::TestWithParam<uint64_t> {};

TEST_P(RandomChanges, ArePredictedAsTheChangedProgramRuns) {
  size_t moved = 0;
  for (uint64_t seed = GetParam(); seed < GetParam() + kProgramsPerTest; ++seed) {
    const tests::ChangedProgram program = tests::simulate_changed_program(seed);
    run_ranks(static_cast<int>(1 + seed % 2), [&](Comm& comm) { expect_predicted(program, comm); });
    const std::string recorded = trace::print_text_trace(*program.recorded);
    const std::string changed = trace::print_text_trace(*program.changed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << ", " << describe(program.changes) << recorded << changed;
    moved += recorded != changed ? 1 : 0;
  }
  EXPECT_GT(moved, kProgramsPerTest / 2);
}

INSTANTIATE_TEST_SUITE_P(All, RandomChanges, testing::Range(uint64_t{0}, kPrograms, kProgramsPerTest));

}  // namespace
}  // namespace latecomer
