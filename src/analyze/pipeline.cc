// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/pipeline.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "analyze/causes/check_results.h"
#include "analyze/causes/find_critical_path.h"
#include "analyze/causes/find_delays.h"
#include "analyze/causes/propagate_costs.h"
#include "analyze/causes/synchronization_instants.h"
#include "analyze/match/match_windows.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/operation_counts.h"
#include "analyze/model/run_extent.h"
#include "analyze/program_end/find_deadlocks.h"
#include "analyze/program_end/match_pending.h"
#include "analyze/program_end/open_calls.h"
#include "analyze/program_end/open_waits.h"
#include "analyze/replayed_trace.h"
#include "analyze/results/build_report.h"
#include "analyze/results/divide_sampled.h"
#include "analyze/results/find_consequences.h"
#include "analyze/results/keep_possible.h"
#include "analyze/results/measure.h"
#include "analyze/results/measure_communicators.h"
#include "analyze/results/store_edges.h"
#include "analyze/results/store_findings.h"
#include "analyze/results/store_timelines.h"
#include "analyze/synchronized_trace.h"
#include "analyze/waits/extend_workers.h"
#include "analyze/waits/find_collective_waits.h"
#include "analyze/waits/find_message_waits.h"
#include "analyze/waits/find_team_times.h"
#include "analyze/waits/find_thread_waits.h"
#include "analyze/waits/find_window_waits.h"
#include "analyze/waits/keep_to_calls.h"
#include "analyze/waits/merge_waits.h"
#include "base/check.h"
#include "base/free_list.h"
#include "base/parallel.h"
#include "report/clocks.h"
#include "store/directory.h"

namespace latecomer::analyze {

namespace {

/// Adds what follows from calls and waits alone.
void measure(const CondensedTrace& trace, const WaitStates& waits, const WaitParts& parts,
             CollectiveWaits& collectives, Severities& severities) {
  parallel_for(trace.locations.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    measure_times(trace, location, severities[l]);
    measure_completing_calls(trace, location, waits[l], collectives.completions[l], severities[l]);
    measure_waits(location, waits[l], parts[l], collectives.completions[l], severities[l]);
    measure_counts(trace, location, waits[l], severities[l]);
  });
}

void measure_costs(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                   const WaitOrigins& origins, Severities& severities) {
  parallel_for(trace.locations.size(), [&](size_t l) {
    measure_costs(trace.locations[l], waits[l], origins, l, delays[l], severities[l]);
  });
}

int64_t count_of(const WaitStates& waits) {
  return std::accumulate(waits.begin(), waits.end(), int64_t{0}, [](int64_t sum, const auto& of_location) {
    return sum + static_cast<int64_t>(of_location.size());
  });
}

#ifndef NDEBUG
/// Returns whether nothing in the trace of any rank contradicts the order of time any more.
bool clocks_are_right(const report::ClockReport& clocks, const AnomalyReport& anomalies, Comm& comm) {
  int64_t reversals[] = {anomalies.counts[trace::Anomaly::time_reversal] +
                         anomalies.counts[trace::Anomaly::contradiction]};
  comm.sum(reversals);
  const auto is_right = [](const report::ClockPair& pair) { return pair.left == report::ConditionCounts{}; };
  return reversals[0] == 0 && std::all_of(clocks.pairs.begin(), clocks.pairs.end(), is_right);
}
#endif

/// Puts together what stands beside the values: all ranks have the findings store, rank 0 all of the rest.
void store_beside(report::ReportShare& share, TextBlock store, const report::ClockReport& clocks,
                  const std::vector<report::CommunicatorTraffic>& communicators, const Comm& comm) {
  share.files[std::string(store::kStoreFile)] = std::move(store);
  if (comm.rank() != 0) return;
  share.report.files[std::string(report::kClocksFile)] = print_clocks(clocks);
  share.report.files[std::string(report::kCommunicatorsFile)] = print_communicators(communicators);
}

/// In debug builds, checks that a replay without a change changes nothing.
void check_replay([[maybe_unused]] const SynchronizedTrace& synchronized, [[maybe_unused]] Comm& comm) {
#ifndef NDEBUG
  CHECK(is_replayed_as_it_is(synchronized, comm));
#endif
}

Replay learn_to_replay(const SynchronizedTrace& synchronized, Comm& comm, Timings& timings) {
  return timed(timings, comm, "learn to replay", count_operations(synchronized.condensed).calls,
               [&] { return replay_of(synchronized, comm); });
}

/// Says who waited, in which call, how long, and for whom: every call has at most one wait of a kind, and
/// none is longer than its call. With the local trace, that is all that causes are found by.
struct Waits {
  LocalTrace trace;
  CommMembers members;
  TeamMatches teams;
  std::vector<GroupedInstants> in_step;  ///< Holds instants of collective operations.
  WaitStates states;
  std::vector<store::Chunk> stored;  ///< Holds what was stored so far.
};

/// Takes as `open` the waits of calls that did not end.
Waits find_waits(SynchronizedTrace synchronized, WaitStates open, const std::vector<PointTimes>& times,
                 const OperationCounts& work, AnomalyReport& anomalies, Severities& severities, Comm& comm,
                 Timings& timings) {
  CondensedTrace& trace = synchronized.condensed;
  const CommMembers& members = synchronized.members;
  Matches& matches = synchronized.matches;

  std::vector<store::Chunk> stored =
      timed(timings, comm, "store timelines", work.paths, [&] { return store_timelines(trace, times); });
  timed(timings, comm, "team times", work.team_parts, [&] {
    extend_workers(trace);
    find_team_times(trace);
  });
  // From here on the time of a worker is that of its process.

  // In one-sided communication, who met whom is a question of time.
  const HandOvers windows = timed(timings, comm, "match windows", work.window_operations,
                                  [&] { return match_windows(trace, members, comm, anomalies); });
  // From here on nothing is searched: all that an operation has to know of others stands beside it.

  timed(timings, comm, "store edges", work.messages, [&] { store_edges(trace, members, matches, stored); });
  MessageWaits message_waits = timed(timings, comm, "message waits", work.messages, [&] {
    const MessageMatches messages = std::move(matches.messages);  // they are not needed any more
    return find_message_waits(trace, messages);
  });
  CollectiveWaits collective_waits = timed(timings, comm, "collective waits", work.collectives,
                                           [&] { return find_collective_waits(trace, matches.collectives); });
  WindowWaits window_waits = timed(timings, comm, "window waits", work.window_operations,
                                   [&] { return find_window_waits(trace, windows, collective_waits.waits); });
  WaitStates thread_waits = timed(timings, comm, "thread waits", work.team_parts,
                                  [&] { return find_thread_waits(trace, matches.teams); });
  WaitParts parts = std::move(window_waits.parts);
  WaitStates waits = timed(timings, comm, "merge waits", work.calls, [&] {
    WaitStates of_calls = merge_waits(std::move(message_waits.waits), std::move(collective_waits.waits));
    of_calls = merge_waits(std::move(of_calls), std::move(window_waits.waits));
    add_avoidable_by_order(trace, std::move(message_waits.in_wrong_order), of_calls, parts);
    mark_waits_by_polling(trace, of_calls);
    keep_to_calls(trace, of_calls, parts, collective_waits);
    WaitStates all = merge_thread_waits(std::move(of_calls), std::move(thread_waits));
    append_open_waits(std::move(open), all);
    check_waits(trace, all, anomalies);
    return all;
  });
  // From here on every wait is within its call, and none overlaps with another one of its location.
  timed(timings, comm, "measure", work.calls,
        [&] { measure(trace, waits, parts, collective_waits, severities); });

  return timed(timings, comm, "free operations", work.collectives, [&] {
    std::vector<GroupedInstants> in_step = collective_instants(trace, matches.collectives);
    return Waits{without_operations(std::move(synchronized.condensed)),
                 std::move(synchronized.members),
                 std::move(matches.teams),
                 std::move(in_step),
                 std::move(waits),
                 std::move(stored)};
  });
}

/// Says what made them wait: all waiting is charged to somebody, or known to be unexplained.
struct Causes {
  LocalTrace trace;
  CommMembers members;
  WaitStates waits;
  std::vector<Delays> delays;
  WaitOrigins origins;  ///< Says what every wait state led to further on.
  LargeVector<CriticalSegment> critical_path;
  std::vector<store::Chunk> stored;
};

Causes find_causes(Waits waits, const OperationCounts& work, AnomalyReport& anomalies, Severities& severities,
                   Comm& comm, Timings& timings) {
  const LocalTrace& trace = waits.trace;
  const int64_t wait_states = count_of(waits.states);

  // These passes find who took longer on what, and which waits led to which.
  std::vector<ProcessingProfile> profiles = timed(timings, comm, "profiles", work.segments, [&] {
    return processing_profiles(trace.locations, waits.states);
  });
  std::vector<Delays> delays = timed(timings, comm, "delays", wait_states, [&] {
    const SynchronizationInstants instants(trace, waits.members, waits.teams, std::move(waits.in_step), comm);
    return find_delays(trace, waits.states, profiles, instants, comm, anomalies);
  });

  // This pass finds which activities decided how long the run took.
  LargeVector<CriticalSegment> critical_path = timed(timings, comm, "critical path", wait_states, [&] {
    return find_critical_path(trace, waits.states, comm);
  });
  timed(timings, comm, "measure impact", work.paths, [&] {
    measure_critical_path(critical_profile(trace, waits.states, profiles, critical_path, comm), severities);
    measure_performance_impact(trace, impact_profile(trace, waits.states, profiles, critical_path, comm),
                               comm, severities);
    measure_imbalance(trace, comm, severities);
  });
  free_list(profiles);  // costs need their memory

  WaitOrigins origins = timed(timings, comm, "costs", wait_states,
                              [&] { return propagate_costs(trace, waits.states, delays, comm); });
  timed(timings, comm, "measure costs", wait_states,
        [&] { measure_costs(trace, waits.states, delays, origins, severities); });
  timed(timings, comm, "measure threads", work.team_parts,
        [&] { measure_threads(trace, waits.states, severities); });
  timed(timings, comm, "divide gaps", work.paths, [&] { divide_sampled(trace, severities); });
  return {std::move(waits.trace), std::move(waits.members), std::move(waits.states), std::move(delays),
          std::move(origins),     std::move(critical_path), std::move(waits.stored)};
}

/// Is what stands in the report beside severities.
struct Findings {
  TextBlock store;
  LocalTrace trace;
};

Findings find_all(Causes causes, Comm& comm, Timings& timings) {
  const LocalTrace& trace = causes.trace;
  const std::vector<store::Consequence> consequences =
      timed(timings, comm, "consequences", count_of(causes.waits),
            [&] { return find_consequences(trace, causes.delays, comm); });
  TextBlock store = timed(timings, comm, "store findings", count_of(causes.waits), [&] {
    return store_findings(trace, causes.waits, causes.delays, causes.origins, causes.critical_path,
                          consequences, std::move(causes.stored), comm);
  });
  return {std::move(store), std::move(causes.trace)};
}

/// Finds where the ranks were when their program was killed, and who waited for whom.
HowItEnded find_how_it_ended(const SynchronizedTrace& synchronized, Comm& comm) {
  const CondensedTrace& trace = synchronized.condensed;
  if (!trace.definitions.partial)
    return {.end = {}, .deadlocks = {}, .waits = WaitStates(trace.locations.size())};
  EndOfProgram end = find_open_calls(trace, synchronized.members, comm);
  const PendingStates states = match_pending(trace, synchronized.members, synchronized.matches, end, comm);
  Deadlocks deadlocks = find_deadlocks(trace, synchronized.members, end, states);
  WaitStates waits = find_open_waits(trace, end, states);
  return {std::move(end), std::move(deadlocks), std::move(waits)};
}

/// Is the report of a trace, and what of the trace is left.
struct Analyzed {
  report::ReportShare share;
  LocalTrace trace;
};

/// What `synchronized.condensed` refers to has to live as long as the result, whose trace has its locations
/// only if it `keeps_locations`.
Analyzed analyze_synchronized(SynchronizedTrace synchronized, const std::vector<std::string>& own_directories,
                              bool keeps_locations, Comm& comm, Timings& timings) {
  const CorrectedClocks clocks = std::move(synchronized.clocks);
  const RunExtent run = synchronized.run;
  AnomalyReport anomalies = std::move(synchronized.anomalies);
  const OperationCounts work = count_operations(synchronized.condensed);
  Severities severities(synchronized.condensed.call_tree.nodes().size(),
                        synchronized.condensed.locations.size());
  measure_clocks(clocks.before, severities);
  HowItEnded ended = find_how_it_ended(synchronized, comm);
  const std::vector<report::CommunicatorTraffic> communicators =
      measure_communicators(synchronized.condensed, comm);

  Waits waits = find_waits(std::move(synchronized), std::move(ended.waits), clocks.times, work, anomalies,
                           severities, comm, timings);
  Causes causes = find_causes(std::move(waits), work, anomalies, severities, comm, timings);
#ifndef NDEBUG
  if (clocks_are_right(clocks.report, anomalies, comm))
    check_results(causes.trace, causes.waits, causes.delays, causes.origins, causes.critical_path, comm);
#endif
  Findings findings = find_all(std::move(causes), comm, timings);
  if (!keeps_locations) free_list(findings.trace.locations);
  timed(timings, comm, "check values", work.paths,
        [&] { keep_possible(findings.trace, severities, anomalies); });
  // From here on no number is impossible.

  report::ReportShare share = timed(timings, comm, "build report", work.paths, [&] {
    report::ReportShare built =
        build_report(findings.trace, severities, combine(anomalies, comm), ended, run, own_directories);
    store_beside(built, std::move(findings.store), clocks.report, communicators, comm);
    return built;
  });
  return {std::move(share), std::move(findings.trace)};
}

}  // namespace

report::ReportShare analyze(const trace::Trace& recorded, Comm& comm, Timings& timings,
                            const ClockOptions& options, double polling_gap,
                            const std::vector<std::string>& own_directories,
                            const std::vector<Change>& changes) {
  // Read everything, give every operation its counterpart, and let causes come before their effects.
  SynchronizedTrace synchronized = synchronize(recorded, options, comm, timings, polling_gap);
  check_replay(synchronized, comm);
  KeptOrder kept;
  if (!changes.empty()) kept = replay_trace(synchronized, changes, comm, timings);
  const std::unique_ptr<trace::Trace> interpolated = std::move(synchronized.interpolated);  // is referred to
  report::ReportShare share =
      analyze_synchronized(std::move(synchronized), own_directories, false, comm, timings).share;
  if (!changes.empty()) {
    share.report.attributes["latecomer.whatif.kept_order.messages"] = std::to_string(kept.messages);
    share.report.attributes["latecomer.whatif.kept_order.locks"] = std::to_string(kept.locks);
  }
  return share;
}

PredictingAnalysis analyze_to_predict(const trace::Trace& recorded, Comm& comm, Timings& timings,
                                      const ClockOptions& options, double polling_gap,
                                      const std::vector<std::string>& own_directories, int64_t most_calls) {
  SynchronizedTrace synchronized = synchronize(recorded, options, comm, timings, polling_gap);
  check_replay(synchronized, comm);
  std::unique_ptr<trace::Trace> interpolated = std::move(synchronized.interpolated);
  const RunExtent run = synchronized.run;
  int64_t calls[] = {count_operations(synchronized.condensed).calls};
  comm.sum(calls);
  if (calls[0] / comm.size() > most_calls)
    return {analyze_synchronized(std::move(synchronized), own_directories, false, comm, timings).share,
            nullptr};
  Replay replay = learn_to_replay(synchronized, comm, timings);
  Analyzed analyzed = analyze_synchronized(std::move(synchronized), own_directories, true, comm, timings);
  return {std::move(analyzed.share),
          std::make_unique<Predictions>(std::move(replay), run, std::move(analyzed.trace),
                                        std::move(interpolated))};
}

}  // namespace latecomer::analyze
