// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/clocks/time_windows.h"

#include <algorithm>

namespace latecomer::analyze {

TimeWindows::TimeWindows(std::vector<TimeSpan> spans) {
  std::ranges::sort(spans, {}, &TimeSpan::begin);
  for (const TimeSpan& span : spans) {
    if (windows_.empty() || windows_.back().end < span.begin)
      windows_.push_back(span);
    else
      windows_.back().end = std::max(windows_.back().end, span.end);
  }
}

}  // namespace latecomer::analyze
