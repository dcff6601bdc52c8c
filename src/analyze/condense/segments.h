// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analyze/condense/call_tree.h"
#include "base/ticks.h"

namespace latecomer::analyze {

/// Ticks of one call path.
struct PathTime {
  CallPathId path;
  Ticks time;
};

/// Where the time between communication went: a location's time is cut at boundaries, which are the enters
/// and leaves of calls and the like, and each segment between two of them has the exclusive time of every
/// call path that was active in it. Together these are the segment's length. Most segments are spent on one
/// call path, which takes 4 bytes; others take 16 for each.
class Segments {
 public:
  size_t size() const { return contents_.size(); }
  bool empty() const { return contents_.empty(); }
  Ticks begin(size_t segment) const { return boundaries_[segment]; }
  Ticks end(size_t segment) const { return boundaries_[segment + 1]; }
  /// One more than segments, in the order of time; at most one where nothing happened.
  std::span<const Ticks> boundaries() const { return boundaries_; }

  /// Calls `visit(path, time)` for every call path of a segment, each once and none with time zero.
  template <class Visit>
  void for_each(size_t segment, const Visit& visit) const {
    const uint32_t content = contents_[segment];
    if (content >= kOnePath) {
      if (content != kNothing) visit(CallPathId(content - kOnePath), end(segment) - begin(segment));
      return;
    }
    for (const PathTime* each = &times_[content];; ++each) {
      if (each->time != Ticks()) visit(CallPathId(each->path.value & ~kLast), each->time);
      if ((each->path.value & kLast) != 0) return;
    }
  }

  /// Begins with a first boundary.
  void start(Ticks first) { boundaries_.push_back(first); }
  /// The first segment begins earlier or later than was thought.
  void move_start(Ticks first) { boundaries_.front() = first; }
  /// Ends the segment that began at the last boundary. `times` sum up to its length; those of zero do not
  /// count.
  void add(std::span<const PathTime> times, Ticks end) {
    const bool on_one_path =
        times.size() == 1 && times[0].time == end - boundaries_.back() && times[0].time != Ticks();
    if (!on_one_path) return add_several(times, end);
    boundaries_.push_back(end);
    contents_.push_back(kOnePath + times[0].path.value);
  }
  /// Gives every path its number in another tree.
  void renumber(std::span<const CallPathId> paths);
  /// Moves all boundaries: `boundaries` are as many as before. Call paths keep their parts of each segment;
  /// one that had no length becomes what `path_of(segment)` says.
  template <class PathOf>
  void stretch(std::vector<Ticks> boundaries, const PathOf& path_of) {
    for (size_t i = 0; i < size(); ++i) {
      const Ticks before = end(i) - begin(i);
      const Ticks after = boundaries[i + 1] - boundaries[i];
      if (before == after) continue;
      if (before == Ticks())
        contents_[i] = kOnePath + path_of(i).value;
      else
        scale(i, after, before);
    }
    boundaries_ = std::move(boundaries);
  }
  /// Takes over what `room` has allocated. Only while it is empty itself.
  void take_room(Segments& room) { std::swap(*this, room); }
  /// Gives what it has allocated to `room`, and keeps its contents in no more than they need.
  void leave_room(Segments& room);

 private:
  /// A content from here on is the only call path, less this; below, it is the position of the first of
  /// several.
  static constexpr uint32_t kOnePath = 1U << 31;
  static constexpr uint32_t kNothing = UINT32_MAX;
  static constexpr uint32_t kLast = 1U << 31;  ///< in a path of `times_`: the segment has no more

  void add_several(std::span<const PathTime> times, Ticks end);
  void scale(size_t segment, Ticks after, Ticks before);

  std::vector<Ticks> boundaries_;
  std::vector<uint32_t> contents_;
  std::vector<PathTime> times_;
};

}  // namespace latecomer::analyze
