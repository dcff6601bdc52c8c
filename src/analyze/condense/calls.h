// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/condense/call_tree.h"
#include "analyze/condense/segments.h"
#include "base/check.h"
#include "base/ticks.h"

namespace latecomer::analyze {

/// A position in a location's calls.
using CallIndex = uint32_t;
inline constexpr CallIndex kNoCall = UINT32_MAX;

/// One instance of a region that communicates or synchronizes.
struct Call {
  Ticks enter;
  Ticks leave;
  CallPathId path;
};

/// The calls of a location, in the order in which they became one. Most fill one segment, which says all of
/// them, and take 4 bytes; what calls others or is unknown yet stands apart and takes 28.
class Calls {
 public:
  size_t size() const { return places_.size(); }
  bool empty() const { return places_.empty(); }
  /// `segments` are those of the same location.
  Call at(CallIndex call, const Segments& segments) const {
    const uint32_t place = places_[call];
    if (place >= kApart) return apart_[place - kApart];
    return {segments.begin(place), segments.end(place), segments.only_path(place)};
  }

  /// Whether it is known that none is within another, so that they leave in the order of their numbers.
  bool follow_each_other() const { return apart_.empty(); }

  /// Lets the processor fetch where a call's times are.
  void prefetch(CallIndex call) const { __builtin_prefetch(places_.data() + call); }

  std::vector<Call> all(const Segments& segments) const;

  CallIndex add(const Call& call) {
    CHECK(apart_.size() < kApart);
    places_.push_back(kApart + static_cast<uint32_t>(apart_.size()));
    apart_.push_back(call);
    return static_cast<CallIndex>(places_.size() - 1);
  }
  /// Ends one that stands apart.
  void end(CallIndex call, Ticks leave) { apart_[places_[call] - kApart].leave = leave; }
  /// Whether a call is the last of those apart, that is, no call within it is.
  bool is_last_apart(CallIndex call) const { return places_[call] == kApart + apart_.size() - 1; }
  /// The last of those apart turns out to fill `segment`.
  void fill(CallIndex call, size_t segment) {
    apart_.pop_back();
    places_[call] = static_cast<uint32_t>(segment);
  }
  /// Gives every path its number in another tree. Those of segments are theirs.
  void renumber(std::span<const CallPathId> paths);
  /// Gives every call a new time, after segments have got theirs.
  void renew(std::span<const Call> calls, const Segments& segments);
  void clear();
  /// Calls `visit` with each of the vectors that it consists of, so that their memory can be managed.
  template <class Visit>
  void for_each_vector(const Visit& visit) {
    visit(places_);
    visit(apart_);
  }

 private:
  /// A place from here on is apart; below, it is a segment.
  static constexpr uint32_t kApart = 1U << 31;

  std::vector<uint32_t> places_;
  std::vector<Call> apart_;
};

}  // namespace latecomer::analyze
