// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/model/segments.h"
#include "analyze/model/time_factors.h"
#include "base/search_near.h"
#include "base/ticks.h"

namespace latecomer::analyze {

/// Says how long anything between two times of a location takes when it is changed.
class ChangedTime {
 public:
  /// Keeps the segments and the factors, which have to live as long.
  ChangedTime(const Segments& segments, const TimeFactors& factors) : segments_(segments), factors_(factors) {
    if (factors.empty()) return;
    Ticks sum;
    for (size_t s = 0; s < segments.size(); ++s) {
      until_.push_back(sum);
      segments.for_each(s, [&](CallPathId path, Ticks time) { sum += scale_by(factors.of(s, path), time); });
    }
    until_.push_back(sum);
  }

  /// Is the boundary that was looked for last, so that times which follow each other are found at once.
  struct Cursor {
    size_t boundary = 0;
  };
  /// Returns the changed time from `begin` to `end`; within a segment it is spread evenly.
  Ticks between(Ticks begin, Ticks end, Cursor& cursor) const {
    if (until_.empty()) return end - begin;
    const Ticks before = until(begin, cursor);
    return until(end, cursor) - before;
  }
  /// Returns how long `length` of the call is that goes on after `begin`.
  Ticks of_call(Ticks begin, Ticks length, Cursor& cursor) const {
    if (until_.empty() || length == Ticks()) return length;
    const TickList& boundaries = segments_.boundaries();
    cursor.boundary =
        search_from(cursor.boundary, boundaries.size(), [&](size_t i) { return boundaries[i] <= begin; });
    const CallPathId path = cursor.boundary == 0 || cursor.boundary == boundaries.size()
                                ? CallPathId()
                                : segments_.only_path(cursor.boundary - 1);
    return path.valid() ? scale_by(factors_.of(cursor.boundary - 1, path), length)
                        : between(begin, begin + length, cursor);
  }

 private:
  Ticks until(Ticks time, Cursor& cursor) const {
    const TickList& boundaries = segments_.boundaries();
    const size_t next = cursor.boundary =
        search_from(cursor.boundary, boundaries.size(), [&](size_t i) { return boundaries[i] < time; });
    if (next == 0) return Ticks();
    if (next == boundaries.size()) return until_.back();
    const Ticks begin = boundaries[next - 1];
    return until_[next - 1] + scale(time - begin, until_[next] - until_[next - 1], boundaries[next] - begin);
  }

  const Segments& segments_;
  const TimeFactors& factors_;
  std::vector<Ticks> until_;  ///< Holds, for each boundary, the changed time before it.
};

}  // namespace latecomer::analyze
