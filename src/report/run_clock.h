// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "base/ticks.h"
#include "report/report.h"

namespace latecomer::report {

/// When the run of a report began, and how long it took; turns ticks of the trace's clock into seconds since
/// its first event.
class RunClock {
 public:
  explicit RunClock(const Report& report);

  double seconds(Ticks time) const { return length(time - begin_); }
  /// Of a number of ticks.
  double length(Ticks ticks) const { return ticks.seconds(ticks_per_second_); }
  uint64_t ticks_per_second() const { return ticks_per_second_; }
  Ticks begin() const { return begin_; }
  /// From its first event to its last.
  Ticks run_length() const { return length_; }

 private:
  Ticks begin_;
  Ticks length_;
  uint64_t ticks_per_second_ = 1;
};

}  // namespace latecomer::report
