// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

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

/// Is a time on one call path, in ticks.
struct PathTime {
  CallPathId path;
  Ticks time;
};

/// Weighs parts of a segment as they are.
struct TimeAsWeight {
  Ticks operator()(size_t, const PathTime& part) const { return part.time; }
};

/// Says where the time between communication went: a location's time is cut at boundaries, which are the
/// enters and leaves of calls and the like, and each segment between two of them has the exclusive time of
/// every call path that was active in it. Together these are the segment's length. Most segments have one
/// call path.
class Segments {
 public:
  size_t size() const { return contents_.size(); }
  bool empty() const { return contents_.empty(); }
  Ticks begin(size_t segment) const { return boundaries_[segment]; }
  Ticks end(size_t segment) const { return boundaries_[segment + 1]; }
  /// Returns one boundary more than there are segments, in the order of time; at most one if nothing
  /// happened.
  const TickList& boundaries() const { return boundaries_; }

  /// Calls `visit(path, time)` for every call path of a segment, each once and none with time zero.
  template <class Visit>
  void for_each(size_t segment, const Visit& visit) const {
    for_each_in(segment, segment + 1, visit);
  }
  /// Calls `visit(path, time)` for every call path of each of the segments [first, last).
  template <class Visit>
  void for_each_in(size_t first, size_t last, const Visit& visit) const {
    if (first >= last) return;
    Ticks begin = boundaries_[first];
    for (size_t segment = first; segment < last; ++segment) {
      const Ticks end = boundaries_[segment + 1];
      const uint32_t content = contents_[segment];
      if (content >= kSeveral) [[unlikely]] {
        for (const auto& [path, time] : parts_of(content)) visit(path, time);
      } else if (end != begin) {
        visit(CallPathId(content), end - begin);
      }
      begin = end;
    }
  }

  /// Returns the call path on which all of a segment was spent, which can be one without length; invalid:
  /// several, or not known.
  CallPathId only_path(size_t segment) const {
    return contents_[segment] < kSeveral ? CallPathId(contents_[segment]) : CallPathId();
  }

  /// Begins with a first boundary.
  void start(Ticks first) { boundaries_.push_back(first); }
  /// Lets the first segment begin earlier: the time until it began was spent on `path`.
  void lengthen_first(CallPathId path, Ticks begin);
  /// Lets the last segment end later: the time since it ended was spent on `path`.
  void lengthen_last(CallPathId path, Ticks end);
  /// Ends the segment that began at the last boundary. `times` sum up to its length; zeros do not count.
  void add(std::span<const PathTime> times, Ticks end);
  /// Ends the segment that began at the last boundary, on one call path, even if it has no length.
  void add(CallPathId path, Ticks end) {
    contents_.push_back(path.value);
    boundaries_.push_back(end);
  }
  /// Gives every path its number in another tree.
  void renumber(std::span<const CallPathId> paths);
  /// Moves all boundaries: `boundaries` are as many as before. Call paths get parts of each segment in
  /// proportion to `weight_of(segment, part)`; a segment that had no length becomes what `path_of(segment)`
  /// says.
  template <class PathOf, class WeightOf = TimeAsWeight>
  void stretch(const std::vector<Ticks>& boundaries, const PathOf& path_of, const WeightOf& weight_of = {}) {
    Segments stretched;
    stretched.start(boundaries.front());
    for (size_t i = 0; i < size(); ++i) {
      const Ticks before = end(i) - begin(i);
      const Ticks after = boundaries[i + 1] - boundaries[i];
      if (before == Ticks() && after != Ticks())
        stretched.add(path_of(i), boundaries[i + 1]);
      else
        stretched.add_weighted(*this, i, boundaries[i + 1], weight_of);
    }
    *this = std::move(stretched);
  }
  void clear();
  /// Calls `visit` with each of the vectors that it consists of, so that their memory can be managed.
  template <class Visit>
  void for_each_vector(const Visit& visit) {
    boundaries_.for_each_vector(visit);
    visit(contents_);
    visit(first_parts_);
    visit(parts_);
  }

 private:
  static constexpr uint32_t kSeveral = 1U << 31;

  std::span<const PathTime> parts_of(uint32_t content) const {
    const size_t several = content - kSeveral;
    const size_t first = first_parts_[several];
    const size_t end = several + 1 < first_parts_.size() ? first_parts_[several + 1] : parts_.size();
    return {parts_.data() + first, end - first};
  }
  /// Adds a segment of another list, with the same call paths but another length and other weights.
  template <class WeightOf>
  void add_weighted(const Segments& from, size_t segment, Ticks end, const WeightOf& weight_of) {
    if (const CallPathId only = from.only_path(segment); only.valid()) return add(only, end);
    std::vector<PathTime> weighted;
    from.for_each(segment, [&](CallPathId path, Ticks time) {
      weighted.push_back({path, weight_of(segment, PathTime{path, time})});
    });
    add_scaled(std::move(weighted), end);
  }
  /// Ends the segment that began at the last boundary, with parts in proportion to `parts`.
  void add_scaled(std::vector<PathTime> parts, Ticks end);
  void add_time(size_t segment, CallPathId path, Ticks time);
  /// Returns the element of `contents_` for a segment of that length, with its parts added to `parts_`.
  uint32_t content_of(std::span<const PathTime> times, Ticks length);

  TickList boundaries_;
  /// Holds the only call path, or kSeveral plus a position in `first_parts_`.
  LargeVector<uint32_t> contents_;
  /// Holds, for each segment on several paths or on none, the first of its positions in `parts_`.
  LargeVector<uint32_t> first_parts_;
  LargeVector<PathTime> parts_;
};

}  // namespace latecomer::analyze
