// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Thousands of random programs: the analysis must find exactly the wait states that their simulation knows
// of, and explain them as a reference does that computes everything as it is defined.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "random/random_program.h"
#include "report/metrics.h"
#include "support/impossible_values.h"
#include "support/run_ranks.h"
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
