// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Random programs of one process with teams of threads: whatever they do, all waiting is charged to somebody,
// and the critical path has no gap.

#include "random/random_teams.h"

#include <gtest/gtest.h>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "report/metrics.h"
#include "report/totals.h"
#include "support/run_ranks.h"
#include "trace/memory_trace.h"
#include "trace/print_trace.h"

namespace latecomer::analyze {
namespace {

double ticks_of(const report::Report& report, report::Builtin metric) {
  return report::total(report, report::metric_id(metric)) * 1e6;
}

TEST(RandomTeams, AllWaitingIsChargedAndTheCriticalPathHasNoGap) {
  using report::Builtin;
  constexpr uint64_t kPrograms = 300;
  int64_t with_waits = 0;
  for (uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::unique_ptr<trace::MemoryTrace> trace =
        tests::simulate_random_teams(seed, tests::TeamNames::one_team).trace;
    const int64_t length = trace->events(trace::LocationId(0)).back().time.count;
    run_ranks(1, [&](Comm& comm) {
      Timings timings;
      const report::Report report = report::with_own_values(analyze(*trace, comm, timings));
      const double waiting = ticks_of(report, Builtin::omp_idle_threads) +
                             ticks_of(report, Builtin::omp_ebarrier_wait) +
                             ticks_of(report, Builtin::omp_ibarrier_wait) +
                             ticks_of(report, Builtin::omp_lock_contention_critical);
      with_waits += waiting > 0 ? 1 : 0;
      EXPECT_NEAR(ticks_of(report, Builtin::delay), waiting, 1e-3);
      EXPECT_EQ(ticks_of(report, Builtin::delay_unattributed), 0);
      EXPECT_NEAR(ticks_of(report, Builtin::waitstates_direct_vs_indirect), waiting, 1e-3);
      EXPECT_NEAR(ticks_of(report, Builtin::waitstates_propagating_vs_terminal), waiting, 1e-3);
      // The master begins first and ends last, so the path is as long as the run.
      EXPECT_NEAR(ticks_of(report, Builtin::critical_path), static_cast<double>(length), 0.5);
    });
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << trace::print_text_trace(*trace);
  }
  EXPECT_GT(with_waits, static_cast<int64_t>(kPrograms) / 2);
}

}  // namespace
}  // namespace latecomer::analyze
