// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/model/calls.h"
#include "analyze/model/messages.h"
#include "analyze/model/sampled_path.h"
#include "analyze/model/segments.h"
#include "analyze/model/thread_work.h"
#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Is the innermost region that a location was in when its events ended.
struct OpenRegion {
  CallPathId path;  ///< Is invalid if none was open.
  Ticks enter;
  Ticks last_event;
  CallIndex call = kNoCall;      ///< Is valid if the region had become a call.
  CallIndex last_run = kNoCall;  ///< Is a polling run that was left with the last event.
  CallPathId gap;  ///< Is the gap in which the location was after its last call; invalid: not known.
  /// Lists what the call, or the run, waited for, as far as the trace says.
  std::vector<PendingOperation> pending;
  // These numbers count operations of the whole process, by the location that started them.
  uint32_t incomplete_sends = 0;
  uint32_t incomplete_receives = 0;
  uint32_t incomplete_collectives = 0;
};

/// Says that a location had no core in one of its segments, outside of calls that wait, and which other one
/// caused that: the thread that woke it, or one that is no thread but stands for a device or another program.
struct OffCore {
  uint32_t segment;
  trace::LocationId cause;
};

/// Says when a location did what: its calls, the segments between them, and its work in teams of threads.
/// That is all that causes are found by. Its size is O(calls + call paths per segment), not O(events).
struct LocalLocation {
  trace::LocationId id;
  /// Is the time of its first event; workers that have been extended have the times of their process.
  Ticks first_time;
  Ticks last_time;
  Calls calls;  ///< Holds the calls that `call` returns.
  ThreadWork threads;
  Segments segments;
  std::vector<OffCore> off_core;  ///< Lists them in the order of time.
  /// Is the exclusive time over the whole run, in ticks, of each path of its own tree.
  std::vector<Ticks> path_time;
  std::vector<uint64_t> path_visits;
  /// Counts samples of the first paths of its own tree; no other was sampled.
  std::vector<uint64_t> path_samples;
  std::vector<SampledPath> sampled;  ///< Says, by path, what the time of those is divided among.
  /// Is the time without a core, in ticks, of the first paths of its own tree, in calls that communicate.
  std::vector<Ticks> path_without_core;
  /// Holds, for each path of its own tree, the one in the tree of all locations.
  std::vector<CallPathId> paths;
  OpenRegion open;  ///< Is what was open at the end.

  Call call(CallIndex index) const { return calls.at(index, segments); }
  // These functions return a single field, which takes less than `call`.
  Ticks enter_of(CallIndex call) const { return calls.enter_of(call, segments); }
  Ticks leave_of(CallIndex call) const { return calls.leave_of(call, segments); }
  CallPathId path_of(CallIndex call) const { return calls.path_of(call, segments); }
};

}  // namespace latecomer::analyze
