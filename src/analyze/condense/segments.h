// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analyze/condense/call_tree.h"
#include "base/tick_list.h"
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
/// call path, which takes 4 bytes beside those of the boundary; others take 16 for each.
class Segments {
 public:
  size_t size() const { return contents_.size(); }
  bool empty() const { return contents_.empty(); }
  Ticks begin(size_t segment) const { return boundaries_[segment]; }
  Ticks end(size_t segment) const { return boundaries_[segment + 1]; }
  /// One more than segments, in the order of time; at most one where nothing happened.
  const TickList& boundaries() const { return boundaries_; }

  /// Calls `visit(path, time)` for every call path of a segment, each once and none with time zero.
  template <class Visit>
  void for_each(size_t segment, const Visit& visit) const {
    for_each_in(segment, segment + 1, visit);
  }
  /// The same for each of the segments [first, last).
  template <class Visit>
  void for_each_in(size_t first, size_t last, const Visit& visit) const {
    if (first >= last) return;
    Ticks begin = boundaries_[first];
    for (size_t segment = first; segment < last; ++segment) {
      const Ticks end = boundaries_[segment + 1];
      const uint32_t content = contents_[segment];
      if (content < kOnePath)
        for_each_of(content, visit);
      else if (content != kNothing && end != begin)
        visit(CallPathId(content - kOnePath), end - begin);
      begin = end;
    }
  }
  /// Lets the processor fetch what is around a segment.
  void prefetch(size_t segment) const {
    boundaries_.prefetch(segment);
    __builtin_prefetch(contents_.data() + segment);
  }

  /// The call path on which all of a segment was spent, which can be one without length; invalid: several, or
  /// not known.
  CallPathId only_path(size_t segment) const {
    const uint32_t content = contents_[segment];
    return content >= kOnePath && content != kNothing ? CallPathId(content - kOnePath) : CallPathId();
  }

  /// Begins with a first boundary.
  void start(Ticks first) { boundaries_.push_back(first); }
  /// The first segment begins earlier or later than was thought.
  void move_start(Ticks first) { boundaries_.set(0, first); }
  /// Ends the segment that began at the last boundary. `times` sum up to its length; those of zero do not
  /// count.
  void add(std::span<const PathTime> times, Ticks end) {
    const bool on_one_path =
        times.size() == 1 && times[0].time == end - boundaries_.back() && times[0].time != Ticks();
    on_one_path ? add(times[0].path, end) : add_several(times, end);
  }
  /// The same on one call path, even if it has no length.
  void add(CallPathId path, Ticks end) {
    boundaries_.push_back(end);
    contents_.push_back(kOnePath + path.value);
  }
  /// Gives every path its number in another tree.
  void renumber(std::span<const CallPathId> paths);
  /// Moves all boundaries: `boundaries` are as many as before. Call paths keep their parts of each segment;
  /// one that had no length becomes what `path_of(segment)` says.
  template <class PathOf>
  void stretch(const std::vector<Ticks>& boundaries, const PathOf& path_of) {
    for (size_t i = 0; i < size(); ++i) {
      const Ticks before = end(i) - begin(i);
      const Ticks after = boundaries[i + 1] - boundaries[i];
      if (before == after) continue;
      if (before == Ticks())
        contents_[i] = kOnePath + path_of(i).value;
      else
        scale(i, after, before);
    }
    boundaries_.clear();
    for (const Ticks each : boundaries) boundaries_.push_back(each);
  }
  void clear();

 private:
  /// A content from here on is the only call path, less this; below, it is the position of the first of
  /// several.
  static constexpr uint32_t kOnePath = 1U << 31;
  static constexpr uint32_t kNothing = UINT32_MAX;
  static constexpr uint32_t kLast = 1U << 31;  ///< in a path of `times_`: the segment has no more

  template <class Visit>
  void for_each_of(uint32_t content, const Visit& visit) const {
    for (const PathTime* each = &times_[content];; ++each) {
      if (each->time != Ticks()) visit(CallPathId(each->path.value & ~kLast), each->time);
      if ((each->path.value & kLast) != 0) return;
    }
  }
  void add_several(std::span<const PathTime> times, Ticks end);
  void scale(size_t segment, Ticks after, Ticks before);

  TickList boundaries_;
  std::vector<uint32_t> contents_;
  std::vector<PathTime> times_;
};

}  // namespace latecomer::analyze
