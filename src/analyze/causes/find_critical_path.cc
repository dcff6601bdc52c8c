// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The critical path.
//
//     rank 0:  ====work======|send
//     rank 1:  work|recv~~~~~|====work====|
//     rank 2:  work|recv~~~~~~~~~|work|
//
// The run's end was decided on rank 1, which could go on from its receive when rank 0 sent. So the path (=)
// leaves there for rank 0, and never contains a wait (~).
//
// It is found backward, from the location that came to Finalize last: stay there up to the nearest earlier
// wait, go on with the location that ended it, and so forth. The rank of the location at hand walks on as
// long as the path stays with it, then sends it to the rank where it went.
//
// Below MPI, outside of calls that wait, a thread may have had no core because of another location [SEMANTICS
// 11]. If a thread of the run woke it that did not wait itself, the path goes on with that one: a wake-up is
// as good as a message. A location that is no thread, as one that stands for a disk or another program, has
// the path while the thread had no core, and gives it back:
//
//     rank 0:  work|~blocked~|work|send          rank 0:  work|         |work|send
//     rank 1:  ==work==|                         disk:        |=========|
//
// Time only decreases on the way, so each location's waits are passed once.
//
// Cost: O(wait states + stretches without a core), a small message for each change of rank.

#include "analyze/causes/find_critical_path.h"

#include <algorithm>
#include <utility>

#include "comm/small_messages.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// Says where the path is; an invalid location: at its beginning.
struct Position {
  LocationId location;
  Ticks time;
};

/// Says when a location came to Finalize, and whether it did.
struct Ending {
  bool finalized;
  Ticks time;
  /// Is false for a worker that was idle in the end: it is there as long as its process, and decides nothing.
  bool was_busy;
  LocationId location;
  Ticks last_time;

  auto operator<=>(const Ending&) const = default;
};

/// Returns whether it waited when its program was killed, for nobody who is known.
bool was_stuck(const LocalLocation& location, const LargeVector<WaitState>& waits) {
  return !waits.empty() && !waits.back().cause.valid() && waits.back().end == location.last_time;
}

Ending ending_of(const LocalTrace& trace, const LocalLocation& location,
                 const LargeVector<WaitState>& waits) {
  const bool was_busy = !location.threads.is_idle_at_end;
  if (was_stuck(location, waits))
    return {false, location.last_time - waits.back().amount, was_busy, location.id,
            location.last_time - waits.back().amount};
  for (size_t i = location.calls.size(); i-- > 0;) {
    const Call& call = location.call(i);
    if (trace.class_of(call).kind == CallKind::finalize)
      return {true, call.enter, was_busy, location.id, location.last_time};
  }
  return {false, location.last_time, was_busy, location.id, location.last_time};
}

/// Returns the end of the last thread to enter Finalize, or of the last to end where none did.
Position end_of_path(const LocalTrace& trace, const WaitStates& waits, Comm& comm) {
  std::vector<Ending> mine;
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const LocalLocation& location = trace.locations[l];
    if (trace::is_thread(trace.definitions, location.id))
      mine.push_back(ending_of(trace, location, waits[l]));
  }
  if (!mine.empty()) mine = {*std::max_element(mine.begin(), mine.end())};
  std::vector<Ending> all;
  for (const Bytes& bytes : comm.all_gather(to_bytes<Ending>(mine))) {
    const std::vector<Ending> theirs = from_bytes<Ending>(bytes);
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  if (all.empty()) return {};
  const Ending& last = *std::max_element(all.begin(), all.end());
  return {last.location, last.last_time};
}

/// Returns whether the path can go to a location then: it is no thread, or it is known what that did, as it
/// had begun and not ended, and was in no wait state.
bool can_be_on_path(const trace::Definitions& definitions, const LocalLocation& location,
                    const LargeVector<WaitState>& waits, Ticks time) {
  if (!trace::is_thread(definitions, location.id)) return true;
  if (time < location.first_time || location.last_time < time) return false;
  const auto wait = std::partition_point(waits.begin(), waits.end(),
                                         [&](const WaitState& each) { return each.end <= time; });
  return wait == waits.end() || time <= wait->end - wait->amount;
}

/// Returns, by local location, the positions of its stretches without a core whose causes the path can go to.
std::vector<std::vector<uint32_t>> followed_off_core(const LocalTrace& trace, const WaitStates& waits,
                                                     Comm& comm) {
  std::vector<Position> mine;
  for (const LocalLocation& location : trace.locations)
    for (const OffCore& each : location.off_core)
      mine.push_back({each.cause, location.segments.end(each.segment)});
  std::vector<Position> all;
  size_t first = 0;  // of mine
  int rank = 0;
  for (const Bytes& bytes : comm.all_gather(to_bytes<Position>(mine))) {
    if (rank++ == comm.rank()) first = all.size();
    const std::vector<Position> theirs = from_bytes<Position>(bytes);
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  std::vector<int64_t> can_be(all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    if (!trace.is_local(all[i].location)) continue;
    const size_t l = trace.local(all[i].location);
    can_be[i] = can_be_on_path(trace.definitions, trace.locations[l], waits[l], all[i].time) ? 1 : 0;
  }
  comm.max(can_be);
  std::vector<std::vector<uint32_t>> followed(trace.locations.size());
  for (size_t l = 0; l < trace.locations.size(); ++l)
    for (uint32_t i = 0; i < trace.locations[l].off_core.size(); ++i)
      if (can_be[first++] != 0) followed[l].push_back(i);
  return followed;
}

/// Says where a stretch of the path on a location can begin: with the end of a wait state or of time without
/// a core, to whose cause the path goes on, or, first of all, with the location itself.
struct Start {
  Ticks time;
  uint32_t wait = kNoWait;
  uint32_t off_core = kNoWait;
};

/// Holds a location's starts, passed against time. It refers to its wait states.
class Starts {
 public:
  Starts(const LocalLocation& location, const LargeVector<WaitState>& waits, std::vector<uint32_t> off_core)
      : location_(&location), waits_(&waits), left_(waits.size()), off_core_(std::move(off_core)) {}

  /// Returns the last one not after `time`, which never increases from call to call; if there is none, the
  /// first.
  Start last_before(Ticks time) {
    while (left_ > 0 && time < wait().end) --left_;
    while (!off_core_.empty() && time < off_core_end()) off_core_.pop_back();
    if (!off_core_.empty() && (left_ == 0 || wait().end < off_core_end())) {
      const uint32_t position = off_core_.back();
      const Start start = {.time = off_core_end(), .off_core = position};
      off_core_.pop_back();  // so that a wake-up and a wait of the same time make no circle
      return start;
    }
    if (left_ == 0) return {.time = location_->first_time};
    return {.time = wait().end, .wait = static_cast<uint32_t>(left_ - 1)};
  }

 private:
  const WaitState& wait() const { return (*waits_)[left_ - 1]; }
  Ticks off_core_end() const {
    return location_->segments.end(location_->off_core[off_core_.back()].segment);
  }

  const LocalLocation* location_;
  const LargeVector<WaitState>* waits_;
  size_t left_;
  std::vector<uint32_t> off_core_;  ///< Has the positions of those that are left.
};

/// Is the path on its way, against time.
struct Walk {
  Position at;
  int64_t steps_left;
  /// Is where it goes on with when the location, which is no thread, has had the path. Valid with `path`.
  Position then;
  CallPathId path;
};

/// Returns the stretch of the path that ends where the walk is.
CriticalSegment stretch_of(const Walk& walk, const LocalTrace& trace, std::vector<Starts>& starts) {
  CriticalSegment stretch{.location = walk.at.location, .end = walk.at.time, .position = walk.steps_left};
  if (walk.then.location.valid()) {
    stretch.begin = walk.then.time;
    stretch.thread = walk.then.location;
    stretch.path = walk.path;
    return stretch;
  }
  const Start start = starts[trace.local(walk.at.location)].last_before(walk.at.time);
  // Where clocks disagree, the location can have been waited for before its first event.
  stretch.begin = std::min(start.time, walk.at.time);
  stretch.wait = start.wait;
  stretch.off_core = start.off_core;
  return stretch;
}

/// Returns the location to which the path goes from a stretch on a thread; invalid: it begins there.
LocationId cause_of(const CriticalSegment& stretch, const LocalTrace& trace, const WaitStates& waits) {
  if (stretch.off_core != kNoWait) return trace[stretch.location].off_core[stretch.off_core].cause;
  if (stretch.wait != kNoWait) return waits[trace.local(stretch.location)][stretch.wait].cause;
  return {};
}

/// Returns where the walk is before a stretch.
Walk step(const Walk& walk, const CriticalSegment& stretch, const LocalTrace& trace,
          const WaitStates& waits) {
  const int64_t left = walk.steps_left - 1;
  if (stretch.thread.valid()) return {.at = walk.then, .steps_left = left};
  const LocationId cause = cause_of(stretch, trace, waits);
  Walk next{.at = {cause, stretch.begin}, .steps_left = left};
  if (!cause.valid() || trace::is_thread(trace.definitions, cause)) return next;
  const LocalLocation& location = trace[stretch.location];
  const uint32_t segment = location.off_core[stretch.off_core].segment;
  next.then = {location.id, std::min(location.segments.begin(segment), stretch.begin)};
  next.path = location.segments.only_path(segment);
  return next;
}

}  // namespace

LargeVector<CriticalSegment> find_critical_path(const LocalTrace& trace, const WaitStates& waits,
                                                Comm& comm) {
  std::vector<std::vector<uint32_t>> off_core = followed_off_core(trace, waits, comm);
  std::vector<Starts> starts;
  int64_t most_steps[] = {0};
  for (size_t l = 0; l < waits.size(); ++l) {
    most_steps[0] += static_cast<int64_t>(waits[l].size() + 2 * off_core[l].size());
    starts.emplace_back(trace.locations[l], waits[l], std::move(off_core[l]));
  }
  comm.sum(most_steps);
  LargeVector<CriticalSegment> path;
  SmallMessages<Walk> messages(comm);
  const auto add_stretch = [&](const Walk& walk) {
    path.push_back(stretch_of(walk, trace, starts));
    return step(walk, path.back(), trace, waits);
  };
  const auto go_on = [&](Walk walk) {
    while (walk.at.location.valid() && walk.steps_left > 0) {
      if (!trace.is_local(walk.at.location)) return messages.send(trace.rank_of(walk.at.location), walk);
      walk = add_stretch(walk);
    }
  };
  // No wait and no time without a core can be passed twice, except in circles, which only clocks that
  // disagree make.
  const Walk whole{.at = end_of_path(trace, waits, comm), .steps_left = 1 + most_steps[0]};
  if (whole.at.location.valid() && trace.is_local(whole.at.location)) go_on(whole);
  for (std::vector<Walk> arrived = messages.collect(); !arrived.empty(); arrived = messages.collect())
    for (const Walk& walk : arrived) go_on(walk);
  return path;
}

}  // namespace latecomer::analyze
