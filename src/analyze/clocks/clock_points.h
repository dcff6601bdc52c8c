// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/model/condensed_location.h"

namespace latecomer::analyze {

/// What the correction of clocks gives a new time of its own: the first and the last event of a location, the
/// enters and leaves of its calls, and the other events whose times it has. Everything between two points
/// moves with them.
struct ClockPoint {
  enum class Kind : uint8_t {
    first,  ///< the location's first event
    enter,  ///< index: of a call
    event,  ///< index: in the event times
    leave,  ///< index: of a call
    last,   ///< the location's last event
  };
  Ticks time;
  uint32_t index = 0;
  Kind kind;
};

/// A location's points in the order of its events; at equal times as well: a call's enter, what is in it, its
/// leave, the next call. Empty for a location without events.
std::vector<ClockPoint> clock_points(const CondensedLocation& location);

/// The call in which an event is; kNoCall where there is none.
CallIndex call_of(const CondensedLocation& location, const EventTime& event);

}  // namespace latecomer::analyze
