// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/predictions.h"

#include <algorithm>

#include "analyze/replay/changes.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

Ticks Predictions::run_length(const std::vector<Change>& changes, Comm& comm) const {
  const std::vector<const LocalLocation*> locations = list_locations(trace_);
  const OwnTimeChanges own_times = own_time_changes(trace_, locations, run_.begin, changes, comm);
  const std::vector<Ticks> ends = replay_.ends(locations, own_times, comm);
  int64_t last[] = {run_.begin.count};
  for (size_t l = 0; l < ends.size(); ++l)
    if (trace::is_thread(trace_.definitions, locations[l]->id)) last[0] = std::max(last[0], ends[l].count);
  comm.max(last);
  return Ticks(last[0]) - run_.begin;
}

IterationTimes Predictions::iteration_times(const Change& change, Comm& comm) const {
  return analyze::iteration_times(trace_, list_locations(trace_), change, comm);
}

}  // namespace latecomer::analyze
