// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/synchronized_trace.h"

#include <algorithm>

#include "analyze/clocks/contradictions.h"
#include "analyze/condense/load_trace.h"
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

/// Of all ranks, counted by one.
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

}  // namespace

SynchronizedTrace synchronize(const trace::Trace& recorded, const ClockOptions& options, Comm& comm,
                              Timings& timings) {
  SynchronizedTrace result;
  AnomalyReport& anomalies = result.anomalies;
  const trace::Definitions& definitions = recorded.definitions();
  const bool one_clock_per_node =
      options.one_per_node || trace::has_property(definitions, trace::kOneClockPerNode);
  if (options.mode != ClockMode::off && has_clock_offsets(definitions))
    result.interpolated = std::make_unique<trace::InterpolatedTrace>(
        recorded, one_clock_per_node ? trace::clock_offsets_by_node(definitions) : definitions.clock_offsets);

  // Read every location once and keep only its operations and what happened between them.
  const trace::Trace& archive = result.interpolated ? *result.interpolated : recorded;
  timed(timings, comm, "condense", recorded_events(archive.definitions(), comm), [&] {
    result.local = std::make_unique<LocalTrace>(load_trace(archive, comm, anomalies));
    result.members = std::make_unique<CommMembers>(archive.definitions());
    if (one_clock_per_node) result.local->clock_nodes = nodes_of_processes(archive.definitions());
  });
  // From here on the archive is not needed any more, and call paths are the same everywhere.

  // Give every operation its counterpart.
  LocalTrace& trace = *result.local;
  const CommMembers& members = *result.members;
  Matches& matches = result.matches;
  const OperationCounts work = count_operations(trace);
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
  // From here on nothing of these is searched: all that an operation has to know of others stands beside it.

  // Let causes come before their effects.
  result.clocks = timed(timings, comm, "clocks", work.marks,
                        [&] { return correct_clocks(trace, members, matches, options, comm); });
  tell_contradictions(trace, result.clocks.before, anomalies);
  result.clocks.report.one_per_node = one_clock_per_node;
  for (const std::vector<trace::ClockOffset>& offsets : recorded.definitions().clock_offsets)
    result.clocks.report.offsets += static_cast<int64_t>(offsets.size());
  result.clocks.report.interpolated = options.mode != ClockMode::off && result.clocks.report.offsets > 0;
  return result;
}

}  // namespace latecomer::analyze
