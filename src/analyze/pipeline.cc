// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/pipeline.h"

#include <algorithm>
#include <numeric>

#include "analyze/causes/check_results.h"
#include "analyze/causes/find_critical_path.h"
#include "analyze/causes/find_delays.h"
#include "analyze/causes/propagate_costs.h"
#include "analyze/causes/synchronization_instants.h"
#include "analyze/match/match_windows.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/operation_counts.h"
#include "analyze/model/run_extent.h"
#include "analyze/results/build_report.h"
#include "analyze/results/describe_critical_path.h"
#include "analyze/results/find_consequences.h"
#include "analyze/results/find_instances.h"
#include "analyze/results/measure.h"
#include "analyze/results/open_calls.h"
#include "analyze/synchronized_trace.h"
#include "analyze/waits/find_collective_waits.h"
#include "analyze/waits/find_message_waits.h"
#include "analyze/waits/find_thread_waits.h"
#include "analyze/waits/find_window_waits.h"
#include "analyze/waits/merge_waits.h"
#include "base/free_list.h"
#include "base/parallel.h"
#include "report/clocks.h"
#include "report/critical_path.h"
#include "report/details.h"

namespace latecomer::analyze {

namespace {

/// What follows from calls and waits alone.
void measure(const LocalTrace& trace, const WaitStates& waits, const WindowWaits& windows,
             const CollectiveWaits& collectives, Severities& severities) {
  parallel_for(trace.locations.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    measure_times(trace, location, waits[l], severities[l]);
    measure_waits(location, waits[l], windows.parts[l], collectives.completions[l], severities[l]);
    measure_counts(trace, location, waits[l], severities[l]);
  });
}

void measure_costs(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                   const WaitOrigins& origins, Severities& severities) {
  parallel_for(trace.locations.size(), [&](size_t l) {
    measure_costs(trace.locations[l], waits[l], origins, l, delays[l], severities[l]);
  });
}

/// Frees what only clocks are checked and corrected by: single events.
void forget_marks(std::vector<CondensedLocation>& locations) {
  for (CondensedLocation& location : locations) location.marks = Marks();
}

/// Frees what only the passes up to here look at: who waited for whom says the rest.
void forget_messages(std::vector<CondensedLocation>& locations) {
  parallel_for(locations.size(), [&](size_t l) {
    CondensedLocation& location = locations[l];
    free_list(location.sends);
    free_list(location.receives);
    free_list(location.envelopes);
    free_list(location.details);
  });
}

/// The same of collective operations: when they brought locations in step is known.
void forget_collectives(SynchronizedTrace& synchronized) {
  std::vector<CondensedLocation>& locations = synchronized.local->locations;
  CollectiveMatches& matches = synchronized.matches.collectives;
  parallel_for(locations.size(), [&](size_t l) {
    free_list(locations[l].collectives);
    free_list(matches[l]);
  });
}

/// Frees what only the report's numbers were made from.
void forget_locations(std::vector<CondensedLocation>& locations) {
  parallel_for(locations.size(), [&](size_t l) { locations[l] = CondensedLocation(); });
  free_list(locations);
}

int64_t count_of(const WaitStates& waits) {
  return std::accumulate(waits.begin(), waits.end(), int64_t{0}, [](int64_t sum, const auto& of_location) {
    return sum + static_cast<int64_t>(of_location.size());
  });
}

#ifndef NDEBUG
/// Whether nothing in the trace of any rank contradicts the order of time any more.
bool clocks_are_right(const report::ClockReport& clocks, const AnomalyReport& anomalies, Comm& comm) {
  int64_t reversals[] = {anomalies.counts[trace::Anomaly::time_reversal] +
                         anomalies.counts[trace::Anomaly::contradiction]};
  comm.sum(reversals);
  const auto is_right = [](const report::ClockPair& pair) { return pair.left == report::ConditionCounts{}; };
  return reversals[0] == 0 && std::all_of(clocks.pairs.begin(), clocks.pairs.end(), is_right);
}
#endif

/// The ranks have the critical path together, rank 0 all of the rest.
void store_beside(report::ReportShare& share, const report::Details& details, TextBlock path,
                  const report::ClockReport& clocks, const Comm& comm) {
  share.files[std::string(report::kCriticalPathFile)] = std::move(path);
  if (comm.rank() != 0) return;
  share.report.files[std::string(report::kDetailsFile)] = print_details(details);
  share.report.files[std::string(report::kClocksFile)] = print_clocks(clocks);
}

/// What the report tells beside severities.
struct Findings {
  RunExtent run;
  std::vector<OpenCall> open_calls;
  report::Details details;
  TextBlock path;  ///< the critical path's stretches
};

/// From the synchronized trace to all that is to be told of it.
Findings find_all(SynchronizedTrace& synchronized, const OperationCounts& work, Severities& severities,
                  Comm& comm, Timings& timings) {
  const LocalTrace& trace = *synchronized.local;
  const CommMembers& members = *synchronized.members;
  const CollectiveMatches& collectives = synchronized.matches.collectives;
  const TeamMatches& teams = synchronized.matches.teams;
  AnomalyReport& anomalies = synchronized.anomalies;
  forget_marks(synchronized.local->locations);

  // In one-sided communication, who met whom is a question of time.
  const WindowMatches windows = timed(timings, comm, "match windows", work.window_operations,
                                      [&] { return match_windows(trace, members, comm, anomalies); });
  // From here on nothing is searched: all that an operation has to know of others stands beside it.

  // Who waited, in which call, how long, and for whom.
  WaitStates message_waits = timed(timings, comm, "message waits", work.messages, [&] {
    const MessageMatches messages = std::move(synchronized.matches.messages);  // not needed any more
    return find_message_waits(trace, messages);
  });
  CollectiveWaits collective_waits = timed(timings, comm, "collective waits", work.collectives,
                                           [&] { return find_collective_waits(trace, collectives); });
  WindowWaits window_waits = timed(timings, comm, "window waits", work.window_operations,
                                   [&] { return find_window_waits(trace, windows, collective_waits.waits); });
  WaitStates thread_waits =
      timed(timings, comm, "thread waits", work.team_parts, [&] { return find_thread_waits(trace, teams); });
  const WaitStates waits = timed(timings, comm, "merge waits", work.calls, [&] {
    WaitStates of_calls = merge_waits(std::move(message_waits), std::move(collective_waits.waits));
    of_calls = merge_waits(std::move(of_calls), std::move(window_waits.waits));
    return merge_thread_waits(std::move(of_calls), std::move(thread_waits));
  });
  const int64_t wait_states = count_of(waits);
  // From here on every call has at most one wait of a kind, and none is longer than its call.

  timed(timings, comm, "measure", work.calls,
        [&] { measure(trace, waits, window_waits, collective_waits, severities); });
  forget_messages(synchronized.local->locations);
  free_list(collective_waits.completions);
  // From here on nothing changes in the trace, and nobody asks for messages.

  // What made them wait: who took longer on what, and which waits led to which.
  std::vector<ProcessingProfile> profiles = timed(
      timings, comm, "profiles", work.segments, [&] { return processing_profiles(trace.locations, waits); });
  const std::vector<Delays> delays = timed(timings, comm, "delays", wait_states, [&] {
    const SynchronizationInstants instants(trace, members, collectives, teams, comm);
    forget_collectives(synchronized);
    return find_delays(trace, waits, profiles, instants, comm, anomalies);
  });

  // Which activities decided how long the run took.
  LargeVector<CriticalSegment> critical_path = timed(timings, comm, "critical path", wait_states,
                                                     [&] { return find_critical_path(trace, waits, comm); });
  timed(timings, comm, "measure impact", work.paths, [&] {
    const CriticalProfile profile = critical_profile(trace, waits, profiles, critical_path, comm);
    measure_critical_path(profile, severities);
    measure_performance_impact(trace, waits, profile, comm, severities);
    measure_imbalance(trace, comm, severities);
  });
  free_list(profiles);

  // What every wait state led to further on. Profiles are not needed any more, and costs need their memory.
  const WaitOrigins origins =
      timed(timings, comm, "costs", wait_states, [&] { return propagate_costs(trace, waits, delays, comm); });
  // From here on all waiting is charged to somebody, or known to be unexplained.

#ifndef NDEBUG
  if (clocks_are_right(synchronized.clocks.report, anomalies, comm))
    check_results(trace, waits, delays, origins, critical_path, comm);
#endif

  timed(timings, comm, "measure costs", wait_states,
        [&] { measure_costs(trace, waits, delays, origins, severities); });
  timed(timings, comm, "measure threads", work.team_parts,
        [&] { measure_threads(trace, waits, severities); });
  timed(timings, comm, "measure clocks", work.marks,
        [&] { measure_clocks(synchronized.clocks.before, severities); });

  // What is worth telling beyond sums.
  const RunExtent run = run_extent(trace, comm);
  report::Details details = timed(timings, comm, "details", wait_states, [&] {
    return report::Details{find_instances(trace, waits, delays, run.begin, comm),
                           find_consequences(trace, delays, comm)};
  });
  TextBlock path =
      timed(timings, comm, "describe critical path", static_cast<int64_t>(critical_path.size()),
            [&] { return describe_critical_path(trace, waits, std::move(critical_path), comm); });
  return {run, open_calls(trace, members, comm), std::move(details), std::move(path)};
}

}  // namespace

report::ReportShare analyze(const trace::Trace& recorded, Comm& comm, Timings& timings,
                            const ClockOptions& clocks) {
  // Read everything, give every operation its counterpart, and let causes come before their effects.
  SynchronizedTrace synchronized = synchronize(recorded, clocks, comm, timings);
  LocalTrace& trace = *synchronized.local;
  const OperationCounts work = count_operations(trace);
  Severities severities(trace.call_tree.nodes().size(), trace.locations.size());
  Findings findings = find_all(synchronized, work, severities, comm, timings);

  return timed(timings, comm, "build report", work.paths, [&] {
    forget_locations(trace.locations);
    report::ReportShare share = build_report(trace, severities, combine(synchronized.anomalies, comm),
                                             findings.open_calls, findings.run);
    store_beside(share, findings.details, std::move(findings.path), synchronized.clocks.report, comm);
    return share;
  });
}

}  // namespace latecomer::analyze
