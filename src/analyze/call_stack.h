// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/condensed.h"

namespace latecomer::analyze {

/// The open regions of a location while its events are read. Gives the time between two events to the
/// innermost of them, and makes calls of those in which something communicates.
class CallStack {
 public:
  /// What happens while no region is open happens in the region `outside`.
  CallStack(CondensedLocation& out, trace::RegionId outside) : out_(out), outside_(outside) {}

  /// The event's time, or the latest seen where the clock ran backwards.
  Ticks advance_clock(Ticks time);
  void enter(trace::RegionId region, Ticks time);
  /// Leaves the innermost open instance of `region` and all that was entered after it; invalid: the
  /// innermost of all.
  void leave(trace::RegionId region, Ticks time);
  /// The call in which a communication event at `time` occurred: the innermost open region becomes one if it
  /// is not.
  CallIndex current_call(Ticks time);
  /// Closes what is still open at the last event.
  void finish();

 private:
  struct Frame {
    trace::RegionId region;
    CallPathId path;
    Ticks enter;
    CallIndex call = kNoCall;
  };

  void close_top(Ticks time);
  CallPathId path_of(CallPathId parent, trace::RegionId region);
  void account(Ticks time);
  void begin_segment(Ticks time);
  void end_segment(Ticks time);

  CondensedLocation& out_;
  const trace::RegionId outside_;
  std::vector<Frame> stack_;
  bool seen_event_ = false;
  Ticks latest_;  ///< of all events so far
  Ticks last_;    ///< up to here time has been given to call paths
  std::vector<Ticks> time_in_segment_;
  std::vector<uint32_t> visits_in_segment_;
  std::vector<CallPathId> touched_;
};

}  // namespace latecomer::analyze
