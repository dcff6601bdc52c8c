// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/condense/condense_threads.h"
#include "analyze/condense/condensed.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Memory in which one location after another is condensed, so that lists grow only for the longest one and
/// every location keeps just what it needs. For one thread at a time.
struct CondensingRoom {
  Calls calls;
  std::vector<Message> sends;
  std::vector<Message> receives;
  Marks marks;
  std::vector<Envelope> envelopes;
  std::vector<Collective> collectives;
  std::vector<Ticks> path_time;
  std::vector<uint64_t> path_visits;
  CallTree call_tree;
  Segments segments;
};

/// Reads one location's events once and keeps its operations and segments. Never fails: what cannot be used
/// is counted. Time that passes outside of any region goes to a region of its own, whose id is the number of
/// defined regions. The leaders of teams in which the location works have to be among the others.
CondensedLocation condense(const trace::Trace& trace, trace::LocationId location, const OtherThreads& others,
                           CondensingRoom& room);

}  // namespace latecomer::analyze
