// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The part of a run that counts for the performance impact.
//
//     rank 0:  |Init~~~~|::==f===|Finalize~~~~|      ~ waiting, in Init too
//     rank 1:  main|Init|::::::::=====g==|Finalize|  = the path between Init and Finalize
//                       ^ begin          ^ end
//
// What comes before and after belongs to the start and the end of the processes, so it is not on the path
// that others are compared with. Cost: that of the profiles, cut at two times.

#include "analyze/results/impact_profile.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analyze/results/critical_profile.h"

namespace latecomer::analyze {

namespace {

struct Span {
  Ticks begin = Ticks::min();
  Ticks end = Ticks::max();
};

bool has_call_of(const LocalTrace& trace, const LocalLocation& location, CallKind kind) {
  return std::ranges::any_of(location.paths,
                             [&](CallPathId path) { return trace.class_of(path).kind == kind; });
}

/// Finds the call of Init or Finalize, which a process calls once, near its begin or its end.
std::optional<Call> find_call_of(const LocalTrace& trace, const LocalLocation& location, CallKind kind) {
  if (!has_call_of(trace, location, kind)) return std::nullopt;
  const size_t calls = location.calls.size();
  for (size_t i = 0; i < calls; ++i) {
    const size_t position = kind == CallKind::init ? i : calls - 1 - i;
    const Call call = location.call(static_cast<CallIndex>(position));
    if (trace.class_of(call).kind == kind) return call;
  }
  return std::nullopt;
}

/// Returns the calls of the local locations that have one.
std::vector<Call> calls_of(const LocalTrace& trace, CallKind kind) {
  std::vector<Call> calls;
  for (const LocalLocation& location : trace.locations) {
    if (const std::optional<Call> call = find_call_of(trace, location, kind)) calls.push_back(*call);
  }
  return calls;
}

/// Returns the latest of the times, over all ranks; if there is none, Ticks::min().
Ticks latest(const std::vector<Ticks>& times, Comm& comm) {
  int64_t last[] = {Ticks::min().count};
  for (const Ticks time : times) last[0] = std::max(last[0], time.count);
  comm.max(last);
  return Ticks(last[0]);
}

/// Returns when the last process had come to Init. Processes that come after the first one has left it,
/// because they were started by the program, are not waited for.
Ticks begin_of_span(const LocalTrace& trace, Comm& comm) {
  const std::vector<Call> inits = calls_of(trace, CallKind::init);
  std::vector<Ticks> times;
  for (const Call& init : inits) times.push_back(Ticks() - init.leave);
  const Ticks first_leave = Ticks() - std::max(latest(times, comm), Ticks() - Ticks::max());
  times.clear();
  for (const Call& init : inits) {
    if (init.enter <= first_leave) times.push_back(init.enter);
  }
  return latest(times, comm);
}

Span find_span(const LocalTrace& trace, Comm& comm) {
  std::vector<Ticks> finalizes;
  for (const Call& finalize : calls_of(trace, CallKind::finalize)) finalizes.push_back(finalize.enter);
  const Ticks last_finalize = latest(finalizes, comm);
  return {begin_of_span(trace, comm), last_finalize == Ticks::min() ? Ticks::max() : last_finalize};
}

LargeVector<CriticalSegment> part_within(const Span& span, const LargeVector<CriticalSegment>& path) {
  LargeVector<CriticalSegment> part;
  for (CriticalSegment segment : path) {
    segment.begin = std::max(segment.begin, span.begin);
    segment.end = std::min(segment.end, span.end);
    if (segment.begin < segment.end) part.push_back(segment);
  }
  return part;
}

void take_out_waiting_in_init(const Call& init, const Span& span, std::vector<PathTime>& processing) {
  const Ticks waiting = std::min(span.begin, init.leave) - init.enter;
  if (waiting <= Ticks()) return;
  for (PathTime& each : processing) {
    if (each.path == init.path) each.time -= std::min(waiting, each.time);
  }
}

}  // namespace

ImpactProfile impact_profile(const LocalTrace& trace, const WaitStates& waits,
                             const std::vector<ProcessingProfile>& profiles,
                             const LargeVector<CriticalSegment>& path, Comm& comm) {
  const Span span = find_span(trace, comm);
  CriticalProfile of_part = critical_profile(trace, waits, profiles, part_within(span, path), comm);
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const std::optional<Call> init = find_call_of(trace, trace.locations[l], CallKind::init);
    if (init) take_out_waiting_in_init(*init, span, of_part.processing[l]);
  }
  return {std::move(of_part.processing), std::move(of_part.on_path), std::move(of_part.total_on_path)};
}

}  // namespace latecomer::analyze
