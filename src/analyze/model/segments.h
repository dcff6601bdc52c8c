// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analyze/model/call_tree.h"
#include "base/spill.h"
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
/// call path, which takes 2 bytes beside those of the boundary; others take 4 more, and 8 for each path.
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
    const PathPart* next_parts = nullptr;  // of the next segment on several paths, once there was one
    Ticks begin = boundaries_[first];
    for (size_t segment = first; segment < last; ++segment) {
      const Ticks end = boundaries_[segment + 1];
      const int16_t content = contents_[segment];
      if (content < 0) [[unlikely]] {
        if (content == kSeveral) next_parts = for_each_of(next_parts ? next_parts : parts_of(segment), visit);
      } else if (end != begin) {
        visit(CallPathId(static_cast<uint32_t>(content)), end - begin);
      }
      begin = end;
    }
  }

  /// The call path on which all of a segment was spent, which can be one without length; invalid: several, or
  /// not known.
  CallPathId only_path(size_t segment) const {
    const int16_t content = contents_[segment];
    if (content >= 0) return CallPathId(static_cast<uint32_t>(content));
    return content == kSeveral ? only_path_of(parts_of(segment)) : CallPathId();
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
    if (path.value >= kPaths) [[unlikely]]
      return add_far(path, end);
    add_content(static_cast<int16_t>(path.value), end);
  }
  /// Gives every path its number in another tree.
  void renumber(std::span<const CallPathId> paths);
  /// Moves all boundaries: `boundaries` are as many as before. Call paths keep their parts of each segment;
  /// one that had no length becomes what `path_of(segment)` says.
  template <class PathOf>
  void stretch(const std::vector<Ticks>& boundaries, const PathOf& path_of) {
    Segments stretched;
    stretched.start(boundaries.front());
    for (size_t i = 0; i < size(); ++i) {
      const Ticks before = end(i) - begin(i);
      const Ticks after = boundaries[i + 1] - boundaries[i];
      if (before == Ticks() && after != Ticks())
        stretched.add(path_of(i), boundaries[i + 1]);
      else
        stretched.add_scaled(*this, i, boundaries[i + 1]);
    }
    *this = std::move(stretched);
  }
  void clear();
  /// Calls `visit` with each of the vectors that it consists of, so that their memory can be managed.
  template <class Visit>
  void for_each_vector(const Visit& visit) {
    boundaries_.for_each_vector(visit);
    visit(contents_);
    visit(several_);
    visit(several_before_);
    visit(first_parts_);
    visit(parts_);
    visit(long_times_);
  }

 private:
  // Contents are the only call path, or one of these.
  static constexpr int16_t kSeveral = -1;  ///< in `parts_`
  static constexpr int16_t kNothing = -2;
  static constexpr uint32_t kPaths = INT16_MAX + 1;  ///< paths from here on are in `parts_`, too
  static constexpr size_t kBlock = 64;
  static constexpr uint32_t kLast = 1U << 31;  ///< in a path of `parts_`: the segment has no more
  static constexpr uint32_t kLong = UINT32_MAX;

  /// What a segment has of one path.
  struct PathPart {
    uint32_t path;
    uint32_t ticks;  ///< kLong: in `long_times_`

    CallPathId call_path() const { return CallPathId(path & ~kLast); }
  };
  struct LongTime {
    uint32_t part;  ///< position in `parts_`
    Ticks time;
  };

  /// Returns what is behind the parts of one segment: those of the next one on several paths.
  template <class Visit>
  const PathPart* for_each_of(const PathPart* parts, const Visit& visit) const {
    for (const PathPart* each = parts;; ++each) {
      if (each->ticks != 0) visit(each->call_path(), time_of(*each));
      if ((each->path & kLast) != 0) return each + 1;
    }
  }
  /// Of a segment on several paths.
  const PathPart* parts_of(size_t segment) const {
    const size_t block = segment / kBlock;
    const uint64_t before_in_block = several_[block] & ((uint64_t{1} << segment % kBlock) - 1);
    return &parts_[first_parts_[several_before_[block] +
                                static_cast<size_t>(std::popcount(before_in_block))]];
  }
  Ticks time_of(const PathPart& part) const {
    return part.ticks != kLong ? Ticks(part.ticks) : long_time_of(part);
  }
  Ticks long_time_of(const PathPart& part) const;
  static CallPathId only_path_of(const PathPart* parts) {
    return (parts->path & kLast) != 0 ? parts->call_path() : CallPathId();
  }
  void add_content(int16_t content, Ticks end) {
    if (size() % kBlock == 0) {
      several_.push_back(0);
      several_before_.push_back(static_cast<uint32_t>(first_parts_.size()));
    }
    contents_.push_back(content);
    boundaries_.push_back(end);
  }
  void renumber_anew(std::span<const CallPathId> paths);
  void add_several(std::span<const PathTime> times, Ticks end);
  void add_times(std::span<const PathTime> times, Ticks end);
  void add_far(CallPathId path, Ticks end);
  void add_scaled(const Segments& from, size_t segment, Ticks end);

  TickList boundaries_;
  LargeVector<int16_t> contents_;
  LargeVector<uint64_t> several_;         ///< of each block of segments, a bit for each on several paths
  LargeVector<uint32_t> several_before_;  ///< how many of these are before each block
  LargeVector<uint32_t> first_parts_;     ///< of each segment on several paths, in `parts_`
  LargeVector<PathPart> parts_;
  LargeVector<LongTime> long_times_;  ///< by part
};

}  // namespace latecomer::analyze
