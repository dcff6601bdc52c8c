// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <cstdint>

#include "analyze/model/event_times.h"
#include "analyze/model/messages.h"
#include "base/ticks.h"
#include "report/clocks.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Is an end of a dependence, as every rank can name it: an event, or a meeting. Where many wait for many,
/// all causes lead to a meeting and from there to all effects, so that n members need 2n dependences.
struct DependenceEnd {
  enum class Kind : uint8_t {
    // These ends are events and called as their event times. `operation` is a position in the location's
    // sends and so on.
    send = static_cast<uint8_t>(EventTimeKind::send),
    /// Is a receive on whatever thread it was completed.
    receive = static_cast<uint8_t>(EventTimeKind::receive),
    probe = static_cast<uint8_t>(EventTimeKind::probe),
    partition = static_cast<uint8_t>(EventTimeKind::partition),
    collective_end = static_cast<uint8_t>(EventTimeKind::collective_end),
    fork = static_cast<uint8_t>(EventTimeKind::fork),
    join = static_cast<uint8_t>(EventTimeKind::join),
    team_begin = static_cast<uint8_t>(EventTimeKind::team_begin),
    team_end = static_cast<uint8_t>(EventTimeKind::team_end),

    // These ends are of hand-overs between threads, and have a position in the location's LockHolds.
    release,
    acquisition,

    // These ends are of hand-overs of windows, and have a call.
    call_enter,
    call_leave,

    // These ends are enters and leaves of calls, and what a location begins with.
    receive_start,     ///< Has a position in the receives as its operation.
    send_leave,        ///< Is the leave of the call that completed a send; has a position in the sends.
    collective_start,  ///< Has a position in the collectives.
    barrier_enter,     ///< Has a position in the team barriers.
    barrier_leave,
    begin,  ///< Is the first event of a location.

    // These ends are meetings.
    /// Is a meeting of members of a collective operation: of an intercommunicator's group, or up to a rank.
    members,
    contribution,  ///< Is what one member of a collective operation has for others.
    sources,       ///< Is all whose data one member of a collective operation gets.
    team,          ///< Is the threads in a barrier: of a fork of `location`, and which barrier.
  };
  /// Counts the kinds that have event times.
  static constexpr size_t kEventKinds = static_cast<size_t>(Kind::release);

  Kind kind;
  uint32_t location;  ///< Is a location; for a meeting of a collective operation, its context.
  /// Is a position in a list of the location; for such a meeting, its instance in the context.
  uint32_t operation;
  uint32_t member = 0;  ///< Says which meeting of a collective operation it is.

  bool is_meeting() const { return kind >= Kind::members; }
  auto operator<=>(const DependenceEnd&) const = default;
};

enum class DependenceKind : uint8_t {
  // Clocks are checked by these kinds, which are called as report::ClockCondition calls them.
  message,
  probe,
  partition,
  all_to_all,
  one_to_all,
  all_to_one,
  prefix,
  neighbourhood,
  fork,
  join,
  team_barrier,
  // Clocks are not checked by these kinds.
  synchronous_send,  ///< Leads from the receive's start to the end of the call that completed the send.
  /// Leads from where something was released to where another location has it: of threads, locks, signals
  /// and threads; of processes, what was posted, completed or unlocked while a call waited for it.
  hand_over,
};

/// Returns the condition of a kind that clocks are checked by.
inline report::ClockCondition condition_of(DependenceKind kind) {
  static_assert(static_cast<size_t>(DependenceKind::synchronous_send) == report::kClockConditions);
  return static_cast<report::ClockCondition>(kind);
}

/// Says what had to happen before what.
struct Dependence {
  DependenceKind kind;
  DependenceEnd cause;
  DependenceEnd effect;
  Ticks caused;                 ///< Is the cause's time; a meeting's: the last of its causes.
  trace::LocationId caused_by;  ///< Is the location that has the cause.
  Ticks effected;               ///< Is the effect's time, unless it is a meeting.
  CallRef call;                 ///< Is the call in which the effect was.
  /// Says that by a clock that two of the meeting share, one was through before the other had come.
  bool contradicted = false;
};

}  // namespace latecomer::analyze
