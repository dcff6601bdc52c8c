// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/operation_counts.h"

namespace latecomer::analyze {

OperationCounts count_operations(const CondensedTrace& trace) {
  OperationCounts all;
  for (const CondensedLocation& location : trace.locations) {
    const auto add = [](int64_t& sum, const auto& list) { sum += static_cast<int64_t>(list.size()); };
    add(all.calls, location.calls);
    add(all.messages, location.sends);
    add(all.messages, location.receives);
    add(all.probes, location.probes);
    add(all.partition_uses, location.partitioned_uses);
    add(all.collectives, location.collectives);
    add(all.team_parts, location.threads.parts);
    add(all.team_parts, location.threads.barriers);
    add(all.window_operations, location.window_operations);
    add(all.event_times, location.event_times);
    add(all.segments, location.segments);
    add(all.paths, location.paths);
  }
  return all;
}

}  // namespace latecomer::analyze
