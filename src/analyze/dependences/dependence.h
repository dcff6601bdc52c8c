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

/// An end of a dependence, as every rank can name it: an event, or a meeting. Where many wait for many, all
/// causes lead to a meeting and from there to all effects, so that n members need 2n dependences.
struct DependenceEnd {
  enum class Kind : uint8_t {
    // As their event times are called. `operation` is a position in the location's sends and so on.
    send = static_cast<uint8_t>(EventTimeKind::send),
    receive = static_cast<uint8_t>(EventTimeKind::receive),  ///< on whatever thread it was completed
    probe = static_cast<uint8_t>(EventTimeKind::probe),
    partition = static_cast<uint8_t>(EventTimeKind::partition),
    collective_end = static_cast<uint8_t>(EventTimeKind::collective_end),
    fork = static_cast<uint8_t>(EventTimeKind::fork),
    join = static_cast<uint8_t>(EventTimeKind::join),
    team_begin = static_cast<uint8_t>(EventTimeKind::team_begin),
    team_end = static_cast<uint8_t>(EventTimeKind::team_end),

    // Of locks and what is handed on like them, in the location's LockHolds.
    release,
    acquisition,

    // Enters and leaves of calls.
    receive_start,     ///< operation: in the receives
    send_leave,        ///< in the sends: of the call that completed it
    collective_start,  ///< in the collectives
    barrier_enter,     ///< in the team barriers
    barrier_leave,

    // Meetings.
    members,       ///< of a collective operation: those of one group of an intercommunicator, or up to a rank
    contribution,  ///< what one member of it has for others
    sources,       ///< all whose data one member of it gets
    team,          ///< the threads in a barrier: of a fork of `location`, and which barrier
  };
  /// Those that have event times.
  static constexpr size_t kEventKinds = static_cast<size_t>(Kind::release);

  Kind kind;
  uint32_t location;    ///< of a meeting of a collective operation: its context
  uint32_t operation;   ///< its instance in that
  uint32_t member = 0;  ///< which of its meetings

  bool is_meeting() const { return kind >= Kind::members; }
  auto operator<=>(const DependenceEnd&) const = default;
};

enum class DependenceKind : uint8_t {
  // Those that clocks are checked by, as report::ClockCondition calls them.
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
  // Others.
  synchronous_send,  ///< the receive's start -> the end of the call that completed the send
  hand_over,  ///< a thread's release of a lock, signal, post or end -> when another has what it waited for
};

/// Of one that clocks are checked by.
inline report::ClockCondition condition_of(DependenceKind kind) {
  static_assert(static_cast<size_t>(DependenceKind::synchronous_send) == report::kClockConditions);
  return static_cast<report::ClockCondition>(kind);
}

/// What had to happen before what.
struct Dependence {
  DependenceKind kind;
  DependenceEnd cause;
  DependenceEnd effect;
  Ticks caused;                 ///< the cause's time; a meeting's: the last of its causes
  trace::LocationId caused_by;  ///< whose event that is
  Ticks effected;               ///< the effect's time, unless it is a meeting
  CallRef call;                 ///< in which the effect was
  /// By the clock that two of those in the meeting share, somebody was through before somebody else had come.
  bool contradicted = false;
};

}  // namespace latecomer::analyze
