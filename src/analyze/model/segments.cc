// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/segments.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"

namespace latecomer::analyze {

void Segments::add(std::span<const PathTime> times, Ticks end) {
  contents_.push_back(content_of(times, end - boundaries_.back()));
  boundaries_.push_back(end);
}

uint32_t Segments::content_of(std::span<const PathTime> times, Ticks length) {
  const auto has_time = [](const PathTime& each) { return each.time != Ticks(); };
  const auto first = std::ranges::find_if(times, has_time);
  if (first != times.end() && first->time == length) return first->path.value;
  CHECK(parts_.size() < UINT32_MAX - times.size() && first_parts_.size() < kSeveral);
  first_parts_.push_back(static_cast<uint32_t>(parts_.size()));
  std::ranges::copy_if(times, std::back_inserter(parts_), has_time);
  return kSeveral + static_cast<uint32_t>(first_parts_.size() - 1);
}

void Segments::lengthen_first(CallPathId path, Ticks begin) {
  add_time(0, path, boundaries_.front() - begin);
  boundaries_.set(0, begin);
}

void Segments::lengthen_last(CallPathId path, Ticks end) {
  add_time(size() - 1, path, end - boundaries_.back());
  boundaries_.set(boundaries_.size() - 1, end);
}

void Segments::add_time(size_t segment, CallPathId path, Ticks time) {
  std::vector<PathTime> times;
  for_each(segment, [&](CallPathId each, Ticks passed) { times.push_back({each, passed}); });
  const auto same = std::ranges::find(times, path, &PathTime::path);
  same == times.end() ? times.push_back({path, time}) : void(same->time += time);
  contents_[segment] = content_of(times, end(segment) - begin(segment) + time);
}

void Segments::add_scaled(std::vector<PathTime> parts, Ticks end) {
  const Ticks after = end - boundaries_.back();
  Ticks before;
  for (const PathTime& part : parts) before += part.time;
  if (before == Ticks()) return parts.empty() ? add(parts, end) : add(parts.front().path, end);
  // Sums are scaled and not their parts, so that these sum up to the segment again.
  Ticks sum;
  Ticks scaled_sum;
  for (PathTime& part : parts) {
    sum += part.time;
    const Ticks scaled = scale(sum, after, before);
    part.time = scaled - scaled_sum;
    scaled_sum = scaled;
  }
  add(parts, end);
}

void Segments::renumber(std::span<const CallPathId> paths) {
  for (uint32_t& content : contents_) {
    if (content < kSeveral) content = paths[content].value;
  }
  for (PathTime& each : parts_) each.path = paths[each.path.index()];
}

void Segments::clear() {
  boundaries_.clear();
  contents_.clear();
  first_parts_.clear();
  parts_.clear();
}

}  // namespace latecomer::analyze
