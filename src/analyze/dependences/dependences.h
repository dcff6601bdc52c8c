// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analyze/dependences/dependence.h"
#include "analyze/match/matches.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Says what had to happen before what, in all of a trace. The rank of the effect has a dependence or, where
/// its effect is a meeting, that of the cause. Trace and matches have to live as long, without a change.
class Dependences {
 public:
  using Visit = std::function<void(const Dependence&)>;
  using VisitMessage = std::function<void(const Dependence&, LocalOperation receive)>;
  using VisitSend = std::function<void(const Dependence&, uint32_t send)>;

  Dependences(const CondensedTrace& trace, const CommMembers& members, const Matches& matches);

  const CondensedTrace& trace() const { return trace_; }

  // These functions visit dependences of the local location `l`.

  /// Visits what its events depend on that clocks are checked by: each effect once, with its last cause.
  void for_each_effect(size_t l, const Visit& visit) const;
  /// Visits of these only messages and probes: `visit(dependence, receive)`.
  void for_each_message(size_t l, const VisitMessage& visit) const;
  /// Visits all that clocks are corrected by: these, synchronous sends, and what leads to and from meetings.
  void for_each_condition(size_t l, const Visit& visit) const;
  /// Visits what its sends would depend on if all were synchronous: `visit(dependence, send)`.
  void for_each_received_send(size_t l, const VisitSend& visit) const;
  /// Returns whether something was received in partitions.
  bool has_partitions(size_t l) const { return !matches_.partitions[l].empty(); }
  /// Returns, by receive, when all partitions were ready that it got; Ticks::min() where that is not known.
  std::vector<Ticks> all_ready(size_t l) const;
  /// Visits hand-overs to it, of threads or of windows, which are matched later.
  void for_each_hand_over(const HandOvers& hand_overs, size_t l, const Visit& visit) const;

  /// Returns the hand-overs of threads.
  const HandOvers& thread_hand_overs() const { return matches_.teams.hand_overs; }

  /// Returns the call path of an effect.
  CallPathId path_of(const Dependence& dependence) const;

 private:
  friend class LocationDependences;

  /// Visits the message that an event received or saw, if it did and its send is known.
  void visit_message(size_t l, const EventTime& event, const VisitMessage& visit) const;

  /// Is the end of a worker's part in a team.
  struct WorkerEnd {
    trace::LocationId worker;
    uint32_t part;
    Ticks time;
  };

  const CondensedTrace& trace_;
  const CommMembers& members_;
  const Matches& matches_;
  /// Holds the receive, per location and probe.
  std::vector<std::vector<std::optional<LocalOperation>>> probed_;
  std::vector<std::vector<std::vector<WorkerEnd>>> worker_ends_;  ///< Holds ends per location and fork.
};

}  // namespace latecomer::analyze
