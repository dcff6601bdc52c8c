// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/synchronized_trace.h"

#include "analyze/condense/load_trace.h"
#include "analyze/match/collective_posts.h"
#include "analyze/match/match_probes.h"
#include "trace/interpolate_clocks.h"

namespace latecomer::analyze {

SynchronizedTrace synchronize(const trace::Trace& recorded, const ClockOptions& options, Comm& comm,
                              Timings& timings) {
  SynchronizedTrace result;
  AnomalyReport& anomalies = result.anomalies;
  if (options.mode != ClockMode::off)
    result.interpolated = std::make_unique<trace::InterpolatedTrace>(recorded);

  // Read every location once and keep only its operations and what happened between them.
  const trace::Trace& archive = result.interpolated ? *result.interpolated : recorded;
  timed(timings, "condense", [&] {
    result.local = std::make_unique<LocalTrace>(load_trace(archive, comm, anomalies));
    result.members = std::make_unique<CommMembers>(archive.definitions());
  });
  // From here on the archive is not needed any more, and call paths are the same everywhere.

  // Give every operation its counterpart.
  LocalTrace& trace = *result.local;
  const CommMembers& members = *result.members;
  Matches& matches = result.matches;
  timed(timings, "match probes", [&] { match_probes(trace); });
  timed(timings, "number collectives", [&] { number_collectives(trace); });
  matches.messages =
      timed(timings, "match messages", [&] { return match_messages(trace, members, comm, anomalies); });
  matches.partitions =
      timed(timings, "match partitions", [&] { return match_partitions(trace, matches.messages, comm); });
  matches.collectives =
      timed(timings, "match collectives", [&] { return match_collectives(trace, members, comm, anomalies); });
  matches.teams = timed(timings, "match teams", [&] { return match_teams(trace, anomalies); });
  // From here on nothing of these is searched: all that an operation has to know of others stands beside it.

  // Let causes come before their effects.
  result.clocks =
      timed(timings, "clocks", [&] { return correct_clocks(trace, members, matches, options, comm); });
  for (const std::vector<trace::ClockOffset>& offsets : recorded.definitions().clock_offsets)
    result.clocks.report.offsets += static_cast<int64_t>(offsets.size());
  result.clocks.report.interpolated = options.mode != ClockMode::off && result.clocks.report.offsets > 0;
  return result;
}

}  // namespace latecomer::analyze
