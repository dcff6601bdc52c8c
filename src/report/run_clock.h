// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "base/ticks.h"
#include "report/report.h"

namespace latecomer::report {

/// Says when the run of a report began, and how long it took; turns ticks into seconds since the first event.
class RunClock {
 public:
  explicit RunClock(const Report& report);

  double seconds(Ticks time) const { return length(time - begin_); }
  /// Returns how many seconds a number of ticks is.
  double length(Ticks ticks) const { return ticks.seconds(ticks_per_second_); }
  uint64_t ticks_per_second() const { return ticks_per_second_; }
  Ticks begin() const { return begin_; }
  /// Returns the time from the run's first event to its last.
  Ticks run_length() const { return length_; }

 private:
  Ticks begin_;
  Ticks length_;
  uint64_t ticks_per_second_ = 1;
};

}  // namespace latecomer::report
