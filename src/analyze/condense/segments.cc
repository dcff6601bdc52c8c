// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/segments.h"

#include <algorithm>

#include "base/check.h"

namespace latecomer::analyze {

void Segments::add_several(std::span<const PathTime> times, Ticks end) {
  const Ticks length = end - boundaries_.back();
  boundaries_.push_back(end);
  const auto has_time = [](const PathTime& each) { return each.time != Ticks(); };
  const auto first = std::find_if(times.begin(), times.end(), has_time);
  if (first == times.end()) return contents_.push_back(kNothing);
  if (first->time == length) return contents_.push_back(kOnePath + first->path.value);
  contents_.push_back(static_cast<uint32_t>(times_.size()));
  CHECK(times_.size() < kOnePath);
  for (auto each = first; each != times.end(); ++each) {
    if (has_time(*each)) times_.push_back(*each);
  }
  times_.back().path.value |= kLast;
}

void Segments::renumber(std::span<const CallPathId> paths) {
  for (uint32_t& content : contents_) {
    if (content >= kOnePath && content != kNothing) content = kOnePath + paths[content - kOnePath].value;
  }
  for (PathTime& each : times_) {
    const uint32_t last = each.path.value & kLast;
    each.path.value = paths[each.path.value & ~kLast].value | last;
  }
}

void Segments::clear() {
  boundaries_.clear();
  contents_.clear();
  times_.clear();
}

void Segments::scale(size_t segment, Ticks after, Ticks before) {
  if (contents_[segment] >= kOnePath) return;  // all of it, whatever its length
  // Sums are scaled and not their parts, so that these sum up to the segment again.
  Ticks sum;
  Ticks scaled_sum;
  for (PathTime* each = &times_[contents_[segment]];; ++each) {
    sum += each->time;
    const Ticks scaled = latecomer::scale(sum, after, before);
    each->time = scaled - scaled_sum;
    scaled_sum = scaled;
    if ((each->path.value & kLast) != 0) return;
  }
}

}  // namespace latecomer::analyze
