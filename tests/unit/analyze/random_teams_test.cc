// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Random programs of one process with teams of threads: whatever they do, workers are idle while they are in
// no team, all waiting is charged to somebody, and the critical path has no gap.

#include "random/random_teams.h"

#include <gtest/gtest.h>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "query/space.h"
#include "report/locations.h"
#include "report/metrics.h"
#include "support/run_ranks.h"
#include "trace/memory_trace.h"
#include "trace/print_trace.h"

namespace latecomer::analyze {
namespace {

double ticks_of(const report::Report& report, report::Builtin metric) {
  return query::Space(report).total(report::metric_id(metric)) * 1e6;
}

/// By definition: of the process's time, what a thread that worked in teams was in none; from the fork on it
/// is in one. The master, which begins first, ends last and forks all teams, is thread 0.
int64_t idle_ticks(const trace::MemoryTrace& trace, trace::LocationId worker) {
  const std::vector<trace::Event>& of_master = trace.events(trace::LocationId(0));
  int64_t idle = 0;
  Ticks since = of_master.front().time;
  bool has_worked = false;
  for (const trace::Event& event : trace.events(worker)) {
    if (event.kind == trace::EventKind::team_end) since = event.time;
    if (event.kind != trace::EventKind::team_begin) continue;
    Ticks forked;
    for (const trace::Event& fork : of_master) {
      if (fork.kind == trace::EventKind::thread_fork && fork.time <= event.time) forked = fork.time;
    }
    idle += (forked - since).count;
    has_worked = true;
  }
  return has_worked ? idle + (of_master.back().time - since).count : 0;
}

void expect_idle_times(const report::Report& report, const trace::MemoryTrace& trace) {
  const std::vector<double> idle =
      query::Space(report).per_location(report::metric_id(report::Builtin::omp_idle_threads));
  EXPECT_EQ(idle[0], 0);
  for (size_t l = 1; l < idle.size(); ++l)
    EXPECT_NEAR(idle[l] * 1e6, static_cast<double>(idle_ticks(trace, trace::LocationId(l))), 1e-3);
}

TEST(RandomTeams, AllWaitingIsChargedAndTheCriticalPathHasNoGap) {
  using report::Builtin;
  constexpr uint64_t kFixeds = 300;
  int64_t with_waits = 0;
  for (uint64_t seed = 0; seed < kFixeds; ++seed) {
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
      expect_idle_times(report, *trace);
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
  EXPECT_GT(with_waits, static_cast<int64_t>(kFixeds) / 2);
}

}  // namespace
}  // namespace latecomer::analyze
