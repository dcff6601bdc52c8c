// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/spill.h"
#include "base/tick_list.h"
#include "base/ticks.h"

namespace latecomer::analyze {

/// Which event it is the time of, and where its operation counts.
enum class EventTimeKind : uint8_t {
  send,                ///< sends: a message is on its way from here on
  receive,             ///< receives: it has arrived
  probe,               ///< probes: its message was seen
  partition,           ///< partitioned_uses
  collective_end,      ///< collectives
  foreign_completion,  ///< foreign_completions
  fork,                ///< threads.forks
  join,                ///< threads.forks
  team_begin,          ///< threads.parts
  team_end,            ///< threads.parts
};

/// An event that others' events have to follow or to precede: what happens between the enter and the leave of
/// calls, and beside calls.
struct EventTime {
  Ticks time;
  uint32_t operation;
  EventTimeKind kind;
};

/// The times of single events of a location, in their order, in 5 bytes each: operations mostly follow each
/// other as they are numbered, so only how far one is from the last of its kind is kept.
class EventTimes {
 public:
  size_t size() const { return steps_.size(); }
  bool empty() const { return steps_.empty(); }

  /// Sends come in the order of their numbers, without a gap.
  void add(const EventTime& event) {
    steps_.push_back(last_.step_to(event.kind, event.operation));
    if (steps_.back() >= kJump) jumps_.push_back(event.operation);
    if (event.kind != EventTimeKind::send) return times_.push_back(event.time);
    CHECK(event.operation == sends_.size());
    sends_.push_back(event.time);
  }
  void clear();
  /// Calls `visit` with each of the vectors that it consists of, so that their memory can be managed.
  template <class Visit>
  void for_each_vector(const Visit& visit) {
    visit(steps_);
    visit(jumps_);
    sends_.for_each_vector(visit);
    times_.for_each_vector(visit);
  }

  /// Calls `visit(event)` for all.
  template <class Visit>
  void for_each(const Visit& visit) const {
    LastOperations last;
    size_t jump = 0;
    size_t send = 0;
    for (size_t i = 0; i < size(); ++i) {
      const EventTimeKind kind = static_cast<EventTimeKind>(steps_[i] % kKinds);
      const uint32_t operation = steps_[i] < kJump ? last.after(steps_[i]) : last.jump(kind, jumps_[jump++]);
      visit(EventTime{kind == EventTimeKind::send ? sends_[send++] : times_[i - send], operation, kind});
    }
  }
  /// Calls `visit(operation, time)` for those of a kind.
  template <class Visit>
  void for_each(EventTimeKind kind, const Visit& visit) const {
    for_each([&](const EventTime& event) {
      if (event.kind == kind) visit(event.operation, event.time);
    });
  }
  std::vector<EventTime> all() const;

  /// The time of a send; min: there is none.
  Ticks sent(uint32_t send) const { return send < sends_.size() ? sends_[send] : Ticks::min(); }

  /// Gives every event a new time; as many as there are events.
  void renew(std::span<const Ticks> times);

 private:
  static constexpr size_t kKinds = 16;
  static constexpr uint8_t kSteps = 15;
  static constexpr uint32_t kFarthestBack = 6;       ///< steps go as far back, and else on
  static constexpr uint8_t kJump = kKinds * kSteps;  ///< steps from here on: to the next of `jumps_`

  /// Of each kind, the operation of its last event.
  class LastOperations {
   public:
    /// A step says the kind and how far on or back its operation is, if it is near.
    uint8_t step_to(EventTimeKind kind, uint32_t operation) {
      const uint32_t distance = operation - std::exchange(operations_[static_cast<size_t>(kind)], operation);
      const uint32_t near = distance + kFarthestBack;
      return static_cast<uint8_t>(kKinds * std::min<uint32_t>(near, kSteps) + static_cast<uint32_t>(kind));
    }
    uint32_t after(uint8_t step) { return operations_[step % kKinds] += step / kKinds - kFarthestBack; }
    uint32_t jump(EventTimeKind kind, uint32_t operation) {
      return operations_[static_cast<size_t>(kind)] = operation;
    }

   private:
    std::array<uint32_t, kKinds> operations_ = first_operations();
    /// The first one follows the last before it, too.
    static constexpr std::array<uint32_t, kKinds> first_operations() {
      std::array<uint32_t, kKinds> first{};
      first.fill(UINT32_MAX);
      return first;
    }
  };

  LargeVector<uint8_t> steps_;
  LargeVector<uint32_t> jumps_;
  TickList sends_;  ///< times of sends
  TickList times_;  ///< of all others
  LastOperations last_;
};

}  // namespace latecomer::analyze
