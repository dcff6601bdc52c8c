// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/clocks/time_windows.h"
#include "analyze/model/condensed_location.h"

namespace latecomer::analyze {

/// What the correction of clocks gives a new time of its own: the first and the last event of a location, the
/// enters and leaves of its calls, and the other events whose times it has. Everything between two points
/// moves with them. Where a window begins or ends between two points is a point as well, which stays where it
/// is.
struct ClockPoint {
  enum class Kind : uint8_t {
    first,   ///< the location's first event
    enter,   ///< index: of a call
    event,   ///< index: in the event times
    leave,   ///< index: of a call
    last,    ///< the location's last event
    border,  ///< the begin or the end of a window
  };
  Ticks time;
  uint32_t index = 0;
  Kind kind;

  bool operator==(const ClockPoint&) const = default;
};

/// A location's points within the windows, in the order of its events; at equal times as well: a call's
/// enter, what is in it, its leave, the next call. Empty for a location without events.
std::vector<ClockPoint> clock_points(const CondensedLocation& location, const TimeWindows& windows);
/// All of its points.
std::vector<ClockPoint> clock_points(const CondensedLocation& location);

/// The call in which an event is; kNoCall where there is none.
CallIndex call_of(const CondensedLocation& location, const EventTime& event);

}  // namespace latecomer::analyze
