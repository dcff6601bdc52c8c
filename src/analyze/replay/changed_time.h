// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/model/segments.h"
#include "base/ticks.h"

namespace latecomer::analyze {

/// Says how long anything between two times of a location takes when it is changed.
class ChangedTime {
 public:
  ChangedTime(const Segments& segments, const std::vector<double>& factors) : segments_(segments) {
    if (factors.empty()) return;
    Ticks sum;
    for (size_t s = 0; s < segments.size(); ++s) {
      until_.push_back(sum);
      segments.for_each(s,
                        [&](CallPathId path, Ticks time) { sum += scale_by(factors[path.index()], time); });
    }
    until_.push_back(sum);
  }

  /// Returns the changed time from `begin` to `end`; within a segment it is spread evenly.
  Ticks between(Ticks begin, Ticks end) const {
    return until_.empty() ? end - begin : until(end) - until(begin);
  }

 private:
  Ticks until(Ticks time) const {
    const TickList& boundaries = segments_.boundaries();
    const size_t next = boundaries.count_before(time);
    if (next == 0) return Ticks();
    if (next == boundaries.size()) return until_.back();
    const Ticks begin = boundaries[next - 1];
    return until_[next - 1] + scale(time - begin, until_[next] - until_[next - 1], boundaries[next] - begin);
  }

  const Segments& segments_;
  std::vector<Ticks> until_;  ///< Holds, for each boundary, the changed time before it.
};

}  // namespace latecomer::analyze
