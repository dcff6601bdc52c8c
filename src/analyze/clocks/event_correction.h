// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/clocks/correct_times.h"
#include "analyze/model/condensed_trace.h"
#include "trace/event.h"

namespace latecomer::analyze {

/// Follows the events of one location and returns the corrected time of each. It refers to trace and times.
class EventCorrection {
 public:
  EventCorrection(const CondensedTrace& trace, const CondensedLocation& location, const PointTimes& times)
      : trace_(trace), location_(location), times_(times), event_times_(location.event_times.all()) {}

  /// Returns the corrected time of the location's next event, which has its recorded (interpolated) time.
  Ticks next(const trace::Event& event);

 private:
  bool is_point(const ClockPoint& point, const trace::Event& event) const;

  const CondensedTrace& trace_;
  const CondensedLocation& location_;
  const PointTimes& times_;
  const std::vector<EventTime> event_times_;
  size_t point_ = 0;           ///< Is the first point that no event has been found for.
  Ticks now_ = Ticks::min();   ///< Is the latest recorded time.
  Ticks last_ = Ticks::min();  ///< Is what was returned last.
};

}  // namespace latecomer::analyze
