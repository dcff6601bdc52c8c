// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Thousands of random programs: the analysis must find exactly the wait states that their simulation knows
// of.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "random/random_program.h"
#include "report/metrics.h"
#include "trace/print_trace.h"
#include "trace/text_trace.h"

namespace latecomer {
namespace {

constexpr uint64_t kPrograms = 3000;

bool is_wait(const report::Metric& metric, report::Relation relation) {
  return metric.unit == "sec" && relation == report::Relation::within && metric.id != "mpi_latesender_wo" &&
         !metric.id.ends_with("_completion");
}

tests::Waits found_waits(const report::Report& report, uint64_t ticks_per_second) {
  tests::Waits waits;
  for (const auto& [key, row] : report.rows()) {
    const report::Metric& metric = report.metrics[key.first.index()];
    const bool wrong_order = metric.id.starts_with("mpi_lswo_");
    if (!wrong_order &&
        !is_wait(metric, report::builtin(static_cast<report::Builtin>(key.first.index())).relation))
      continue;
    const std::string& function = report.regions[report.call_paths[key.second.index()].region.index()].name;
    for (size_t l = 0; l < row.size(); ++l) {
      const int64_t ticks = std::llround(row[l] * static_cast<double>(ticks_per_second));
      if (ticks != 0) waits[{metric.id, static_cast<uint32_t>(report.first_local + l), function}] = ticks;
    }
  }
  return waits;
}

/// Sums over call paths and locations of all ranks, by metric.
std::map<std::string, double> totals(const report::Report& report) {
  std::map<std::string, double> sums;
  for (const auto& [key, row] : report.rows()) {
    for (const double value : row) sums[report.metrics[key.first.index()].id] += value;
  }
  return sums;
}

/// All waiting is charged to somebody, and divided both ways without rest.
void expect_conserved(const std::map<std::string, double>& total, const tests::Waits& waits,
                      double ticks_per_second) {
  double waiting = 0;
  for (const auto& [place, ticks] : waits) {
    const bool counted_already = std::get<0>(place).starts_with("mpi_lswo_");
    if (!counted_already) waiting += static_cast<double>(ticks) / ticks_per_second;
  }
  const auto of = [&](const char* metric) { return total.contains(metric) ? total.at(metric) : 0.0; };
  const double rounding = 1e-9 * (1 + waiting);
  EXPECT_NEAR(of("delay"), waiting, rounding);
  EXPECT_NEAR(of("waitstates_propagating_vs_terminal"), waiting, rounding);
  EXPECT_NEAR(of("waitstates_direct_vs_indirect"), waiting, rounding);
  EXPECT_EQ(of("delay_unattributed"), 0);
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

TEST(RandomPrograms, EveryWaitStateIsFoundAndNoOther) {
  size_t waits = 0;
  for (uint64_t seed = 0; seed < kPrograms; ++seed) {
    const tests::RandomRun run = tests::simulate_random_program(seed);
    tests::Waits found;
    std::map<std::string, double> total;
    run_ranks(static_cast<int>(1 + seed % 3), [&](Comm& comm) {
      Timings timings;
      const report::Report report = analyze::analyze(*run.trace, comm, timings);
      for (int rank = 0; rank < comm.size(); ++rank) {
        if (rank == comm.rank()) {
          for (const auto& [metric, sum] : totals(report)) total[metric] += sum;
          found.merge(found_waits(report, run.trace->definitions().ticks_per_second));
        }
        comm.barrier();
      }
      for (const auto& [key, value] : report.attributes)
        EXPECT_FALSE(key.starts_with("latecomer.anomaly")) << key << " " << value;
    });
    ASSERT_EQ(found, run.waits) << "seed " << seed << "\n" << trace::print_text_trace(*run.trace);
    expect_conserved(total, run.waits, static_cast<double>(run.trace->definitions().ticks_per_second));
    EXPECT_NEAR(total["critical_path"] * static_cast<double>(run.trace->definitions().ticks_per_second),
                static_cast<double>(length_of_critical_path(*run.trace)), 0.5);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << trace::print_text_trace(*run.trace);
    waits += found.size();
  }
  EXPECT_GT(waits, kPrograms);  // the programs do wait
}

}  // namespace
}  // namespace latecomer
