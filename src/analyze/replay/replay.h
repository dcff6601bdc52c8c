// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <vector>

#include "analyze/clocks/clock_network.h"
#include "analyze/clocks/correct_times.h"
#include "analyze/dependences/dependences.h"
#include "analyze/model/local_location.h"
#include "analyze/model/time_factors.h"
#include "analyze/replay/transport.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says how long what locations did themselves would take: by which factor the time of each call path changes
/// that they did not spend waiting.
struct OwnTimeChanges {
  std::vector<TimeFactors> factors;  ///< Holds factors per local location; empty: nothing changes.
  /// Holds those of functions that were sampled, by call path, per local location; their time is that of the
  /// call paths on which they were.
  std::vector<std::vector<double>> of_functions = {};
  bool is_network_instant = false;  ///< Says that an effect comes at once after its causes.
  double collectives = 1;           ///< Multiplies what collective operations take when all are there.

  const TimeFactors& of(size_t location) const {
    static const TimeFactors kUnchanged;
    return factors.empty() ? kUnchanged : factors[location];
  }
};

/// Returns when something of a location would be that was at a time when it was recorded.
using NewTime = std::function<Ticks(Ticks)>;

/// Replays a trace [SEMANTICS 9] with other own times, as often as wanted. Without a change there are the
/// recorded times. Who meets whom stays as recorded.
class Replay {
 public:
  /// Learns what depends on what, and how long it takes; `windows` are the hand-overs of windows. All ranks
  /// call it.
  Replay(const Dependences& dependences, const HandOvers& windows, const Transport& transport, Comm& comm);

  /// Returns new times for the points of each local location of that trace. All ranks call it.
  std::vector<PointTimes> times(const CondensedTrace& trace, const OwnTimeChanges& changes, Comm& comm) const;
  /// Returns when each local location, of which the operations are not needed, would have its last event; the
  /// smallest time for one without events. All ranks call it.
  std::vector<Ticks> ends(const std::vector<const LocalLocation*>& locations, const OwnTimeChanges& changes,
                          Comm& comm) const;
  /// Calls `visit(l, new_time)` for each local location, for several at once. Between two events its own time
  /// is where it was; what it waits is spread evenly over the call that waits. All ranks call it.
  void for_each_location(const std::vector<const LocalLocation*>& locations, const OwnTimeChanges& changes,
                         Comm& comm, const std::function<void(size_t, const NewTime&)>& visit) const;

 private:
  class NewTimes;

  ClockNetwork network_;
  /// Holds, by location, what of a call that waited is its own time, for each node; else zero.
  std::vector<std::vector<Ticks>> own_of_calls_;
};

}  // namespace latecomer::analyze
