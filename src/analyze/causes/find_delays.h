// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/causes/processing_profile.h"
#include "analyze/causes/synchronization_instants.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "base/unwritten_vector.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says what a location had to do with one wait state that it caused: within the synchronization interval it
/// spent more processing time than the waiting location on some call paths (delays), and waited itself
/// (propagating wait states).
struct Delay {
  trace::LocationId waiter;
  uint32_t wait = 0;            ///< Is the position in the waiter's wait states.
  CallPathId path;              ///< Is the path on which the waiter waited.
  report::Builtin metric = {};  ///< Is the metric of the wait state.
  Ticks amount;                 ///< Is the amount of the wait state, in ticks.
  Ticks from;                   ///< Begins the interval (from, to] on the delaying location.
  Ticks to;
  Ticks explained;  ///< Is the sum of the delays and of its wait states in the interval, in ticks.
  /// Is the first of the delaying location's wait states that end after the interval's begin.
  uint32_t first_wait = 0;
  uint32_t first_call_path = 0;  ///< Is a position in Delays::call_paths.

  /// Returns what a tick of delay or propagating waiting explains of the wait state; 0 where nothing does.
  double scale() const { return explained.count == 0 ? 0 : 1 / static_cast<double>(explained.count); }
};

/// Holds the wait states that one location caused, latest first.
struct Delays {
  LargeVector<Delay> list;
  UnwrittenVector<PathTime> call_paths;

  /// Returns the delays of one element of the list.
  std::span<const PathTime> of(const Delay& delay) const {
    const size_t end = &delay == list.data() ? call_paths.size() : (&delay - 1)->first_call_path;
    return std::span(call_paths).subspan(delay.first_call_path, end - delay.first_call_path);
  }
  Ticks excess(const Delay& delay) const {
    Ticks sum;
    for (const PathTime& each : of(delay)) sum += each.time;
    return sum;
  }
};

/// Finds, per local location, what it caused [root-causes 4]. Wait states that nothing explains because their
/// cause was not recorded yet are counted.
std::vector<Delays> find_delays(const LocalTrace& trace, const WaitStates& waits,
                                const std::vector<ProcessingProfile>& profiles,
                                const SynchronizationInstants& instants, Comm& comm,
                                AnomalyReport& anomalies);

}  // namespace latecomer::analyze
