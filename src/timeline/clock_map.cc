// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "timeline/clock_map.h"

#include <algorithm>

namespace latecomer::timeline {

namespace {

using Correction = store::ClockCorrection;

/// Returns where a time between two of one clock lies on the other clock.
Ticks between(Ticks time, Ticks from, Ticks to, Ticks other_from, Ticks other_to) {
  if (to == from) return other_from;
  return other_from + scale(time - from, other_to - other_from, to - from);
}

}  // namespace

Ticks ClockMap::corrected(Ticks before) const {
  if (corrections_.empty()) return before;
  const auto next = std::ranges::lower_bound(corrections_, before, {}, &Correction::before);
  if (next == corrections_.begin()) return before + (next->after - next->before);
  const auto last = next - 1;
  if (next == corrections_.end()) return before + (last->after - last->before);
  return between(before, last->before, next->before, last->after, next->after);
}

// Corrected times never decrease, but many can become one: then the earliest and the latest of these count.
store::Interval ClockMap::before(const store::Interval& corrected) const {
  if (corrections_.empty()) return corrected;
  const auto& first = corrections_.front();
  const auto& last = corrections_.back();
  const auto inverse = [&](Ticks time, auto next) {
    if (next == corrections_.begin()) return time - (first.after - first.before);
    if (next == corrections_.end()) return time - (last.after - last.before);
    const auto previous = next - 1;
    return between(time, previous->after, next->after, previous->before, next->before);
  };
  const auto from = std::ranges::lower_bound(corrections_, corrected.begin, {}, &Correction::after);
  const auto to = std::ranges::upper_bound(corrections_, corrected.end, {}, &Correction::after);
  return {inverse(corrected.begin, from), inverse(corrected.end, to) + Ticks(1)};
}

}  // namespace latecomer::timeline
