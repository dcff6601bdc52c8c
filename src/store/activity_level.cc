// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A picture of a location is so many pixels wide, whatever the number of its events. So what is shorter than
// a pixel is drawn as what most of that time was spent on, and what is longer as it is:
//
//     activities   a a b a c | bbbbbbbbbbbbbbb | c c a c
//     rows        [    a    ] [       b       ] [   c   ]
//
// A row is what lies between two long activities within the same multiple of the resolution. Rows of a level
// are the activities of the next one, whose resolution is coarser, so that all levels together take little
// more than the first. Cost: O(activities).

#include "store/activity_level.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace latecomer::store {

namespace {

/// Is how many times as long as those so far all activities are believed to take. A thread can be
/// short-lived.
constexpr int64_t kMostTimes = 64;

/// Returns the part of an activity that was on its path, rounded down.
Ticks time_on_path(const Activity& activity) {
  if (activity.share == Activity::kWhole) return activity.end - activity.begin;
  return scale(activity.end - activity.begin, Ticks(activity.share), Ticks(Activity::kWhole));
}

/// Returns a part in 255ths: all only where it is all, and nothing only where it is nothing.
uint8_t share_of(Ticks time, Ticks length) {
  if (time >= length) return Activity::kWhole;
  const Ticks share = scale(time, Ticks(Activity::kWhole), length);
  return static_cast<uint8_t>(std::clamp<int64_t>(share.count, 1, Activity::kWhole - 1));
}

}  // namespace

void ActivityLevel::add(const Activity& activity) {
  const Ticks length = activity.end - activity.begin;
  if (activity.begin < group_.bucket_end && length < resolution_)
    return join(activity.path, activity.end, time_on_path(activity), activity.count);
  add_apart(activity);
}

void ActivityLevel::add_apart(const Activity& activity) {
  const Ticks length = activity.end - activity.begin;
  if (length <= Ticks()) return;
  end_group();
  if (length >= resolution_) return push(activity);
  group_.begin = activity.begin;
  group_.bucket_end = rounded_down(activity.begin, resolution_) + resolution_;
  join(activity.path, activity.end, time_on_path(activity), activity.count);
}

void ActivityLevel::end_group() {
  if (group_.count == 0) return;
  const Group::Part* const most =
      std::max_element(group_.of_path.begin(), group_.of_path.begin() + group_.parts,
                       [](const Group::Part& a, const Group::Part& b) { return a.time < b.time; });
  const Activity row{group_.begin, group_.end, most->path, group_.count,
                     share_of(most->time, group_.end - group_.begin)};
  group_.count = group_.parts = 0;
  group_.bucket_end = Ticks::min();
  push(row);
}

void ActivityLevel::push(const Activity& row) {
  Activity* const last = rows_.empty() ? nullptr : &rows_.back();
  const bool goes_on = last != nullptr && last->path == row.path && last->end == row.begin &&
                       last->count == 1 && row.count == 1;
  if (goes_on) {
    last->end = row.end;
    return;
  }
  if (rows_.size() >= most_rows_) make_coarser();
  rows_.push_back(row);
}

/// Makes the resolution coarser, so that about half as many rows as are allowed take the whole length.
void ActivityLevel::make_coarser() {
  const Ticks recorded = rows_.back().end - rows_.front().begin;
  const bool is_believed = length_.count / kMostTimes <= recorded.count;
  const Ticks length = is_believed ? std::max(length_, recorded) : recorded;
  const uint64_t wanted = static_cast<uint64_t>(length.count) / (most_rows_ / 2 + 1);
  resolution_ = Ticks(std::max(resolution_.count * 2, static_cast<int64_t>(std::bit_floor(wanted))));
  ActivityLevel coarser(resolution_);
  coarser.rows_.reserve(rows_.size());
  for (const Activity& row : rows_) coarser.add(row);
  coarser.finish();
  rows_ = std::move(coarser.rows_);
}

std::vector<Activity> reduced(std::span<const Activity> activities, Ticks resolution) {
  ActivityLevel level(resolution);
  for (const Activity& each : activities) level.add(each);
  level.finish();
  return {level.rows().begin(), level.rows().end()};
}

void ActivityLevel::renumber(std::span<const report::CallPathId> paths) {
  for (Activity& row : rows_)
    if (row.path.valid()) row.path = paths[row.path.index()];
}

}  // namespace latecomer::store
