// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/segments.h"

#include <algorithm>

#include "base/check.h"

namespace latecomer::analyze {

void Segments::add_several(std::span<const PathTime> times, Ticks end) {
  const auto has_time = [](const PathTime& each) { return each.time != Ticks(); };
  const auto first = std::find_if(times.begin(), times.end(), has_time);
  if (first == times.end()) return add_content(kNothing, end);
  if (first->time == end - boundaries_.back()) return add(first->path, end);
  add_times(times, end);
}

/// At least one of them, or the only one, has time.
void Segments::add_times(std::span<const PathTime> times, Ticks end) {
  CHECK(parts_.size() < UINT32_MAX - times.size());
  add_content(kSeveral, end);
  several_.back() |= uint64_t{1} << (size() - 1) % kBlock;
  first_parts_.push_back(static_cast<uint32_t>(parts_.size()));
  for (const auto& [path, time] : times) {
    if (time == Ticks() && times.size() > 1) continue;
    const bool is_long = time < Ticks() || time >= Ticks(kLong);
    if (is_long) long_times_.push_back({static_cast<uint32_t>(parts_.size()), time});
    parts_.push_back({path.value, is_long ? kLong : static_cast<uint32_t>(time.count)});
  }
  parts_.back().path |= kLast;
}

Ticks Segments::long_time_of(const PathPart& part) const {
  const auto position = static_cast<uint32_t>(&part - parts_.data());
  return std::ranges::lower_bound(long_times_, position, {}, &LongTime::part)->time;
}

/// On one path whose number does not fit.
void Segments::add_far(CallPathId path, Ticks end) {
  const PathTime only{path, end - boundaries_.back()};
  add_times(std::span(&only, 1), end);
}

/// A segment of others, with the same call paths but another length; one of them can have none.
void Segments::add_scaled(const Segments& from, size_t segment, Ticks end) {
  if (const CallPathId only = from.only_path(segment); only.valid()) return add(only, end);
  const Ticks before = from.end(segment) - from.begin(segment);
  const Ticks after = end - boundaries_.back();
  // Sums are scaled and not their parts, so that these sum up to the segment again.
  std::vector<PathTime> times;
  Ticks sum;
  Ticks scaled_sum;
  from.for_each(segment, [&](CallPathId path, Ticks time) {
    sum += time;
    const Ticks scaled = scale(sum, after, before);
    times.push_back({path, scaled - scaled_sum});
    scaled_sum = scaled;
  });
  add(times, end);
}

void Segments::renumber(std::span<const CallPathId> paths) {
  const auto is_far = [](CallPathId path) { return path.value >= kPaths; };
  if (paths.size() > kPaths || std::any_of(paths.begin(), paths.end(), is_far)) return renumber_anew(paths);
  uint32_t number = 0;
  const auto keeps_number = [&](CallPathId path) { return path.value == number++; };
  if (std::all_of(paths.begin(), paths.end(), keeps_number)) return;
  for (int16_t& content : contents_) {
    if (content >= 0) content = static_cast<int16_t>(paths[static_cast<size_t>(content)].value);
  }
  for (PathPart& each : parts_) each.path = paths[each.call_path().index()].value | (each.path & kLast);
}

/// The same where a segment's only path can change between `contents_` and `parts_`.
void Segments::renumber_anew(std::span<const CallPathId> paths) {
  Segments renumbered;
  if (!boundaries_.empty()) renumbered.start(boundaries_.front());
  std::vector<PathTime> times;
  for (size_t i = 0; i < size(); ++i) {
    if (const CallPathId only = only_path(i); only.valid()) {
      renumbered.add(paths[only.index()], end(i));
      continue;
    }
    times.clear();
    for_each(i, [&](CallPathId path, Ticks time) { times.push_back({paths[path.index()], time}); });
    renumbered.add(times, end(i));
  }
  *this = std::move(renumbered);
}

void Segments::clear() {
  boundaries_.clear();
  contents_.clear();
  several_.clear();
  several_before_.clear();
  first_parts_.clear();
  parts_.clear();
  long_times_.clear();
}

}  // namespace latecomer::analyze
