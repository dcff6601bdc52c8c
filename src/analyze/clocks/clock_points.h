// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/clocks/time_windows.h"
#include "analyze/model/condensed_location.h"

namespace latecomer::analyze {

/// Is what the correction of clocks gives a new time of its own: the first and the last event of a location,
/// the enters and leaves of its calls, and the other events whose times it has. Everything between two points
/// moves with them. Where a window begins or ends between two points is a point as well, which is not moved;
/// of a replay, so is where a thread releases what another one waits for.
struct ClockPoint {
  enum class Kind : uint8_t {
    first,    ///< Is the location's first event.
    enter,    ///< Has the index of a call.
    event,    ///< Has an index in the event times.
    leave,    ///< Has the index of a call.
    last,     ///< Is the location's last event.
    border,   ///< Is the begin or the end of a window.
    release,  ///< Has a position in the location's locks.
  };
  Ticks time;
  uint32_t index = 0;
  Kind kind;

  bool operator==(const ClockPoint&) const = default;
};

/// Returns a location's points within the windows, in the order of its events; at equal times as well: a
/// call's enter, what is in it, its leave, the next call. The list is empty for a location without events.
std::vector<ClockPoint> clock_points(const CondensedLocation& location, const TimeWindows& windows);
std::vector<ClockPoint> clock_points(const CondensedLocation& location);

/// Returns the call in which an event is; kNoCall where there is none.
CallIndex call_of(const CondensedLocation& location, const EventTime& event);

}  // namespace latecomer::analyze
