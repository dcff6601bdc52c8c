// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/model/calls.h"
#include "analyze/model/messages.h"
#include "analyze/model/segments.h"
#include "analyze/model/thread_work.h"
#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// The innermost region that a location was in when its events ended.
struct OpenRegion {
  CallPathId path;  ///< invalid: none was open
  Ticks enter;
  Ticks last_event;
  CallIndex call = kNoCall;               ///< if the region had become one
  CallIndex last_run = kNoCall;           ///< a polling run that was left with the last event
  CallPathId gap;                         ///< that it was in after its last call; invalid: not known
  std::vector<PendingOperation> pending;  ///< what it, or the run, waited for, as far as the trace tells
  // Of the whole process, by the location that started them.
  uint32_t incomplete_sends = 0;
  uint32_t incomplete_receives = 0;
  uint32_t incomplete_collectives = 0;
};

/// When a location did what: its calls, the segments between them, and its work in teams of threads. All that
/// causes are found by. Size O(calls + call paths per segment), not O(events).
struct LocalLocation {
  trace::LocationId id;
  Ticks first_time;  ///< of its events; when workers have been extended, theirs are those of their process
  Ticks last_time;
  Calls calls;  ///< see `call`
  ThreadWork threads;
  Segments segments;
  std::vector<Ticks> path_time;  ///< of each path of its own tree: exclusive time over the whole run
  std::vector<uint64_t> path_visits;
  std::vector<uint64_t> path_samples;    ///< of the first of these paths; no other was sampled
  std::vector<Ticks> path_without_core;  ///< of the first of these paths; in calls that communicate only
  std::vector<CallPathId> paths;  ///< of each path of its own tree: the one in the tree of all locations
  OpenRegion open;                ///< at the end

  Call call(CallIndex index) const { return calls.at(index, segments); }
  // Each alone, which takes less than to look at all of the call.
  Ticks enter_of(CallIndex call) const { return calls.enter_of(call, segments); }
  Ticks leave_of(CallIndex call) const { return calls.leave_of(call, segments); }
  CallPathId path_of(CallIndex call) const { return calls.path_of(call, segments); }
};

}  // namespace latecomer::analyze
