// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/model/call_tree.h"
#include "analyze/model/segments.h"
#include "base/check.h"
#include "base/spill.h"
#include "base/ticks.h"

namespace latecomer::analyze {

/// Is a position in a location's calls.
using CallIndex = uint32_t;
inline constexpr CallIndex kNoCall = UINT32_MAX;

/// Is one instance of a region that communicates or synchronizes.
struct Call {
  Ticks enter;
  Ticks leave;
  CallPathId path;
};

/// Holds the calls of a location, in the order in which they became one. Most fill one segment, which says
/// all of them; the others, which call others or whose end is not known yet, stand apart.
class Calls {
 public:
  size_t size() const { return where_.size(); }
  bool empty() const { return where_.empty(); }
  /// Returns a call; `segments` are those of the same location.
  Call at(CallIndex call, const Segments& segments) const {
    const uint32_t where = where_[call];
    if (where >= kApart) [[unlikely]]
      return apart_[where - kApart];
    return {segments.begin(where), segments.end(where), segments.only_path(where)};
  }
  // These functions return a single field, which takes less than `at`.
  Ticks enter_of(CallIndex call, const Segments& segments) const {
    const uint32_t where = where_[call];
    return where >= kApart ? apart_[where - kApart].enter : segments.begin(where);
  }
  Ticks leave_of(CallIndex call, const Segments& segments) const {
    const uint32_t where = where_[call];
    return where >= kApart ? apart_[where - kApart].leave : segments.end(where);
  }
  CallPathId path_of(CallIndex call, const Segments& segments) const {
    const uint32_t where = where_[call];
    return where >= kApart ? apart_[where - kApart].path : segments.only_path(where);
  }

  /// Returns whether it is known that no call is within another, so that they leave in the order of numbers.
  bool follow_each_other() const { return apart_.empty(); }

  std::vector<Call> all(const Segments& segments) const;

  CallIndex add(const Call& call) {
    where_.push_back(kApart + static_cast<uint32_t>(apart_.size()));
    apart_.push_back(call);
    return static_cast<CallIndex>(size() - 1);
  }
  /// Replaces a call that stands apart.
  void replace(CallIndex call, const Call& by) { apart_[where_[call] - kApart] = by; }
  /// Ends a call that stands apart.
  void end(CallIndex call, Ticks leave) { apart_[where_[call] - kApart].leave = leave; }
  /// Returns whether a call is the last of those apart, that is, no call within it is.
  bool is_last_apart(CallIndex call) const { return where_[call] - kApart + size_t{1} == apart_.size(); }
  /// Lets the last of the calls that stand apart fill `segment`, which ends with it.
  void fill(CallIndex call, size_t segment) {
    CHECK(segment < kApart);
    apart_.pop_back();
    where_[call] = static_cast<uint32_t>(segment);
  }
  /// Gives every path its number in another tree, but for those of calls that fill segments, which are
  /// renumbered with the segments.
  void renumber(std::span<const CallPathId> paths);
  /// Gives every call a new time, after segments have got theirs.
  void renew(std::span<const Call> calls, const Segments& segments);
  void clear();
  /// Calls `visit` with each of the vectors that it consists of, so that their memory can be managed.
  template <class Visit>
  void for_each_vector(const Visit& visit) {
    visit(where_);
    visit(apart_);
  }

 private:
  static constexpr uint32_t kApart = 1U << 31;

  /// Holds, for each call, the segment that it fills, or kApart plus its position in `apart_`.
  LargeVector<uint32_t> where_;
  LargeVector<Call> apart_;
};

}  // namespace latecomer::analyze
