// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/run_extent.h"

#include <algorithm>

#include "trace/location_kinds.h"

namespace latecomer::analyze {

RunExtent run_extent(const CondensedTrace& trace, Comm& comm) {
  int64_t ends[] = {INT64_MIN, INT64_MIN};  // has the negative of the first, and the last
  for (const CondensedLocation& location : trace.locations) {
    if (!trace::is_thread(trace.definitions, location.id)) continue;
    if (location.segments.empty()) continue;  // there are no events
    ends[0] = std::max(ends[0], -location.first_time.count);
    ends[1] = std::max(ends[1], location.last_time.count);
  }
  comm.max(ends);
  if (ends[1] == INT64_MIN) return {};
  return {Ticks(-ends[0]), Ticks(ends[1])};
}

}  // namespace latecomer::analyze
