// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analyze/model/call_tree.h"
#include "analyze/model/segments.h"
#include "base/spill.h"
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
/// them and is near that of the call before, and take little more than a byte; what calls others or is
/// unknown yet stands apart and takes 24 more.
class Calls {
 public:
  size_t size() const { return distances_.size(); }
  bool empty() const { return distances_.empty(); }
  /// `segments` are those of the same location.
  Call at(CallIndex call, const Segments& segments) const {
    if (distances_[call] == kApart) [[unlikely]]
      return *find_apart(call);
    const size_t segment = filled_segment(call);
    return {segments.begin(segment), segments.end(segment), segments.only_path(segment)};
  }

  CallPathId path_of(CallIndex call, const Segments& segments) const {
    if (distances_[call] == kApart) [[unlikely]]
      return find_apart(call)->path;
    return segments.only_path(filled_segment(call));
  }

  /// Whether it is known that none is within another, so that they leave in the order of their numbers.
  bool follow_each_other() const { return apart_.empty(); }

  std::vector<Call> all(const Segments& segments) const;

  CallIndex add(Ticks enter, Ticks leave, CallPathId path) {
    const CallIndex index = static_cast<CallIndex>(size());
    if (index % kBlock == 0) blocks_.push_back({kNoSegment, static_cast<uint32_t>(apart_.size())});
    distances_.push_back(kApart);
    Apart& call = apart_.emplace_back();
    call.enter = enter;
    call.leave = leave;
    call.path = path;
    call.index = index;
    return index;
  }
  /// Ends one that stands apart.
  void end(CallIndex call, Ticks leave) { find_apart(call)->leave = leave; }
  /// Whether a call is the last of those apart, that is, no call within it is.
  bool is_last_apart(CallIndex call) const { return !apart_.empty() && apart_.back().index == call; }
  /// The last of those apart turns out to fill `segment`, which ends with it.
  void fill(size_t segment, Ticks leave) {
    const CallIndex call = apart_.back().index;
    Block& block = blocks_[call / kBlock];
    if (block.segment == kNoSegment) block.segment = static_cast<uint32_t>(segment);
    const size_t distance = segment - block.segment;
    if (distance >= kApart || &block != &blocks_.back()) return end(call, leave);
    apart_.pop_back();
    distances_[call] = static_cast<uint8_t>(distance);
  }
  /// Gives every path its number in another tree. Those of segments are theirs.
  void renumber(std::span<const CallPathId> paths);
  /// Gives every call a new time, after segments have got theirs.
  void renew(std::span<const Call> calls, const Segments& segments);
  void clear();
  /// Calls `visit` with each of the vectors that it consists of, so that their memory can be managed.
  template <class Visit>
  void for_each_vector(const Visit& visit) {
    visit(distances_);
    visit(blocks_);
    visit(apart_);
  }

 private:
  static constexpr size_t kBlock = 64;
  static constexpr uint8_t kApart = UINT8_MAX;  ///< a distance; those below say which segment a call fills
  static constexpr uint32_t kNoSegment = UINT32_MAX;

  /// Of so many calls, from which segment on they count, and how many stood apart before them.
  struct Block {
    uint32_t segment;
    uint32_t apart;
  };
  struct Apart : Call {
    CallIndex index;
  };

  static_assert(sizeof(Apart) == sizeof(Call), "a call's number takes no memory of its own");

  /// Of one that does not stand apart.
  size_t filled_segment(CallIndex call) const { return blocks_[call / kBlock].segment + distances_[call]; }
  const Apart* find_apart(CallIndex call) const;
  Apart* find_apart(CallIndex call) { return const_cast<Apart*>(std::as_const(*this).find_apart(call)); }

  LargeVector<uint8_t> distances_;
  LargeVector<Block> blocks_;
  LargeVector<Apart> apart_;  ///< by index
};

}  // namespace latecomer::analyze
