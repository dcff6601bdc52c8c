// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Thousands of random programs: the analysis must find exactly the wait states that their simulation knows
// of, and explain them as a reference does that computes everything as it is defined.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "random/random_program.h"
#include "report/metrics.h"
#include "support/impossible_values.h"
#include "support/run_ranks.h"
#include "trace/memory_trace.h"
#include "trace/print_trace.h"
#include "trace/text_trace.h"

namespace latecomer {
namespace {

using tests::TicksByPlace;

constexpr uint64_t kFixeds = 12'000;
constexpr uint64_t kFixedsPerTest = 250;

report::Builtin root_of(report::Builtin id) {
  while (report::builtin(id).relation != report::Relation::root) id = report::builtin(id).parent;
  return id;
}

/// What the reference has something to say about: wait states, and of what follows from them everything that
/// is not the sum of other metrics.
std::set<std::string> compared_metrics() {
  const std::vector<report::Metric> metrics = report::builtin_metrics();
  std::set<std::string> compared;
  std::set<std::string> sums = {"mpi_latesender_wo"};
  for (size_t m = 0; m < metrics.size(); ++m) {
    const report::Builtin id = static_cast<report::Builtin>(m);
    const std::string& root = metrics[static_cast<size_t>(root_of(id))].id;
    const bool follows = root == "delay" || root.starts_with("waitstates_") || root == "critical_path" ||
                         root == "performance_impact";
    if (follows && report::builtin(id).relation == report::Relation::summand)
      sums.insert(metrics[static_cast<size_t>(report::builtin(id).parent)].id);
    if (follows || report::is_wait_state(id)) compared.insert(metrics[m].id);
  }
  for (const std::string& sum : sums) compared.erase(sum);
  return compared;
}

TicksByPlace found_severities(const report::ReportShare& share, uint64_t ticks_per_second) {
  static const std::set<std::string> compared = compared_metrics();
  TicksByPlace found;
  const report::Report& report = share.report;
  for (const auto& [key, column] : share.rows) {
    const std::vector<double> row = column->numbers();
    const std::string& metric = report.metrics[key.first.index()].id;
    if (!compared.contains(metric)) continue;
    const std::string path = report.path_name(key.second);
    for (size_t l = 0; l < row.size(); ++l) {
      if (row[l] != 0)
        found[{metric, trace::LocationId(share.first_location + l), path}] =
            row[l] * static_cast<double>(ticks_per_second);
    }
  }
  return found;
}

/// Sums over call paths and locations of all ranks, by metric.
std::map<std::string, double> totals(const report::ReportShare& share) {
  std::map<std::string, double> sums;
  for (const auto& [key, row] : share.rows) {
    const std::string& metric = share.report.metrics[key.first.index()].id;
    for (const double value : row->numbers()) {
      EXPECT_GE(value, 0) << metric;
      sums[metric] += value;
    }
  }
  return sums;
}

struct Analyzed {
  TicksByPlace severities;
  std::map<std::string, double> totals;  ///< in seconds
};

Analyzed analyze(const trace::Trace& trace, int ranks) {
  Analyzed result;
  run_ranks(ranks, [&](Comm& comm) {
    Timings timings;
    const report::ReportShare share = analyze::analyze(trace, comm, timings);
    for (int rank = 0; rank < comm.size(); ++rank) {
      if (rank == comm.rank()) {
        EXPECT_EQ(tests::impossible_value(share), "");
        for (const auto& [metric, sum] : totals(share)) result.totals[metric] += sum;
        result.severities.merge(found_severities(share, trace.definitions().ticks_per_second));
      }
      comm.barrier();
    }
    for (const auto& [key, value] : share.report.attributes)
      EXPECT_FALSE(key.starts_with("latecomer.anomaly")) << key << " " << value;
  });
  return result;
}

void expect_equal(const TicksByPlace& found, const TicksByPlace& expected) {
  const auto value = [](const TicksByPlace& map, const TicksByPlace::key_type& place) {
    const TicksByPlace::const_iterator at = map.find(place);
    return at == map.end() ? 0.0 : at->second;
  };
  TicksByPlace places = found;
  places.insert(expected.begin(), expected.end());
  for (const auto& [place, unused] : places) {
    const double want = value(expected, place);
    const auto& [metric, location, path] = place;
    EXPECT_NEAR(value(found, place), want, 1e-9 * (1 + std::abs(want)))
        << metric << " at location " << location.index() << ", " << path;
  }
}

/// All waiting is charged to somebody, that of each kind by itself, and divided both ways without rest.
void expect_conserved(std::map<std::string, double> total, const std::vector<tests::KnownWait>& waits,
                      uint64_t ticks_per_second) {
  double waiting = 0;
  std::map<std::string, double> by_costs;
  for (const tests::KnownWait& wait : waits) {
    waiting += wait.amount().seconds(ticks_per_second);
    by_costs[tests::costs_of(wait)] += wait.amount().seconds(ticks_per_second);
  }
  const double rounding = 1e-9 * (1 + waiting);
  for (const auto& [costs, seconds] : by_costs)
    EXPECT_NEAR(total[costs] + total[costs + "_longterm"], seconds, rounding) << costs;
  EXPECT_NEAR(total["delay"], waiting, rounding);
  EXPECT_NEAR(total["waitstates_propagating_vs_terminal"], waiting, rounding);
  EXPECT_NEAR(total["waitstates_direct_vs_indirect"], waiting, rounding);
  EXPECT_EQ(total["delay_unattributed"], 0);
}

/// Ticks from the run's begin to the last event of the process that enters Finalize last.
int64_t length_of_critical_path(const trace::MemoryTrace& trace) {
  int64_t latest_finalize = -1;
  int64_t length = 0;
  for (size_t l = 0; l < trace.definitions().locations.size(); ++l) {
    const std::vector<trace::Event>& events = trace.events(trace::LocationId(l));
    int64_t finalize = 0;
    for (const trace::Event& event : events) {
      if (event.kind == trace::EventKind::enter)
        finalize = event.time.count;  // Finalize is the last to be entered
    }
    if (finalize < latest_finalize) continue;
    latest_finalize = finalize;
    length = events.back().time.count;
  }
  return length;
}

/// A run in whose computation threads have no core now and then, because of what chance will have it: another
/// thread that wakes them, or one of two causes that are no threads.
struct SwitchedRun {
  std::unique_ptr<trace::MemoryTrace> trace;
  int64_t off_core = 0;  ///< in ticks, of all threads
  int64_t causes = 0;    ///< how often that had one
};

trace::Definitions with_two_causes(trace::Definitions definitions) {
  const trace::LocationGroupId group(definitions.location_groups.size());
  definitions.location_groups.push_back({.name = "operating system",
                                         .kind = trace::LocationGroupKind::other,
                                         .parent = definitions.location_groups.front().parent,
                                         .counted_calls = {}});
  for (const char* name : {"timers", "process x"})
    definitions.locations.push_back(
        {.name = name, .kind = trace::LocationKind::metric, .group = group, .thread_ids = {}});
  definitions.clock_offsets.resize(definitions.locations.size());
  return definitions;
}

SwitchedRun with_random_switches(const trace::MemoryTrace& run, uint64_t seed) {
  using trace::EventKind;
  constexpr EventKind kKinds[] = {EventKind::preempted, EventKind::ready, EventKind::blocked_timer,
                                  EventKind::blocked, EventKind::blocked_lock};
  std::mt19937_64 random(seed);
  const trace::Definitions definitions = with_two_causes(run.definitions());
  const size_t locations = run.definitions().locations.size();
  SwitchedRun switched;
  std::vector<trace::MemoryTrace::LocationContent> contents(definitions.locations.size());
  for (size_t l = 0; l < locations; ++l) {
    std::vector<trace::RegionId> open;
    Ticks last = Ticks::max();
    for (const trace::Event& event : run.events(trace::LocationId(l))) {
      const bool computes =
          !open.empty() && !definitions.regions[open.back().index()].name.starts_with("MPI_");
      if (computes && last + Ticks(1) < event.time && random() % 2 == 0) {
        const auto length = static_cast<uint64_t>((event.time - last).count);
        const uint64_t end = 1 + random() % length;
        trace::Event off{.time = last + Ticks(static_cast<int64_t>(end)), .kind = kKinds[random() % 5]};
        off.duration() = 1 + random() % end;
        const bool was_woken = off.kind == EventKind::blocked || off.kind == EventKind::blocked_lock;
        const size_t cause = was_woken ? random() % contents.size() : locations + (random() % 2);
        if (off.kind != EventKind::ready) off.cause() = static_cast<uint32_t>(cause + 1);
        if (off.cause() != 0 && cause != l) ++switched.causes;
        switched.off_core += static_cast<int64_t>(off.duration());
        contents[l].events.push_back(off);
      }
      if (event.kind == EventKind::enter) open.push_back(event.region);
      if (event.kind == EventKind::leave) open.pop_back();
      contents[l].events.push_back(event);
      last = event.time;
    }
  }
  switched.trace = std::make_unique<trace::MemoryTrace>(definitions, std::move(contents));
  return switched;
}

/// Leaves only metrics of waiting.
std::map<std::string, double> waiting_in(const std::map<std::string, double>& totals) {
  std::map<std::string, double> waiting;
  for (const auto& [metric, seconds] : totals)
    if (const auto id = report::find_builtin(metric); id && report::is_wait_state(*id))
      waiting[metric] = seconds;
  return waiting;
}

class RandomSwitches : public testing::TestWithParam<uint64_t> {};

TEST_P(RandomSwitches, ChangeNoWaitingAndLeaveThePathWhole) {
  int64_t off_core = 0;
  for (uint64_t seed = GetParam(); seed < GetParam() + kFixedsPerTest; ++seed) {
    const tests::RandomRun run = tests::simulate_random_program(seed);
    const SwitchedRun switched = with_random_switches(*run.trace, seed);
    const auto per_second = static_cast<double>(run.trace->definitions().ticks_per_second);
    Analyzed found = analyze(*switched.trace, 1);
    EXPECT_EQ(waiting_in(found.totals), waiting_in(analyze(*run.trace, 1).totals));
    expect_conserved(found.totals, run.waits, run.trace->definitions().ticks_per_second);
    EXPECT_NEAR(found.totals["not_running"] * per_second, static_cast<double>(switched.off_core), 0.5);
    // Where the path leaves a segment in the middle, its call paths share the part, each rounded down.
    constexpr int64_t kPathsOfSegment = 8;
    EXPECT_NEAR(found.totals["critical_path"] * per_second,
                static_cast<double>(length_of_critical_path(*run.trace)),
                0.5 + static_cast<double>(kPathsOfSegment * switched.causes));
    expect_equal(analyze(*switched.trace, 3).severities, found.severities);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << trace::print_text_trace(*switched.trace);
    off_core += switched.off_core;
  }
  EXPECT_GT(off_core, 0);
}

INSTANTIATE_TEST_SUITE_P(All, RandomSwitches, testing::Range(uint64_t{0}, uint64_t{1000}, kFixedsPerTest));

class RandomPrograms : public testing::TestWithParam<uint64_t> {};

TEST_P(RandomPrograms, AreExplainedAsDefined) {
  size_t waits = 0;
  for (uint64_t seed = GetParam(); seed < GetParam() + kFixedsPerTest; ++seed) {
    const tests::RandomRun run = tests::simulate_random_program(seed);
    const Analyzed found = analyze(*run.trace, static_cast<int>(1 + seed % 3));
    const uint64_t ticks_per_second = run.trace->definitions().ticks_per_second;
    expect_equal(found.severities, tests::severities_by_definition(*run.trace, run.waits, run.meetings));
    expect_conserved(found.totals, run.waits, ticks_per_second);
    EXPECT_NEAR(found.totals.at("critical_path") * static_cast<double>(ticks_per_second),
                static_cast<double>(length_of_critical_path(*run.trace)), 0.5);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << trace::print_text_trace(*run.trace);
    waits += run.waits.size();
  }
  EXPECT_GT(waits, kFixedsPerTest);  // the programs do wait
}

INSTANTIATE_TEST_SUITE_P(All, RandomPrograms, testing::Range(uint64_t{0}, kFixeds, kFixedsPerTest));

}  // namespace
}  // namespace latecomer
