// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/spill.h"
#include "base/tick_list.h"
#include "base/ticks.h"

namespace latecomer::analyze {

/// Says which event a time is of, and in which list its operation is.
enum class EventTimeKind : uint8_t {
  send,                ///< Is when a message of sends is on its way.
  receive,             ///< Is when a message of receives has arrived.
  probe,               ///< Is when a message of probes was seen.
  partition,           ///< Is a use in partitioned_uses.
  collective_end,      ///< Is an end in collectives.
  foreign_completion,  ///< Is a completion in foreign_completions.
  fork,                ///< Is a fork in threads.forks.
  join,                ///< Is a join in threads.forks.
  team_begin,          ///< Is a begin in threads.parts.
  team_end,            ///< Is an end in threads.parts.
};

/// Is an event that others' events have to follow or to precede: what happens between the enter and the leave
/// of calls, and beside calls.
struct EventTime {
  Ticks time;
  uint32_t operation;
  EventTimeKind kind;
};

/// Holds the times of single events of a location, in their order, in a list for each field. Sends come in
/// the order of their numbers, without a gap, so these are not kept.
class EventTimes {
 public:
  size_t size() const { return kinds_.size(); }
  bool empty() const { return kinds_.empty(); }

  void add(const EventTime& event) {
    kinds_.push_back(event.kind);
    if (event.kind == EventTimeKind::send) {
      CHECK(event.operation == sends_.size());
      return sends_.push_back(event.time);
    }
    operations_.push_back(event.operation);
    times_.push_back(event.time);
  }
  void clear();
  /// Calls `visit` with each of the vectors that it consists of, so that their memory can be managed.
  template <class Visit>
  void for_each_vector(const Visit& visit) {
    visit(kinds_);
    visit(operations_);
    sends_.for_each_vector(visit);
    times_.for_each_vector(visit);
  }

  /// Calls `visit(event)` for all events.
  template <class Visit>
  void for_each(const Visit& visit) const {
    uint32_t send = 0;
    for (size_t i = 0; i < size(); ++i) {
      if (kinds_[i] == EventTimeKind::send) {
        visit(EventTime{sends_[send], send, kinds_[i]});
        ++send;
      } else {
        visit(EventTime{times_[i - send], operations_[i - send], kinds_[i]});
      }
    }
  }
  /// Calls `visit(operation, time)` for the events of a kind.
  template <class Visit>
  void for_each(EventTimeKind kind, const Visit& visit) const {
    for_each([&](const EventTime& event) {
      if (event.kind == kind) visit(event.operation, event.time);
    });
  }
  std::vector<EventTime> all() const;

  /// Returns the time of a send, in ticks; min: there is none.
  Ticks sent(uint32_t send) const { return send < sends_.size() ? sends_[send] : Ticks::min(); }

  /// Gives every event a new time; `times` are as many as there are events.
  void renew(std::span<const Ticks> times);

 private:
  LargeVector<EventTimeKind> kinds_;
  TickList sends_;                    ///< Holds the times of sends.
  LargeVector<uint32_t> operations_;  ///< Holds the operations of all other events, as many as `times_`.
  TickList times_;
};

}  // namespace latecomer::analyze
