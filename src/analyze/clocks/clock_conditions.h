// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analyze/clocks/clock_options.h"
#include "analyze/clocks/time_windows.h"
#include "analyze/match/collective_announcements.h"
#include "analyze/match/matches.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// An end of a clock condition, as every rank can name it.
struct ConditionEnd {
  enum class Kind : uint8_t {
    send,              ///< operation: position in the location's sends, and so on
    receive,           ///< its completion, on whatever thread
    probe,             ///< in the probes
    partition,         ///< in the partitioned uses
    collective_start,  ///< in the collectives: the enter of the call that started it
    collective_end,
    fork,           ///< in the forks
    join,           ///< in the forks
    team_begin,     ///< in the team parts
    team_end,       ///< in the team parts
    barrier_enter,  ///< in the team barriers
    barrier_leave,
    receive_start,  ///< in the receives: the enter of the call that started it
    send_leave,     ///< in the sends: the leave of the call that completed it
    junction,       ///< operation: of the rank that `location` stands for
  };
  static constexpr size_t kKinds = 15;

  uint32_t location;
  uint32_t operation;
  Kind kind;
};

/// Of an event that others' events have to follow or to precede; not of a completion for another thread.
ConditionEnd::Kind end_kind(EventTimeKind kind);

/// Of a completion for another thread.
ConditionEnd::Kind end_kind(const ForeignCompletion& completion);

/// A cause and its effect are at least `latency` apart.
struct Condition {
  ConditionEnd cause;
  ConditionEnd effect;
  Ticks latency;
};

/// What has to happen before what, of all conditions both of whose ends a rank knows: the receiver of a
/// message, the rank that a collective operation is distributed to, the process of a team. Where everybody
/// waits for everybody, causes lead to one junction and from there to all effects, so that n members need 2n
/// conditions. Besides the conditions that are checked, a synchronous send ends no earlier than its receive
/// begins: no reason to correct anything, but what is corrected keeps to it.
class ClockConditions {
 public:
  /// To be called by all ranks. Trace and matches have to live as long, and to stay as they are.
  ClockConditions(const CondensedTrace& trace, const CommMembers& members, const Matches& matches,
                  const Latency& latency, Comm& comm);

  struct Found {
    std::vector<Condition> conditions;  ///< with both ends within the windows
    uint32_t junctions = 0;             ///< of this rank
    std::vector<TimeSpan> violated;     ///< of all: with cause, effect, and the earliest time for it
  };
  Found find(const TimeWindows& windows) const;

  /// The longest of all conditions.
  Ticks latency() const { return std::max(within_, between_); }

 private:
  friend class ConditionFinder;

  /// Of the operations of a location, by kind: when it happened, as far as it was recorded.
  using OperationTimes = std::array<std::vector<Ticks>, ConditionEnd::kKinds>;

  void add_times(size_t location);

  const CondensedTrace& trace_;
  const CommMembers& members_;
  const Matches& matches_;
  const uint32_t rank_;
  Ticks within_;
  Ticks between_;
  std::vector<OperationTimes> times_;  ///< per local location
  std::vector<bool> contradicted_;     ///< per barrier of a team: by a clock that two of its threads share
  DistributedCollectives collectives_;
};

}  // namespace latecomer::analyze
