// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/clocks/correct_times.h"
#include "analyze/model/condensed_trace.h"
#include "trace/event.h"

namespace latecomer::analyze {

/// Follows the events of one location and tells the corrected time of each. Both trace and times have to live
/// longer.
class EventCorrection {
 public:
  EventCorrection(const CondensedTrace& trace, const CondensedLocation& location, const PointTimes& times)
      : trace_(trace), location_(location), times_(times), event_times_(location.event_times.all()) {}

  /// Of the next event, whose recorded (interpolated) time it has; in the order of the location's events.
  Ticks next(const trace::Event& event);

 private:
  bool is_point(const ClockPoint& point, const trace::Event& event) const;

  const CondensedTrace& trace_;
  const CondensedLocation& location_;
  const PointTimes& times_;
  const std::vector<EventTime> event_times_;
  size_t point_ = 0;           ///< the first that no event has been found for
  Ticks now_ = Ticks::min();   ///< the latest recorded time
  Ticks last_ = Ticks::min();  ///< what was returned last
};

}  // namespace latecomer::analyze
