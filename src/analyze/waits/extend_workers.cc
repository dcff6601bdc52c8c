// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Workers before their first event and after their last one.
//
//     master:  | main           fork |  parallel  | join           main |
//     worker:   ~~~~~~~~~~~~~~~~~~~~ [team_begin  team_end] ~~~~~~~~~~~~
//
// A worker's events are those of its work: the recorder sees nothing of it before its first team and after
// its last one. But its core is there from the begin of the process to its end. So the idle time with which a
// worker begins begins with the first event of any thread of its process; and if it is idle at its end, it is
// so until the last event of any.
//
// That is done when clocks have been corrected: until then, a location's first and last event are its own.
//
// Cost: O(locations).

#include "analyze/waits/extend_workers.h"

#include <algorithm>
#include <span>

#include "analyze/model/longest_time.h"
#include "base/check.h"
#include "base/parallel.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

void add_time(LocalLocation& worker, CallPathId path, Ticks time) {
  const auto own = std::ranges::find(worker.paths, path);
  CHECK(own != worker.paths.end());
  worker.path_time[static_cast<size_t>(own - worker.paths.begin())] += time;
}

void begin_with(LocalLocation& worker, Ticks begin) {
  const CallIndex first = worker.threads.idle.front().call;
  const Call call = worker.call(first);
  add_time(worker, call.path, worker.segments.begin(0) - begin);
  worker.segments.lengthen_first(call.path, begin);
  worker.calls.replace(first, {begin, call.leave, call.path});
  worker.first_time = begin;
}

void end_with(LocalLocation& worker, Ticks end) {
  const CallIndex last = worker.threads.idle.back().call;
  const Call call = worker.call(last);
  add_time(worker, call.path, end - worker.segments.boundaries().back());
  worker.segments.lengthen_last(call.path, end);
  worker.calls.replace(last, {call.enter, end, call.path});
  worker.last_time = end;
}

}  // namespace

void extend_workers(CondensedTrace& trace) {
  const Ticks longest = longest_time(trace.definitions.locations.size());
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    const std::span threads = trace.threads_of(trace::LocationGroupId(trace.own_processes.begin + p));
    Ticks begin = Ticks::max();
    Ticks end = Ticks::min();
    for (const LocalLocation& thread : threads) {
      if (thread.segments.empty() || !trace::is_thread(trace.definitions, thread.id)) continue;
      begin = std::min(begin, thread.first_time);
      end = std::max(end, thread.last_time);
    }
    if (begin < end && end - begin > longest) return;  // its clocks cannot be right
    for (LocalLocation& worker : threads) {
      if (worker.threads.idle.empty()) continue;
      if (begin < worker.first_time) begin_with(worker, begin);
      if (worker.threads.is_idle_at_end && worker.last_time < end) end_with(worker, end);
    }
  });
}

}  // namespace latecomer::analyze
