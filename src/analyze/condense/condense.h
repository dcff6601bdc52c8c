// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/condense/condense_threads.h"
#include "analyze/condense/condensing_location.h"
#include "analyze/condense/polling_runs.h"
#include "base/progress.h"
#include "base/spill.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Is what one location after another is condensed in, so that lists seldom have to grow and every location
/// keeps just what it needs: short ones in the same memory, from which they are copied; long ones are left
/// where they are. It is for one thread at a time.
struct CondensingBuffers {
  Calls calls;
  LargeVector<Message> sends;
  LargeVector<Message> receives;
  EventTimes event_times;
  std::vector<Envelope> envelopes;
  LargeVector<Collective> collectives;
  std::vector<Ticks> path_time;
  std::vector<uint64_t> path_visits;
  std::vector<uint64_t> path_samples;
  CallTree call_tree;
  Segments segments;
};

/// Reads one location's events once and keeps its operations and segments. Never fails: what cannot be used
/// is counted. Time that passes outside of any region goes to a call path without one. The leaders of teams
/// in which the location works have to be among the others. Progress is in events. `polling_gap` is the
/// longest time between two tests that are one polling run, in seconds.
CondensingLocation condense(const trace::Trace& trace, trace::LocationId location, const OtherThreads& others,
                            CondensingBuffers& buffers, Progress& progress, double polling_gap = kPollingGap);

}  // namespace latecomer::analyze
