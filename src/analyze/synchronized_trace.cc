// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/synchronized_trace.h"

#include <algorithm>

#include "analyze/clocks/contradictions.h"
#include "analyze/condense/load_trace.h"
#include "analyze/condense/world_calls.h"
#include "analyze/match/ambiguous_probes.h"
#include "analyze/match/collective_announcements.h"
#include "analyze/match/match_messages.h"
#include "analyze/match/match_probes.h"
#include "analyze/model/operation_counts.h"
#include "trace/archive_properties.h"
#include "trace/interpolate_clocks.h"
#include "trace/shared_clocks.h"

namespace latecomer::analyze {

namespace {

/// Returns the events of all ranks on one of them.
int64_t recorded_events(const trace::Definitions& definitions, const Comm& comm) {
  int64_t events = 0;
  for (const trace::Location& location : definitions.locations)
    events += static_cast<int64_t>(location.events);
  return comm.rank() == 0 ? events : 0;
}

std::vector<trace::SystemNodeId> nodes_of_processes(const trace::Definitions& definitions) {
  std::vector<trace::SystemNodeId> nodes;
  for (size_t p = 0; p < definitions.location_groups.size(); ++p)
    nodes.push_back(trace::node_of(definitions, trace::LocationGroupId(p)));
  return nodes;
}

bool has_clock_offsets(const trace::Definitions& definitions) {
  return std::any_of(definitions.clock_offsets.begin(), definitions.clock_offsets.end(),
                     [](const std::vector<trace::ClockOffset>& offsets) { return !offsets.empty(); });
}

/// Returns what is analyzed instead of the recorded trace; null where that is.
std::unique_ptr<trace::Trace> interpolate(const trace::Trace& recorded, ClockMode mode,
                                          bool one_clock_per_node) {
  const trace::Definitions& definitions = recorded.definitions();
  if (mode == ClockMode::off || !has_clock_offsets(definitions)) return nullptr;
  return std::make_unique<trace::InterpolatedTrace>(
      recorded, one_clock_per_node ? trace::clock_offsets_by_node(definitions) : definitions.clock_offsets);
}

/// Reads every location once and keeps only its operations and what happened between them.
CondensedTrace condense(const trace::Trace& archive, bool one_clock_per_node, double polling_gap,
                        AnomalyReport& anomalies, Comm& comm, Timings& timings) {
  const trace::Definitions& definitions = archive.definitions();
  CondensedTrace trace = timed(timings, comm, "condense", recorded_events(definitions, comm),
                               [&] { return load_trace(archive, comm, anomalies, polling_gap); });
  if (one_clock_per_node) trace.clock_nodes = nodes_of_processes(definitions);
  return trace;
}

/// Gives every operation its counterpart.
Matches match(CondensedTrace& trace, const OperationCounts& work, const CommMembers& members,
              AnomalyReport& anomalies, Comm& comm, Timings& timings) {
  Matches matches;
  timed(timings, comm, "match probes", work.probes, [&] { match_probes(trace); });
  timed(timings, comm, "number collectives", work.collectives, [&] { number_collectives(trace); });
  matches.messages = timed(timings, comm, "match messages", work.messages,
                           [&] { return match_messages(trace, members, comm, anomalies); });
  timed(timings, comm, "settle probes", work.probes,
        [&] { settle_probes(trace, members, matches.messages, anomalies); });
  matches.partitions = timed(timings, comm, "match partitions", work.partition_uses,
                             [&] { return match_partitions(trace, matches.messages, comm); });
  matches.collectives = timed(timings, comm, "match collectives", work.collectives,
                              [&] { return match_collectives(trace, members, comm, anomalies); });
  matches.teams =
      timed(timings, comm, "match teams", work.team_parts, [&] { return match_teams(trace, anomalies); });
  return matches;
}

}  // namespace

SynchronizedTrace synchronize(const trace::Trace& recorded, const ClockOptions& options, Comm& comm,
                              Timings& timings, double polling_gap) {
  AnomalyReport anomalies;
  const bool one_clock_per_node =
      options.one_per_node || trace::has_property(recorded.definitions(), trace::kOneClockPerNode);
  std::unique_ptr<trace::Trace> interpolated = interpolate(recorded, options.mode, one_clock_per_node);

  const trace::Trace& archive = interpolated ? *interpolated : recorded;
  CondensedTrace trace = condense(archive, one_clock_per_node, polling_gap, anomalies, comm, timings);
  // From here on the archive is not needed any more, and call paths are the same everywhere.

  CommMembers members(archive.definitions());
  settle_world_calls(trace, members, comm);
  const OperationCounts work = count_operations(trace);
  Matches matches = match(trace, work, members, anomalies, comm, timings);
  // From here on nothing of these is searched: all that an operation has to know of others stands beside it.

  // Let causes come before their effects.
  CorrectedClocks clocks = timed(timings, comm, "clocks", work.event_times,
                                 [&] { return correct_clocks(trace, members, matches, options, comm); });
  report_contradictions(trace, clocks.before, anomalies);
  clocks.report.one_per_node = one_clock_per_node;
  for (const std::vector<trace::ClockOffset>& offsets : recorded.definitions().clock_offsets)
    clocks.report.offsets += static_cast<int64_t>(offsets.size());
  clocks.report.interpolated = options.mode != ClockMode::off && clocks.report.offsets > 0;
  const RunExtent run = run_extent(trace, comm);
  return {std::move(interpolated), std::move(trace),  std::move(members),
          std::move(matches),      std::move(clocks), run,
          std::move(anomalies)};
}

}  // namespace latecomer::analyze
