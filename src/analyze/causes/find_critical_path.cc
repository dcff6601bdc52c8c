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
// long as the path stays with it, then tells all others where it went.
//
// Cost: O(log n) for each wait on the path, a broadcast for each change of rank.

#include "analyze/causes/find_critical_path.h"

#include <algorithm>
#include <span>

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// Where the path is; an invalid location: at its beginning.
struct Position {
  LocationId location;
  Ticks time;
};

/// When a location came to Finalize, and whether it did.
struct Ending {
  bool finalized;
  Ticks time;
  LocationId location;
  Ticks last_time;

  auto operator<=>(const Ending&) const = default;
};

Ending ending_of(const LocalTrace& trace, const CondensedLocation& location) {
  for (size_t i = location.calls.size(); i-- > 0;) {
    const Call& call = location.calls[i];
    if (trace.class_of(call).kind == CallKind::finalize)
      return {true, call.enter, location.id, location.last_time};
  }
  return {false, location.last_time, location.id, location.last_time};
}

/// The end of the last location to enter Finalize, or of the last to end where none did.
Position end_of_path(const LocalTrace& trace, Comm& comm) {
  std::vector<Ending> mine;
  for (const CondensedLocation& location : trace.locations) mine.push_back(ending_of(trace, location));
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

/// One step back: adds the stretch on the location at hand, and returns where the path came from. Positions
/// count down.
Position step(const LocalTrace& trace, const WaitStates& waits, Position at, int64_t position,
              std::vector<CriticalSegment>& path) {
  const CondensedLocation& location = trace[at.location];
  const std::vector<WaitState>& own = waits[trace.local(at.location)];
  const size_t after = first_ending_after(own, at.time);
  if (after == 0) {
    // Where clocks disagree, the location can have been waited for before its first event.
    const Ticks begin = std::min(location.first_time, at.time);
    path.push_back({at.location, begin, at.time, kNoWait, position});
    return {};
  }
  const WaitState& wait = own[after - 1];
  path.push_back({at.location, wait.end, at.time, static_cast<uint32_t>(after - 1), position});
  return {wait.cause, wait.end};
}

}  // namespace

std::vector<CriticalSegment> find_critical_path(const LocalTrace& trace, const WaitStates& waits,
                                                Comm& comm) {
  std::vector<CriticalSegment> path;
  int64_t steps_left[] = {1};
  for (const std::vector<WaitState>& of_location : waits)
    steps_left[0] += static_cast<int64_t>(of_location.size());
  comm.sum(
      steps_left);  // no wait can be passed twice, except in circles, which only clocks that disagree make

  Position at = end_of_path(trace, comm);
  while (at.location.valid() && steps_left[0] > 0) {
    const int owner = trace.deal.owner(trace.process_of(at.location));
    struct {
      Position at;
      int64_t steps_left;
    } state{at, steps_left[0]};
    while (comm.rank() == owner && state.at.location.valid() && state.steps_left > 0 &&
           trace.deal.owner(trace.process_of(state.at.location)) == owner) {
      state.at = step(trace, waits, state.at, state.steps_left, path);
      --state.steps_left;
    }
    state = from_bytes<decltype(state)>(
        comm.broadcast(to_bytes<decltype(state)>(std::span(&state, 1)), owner))[0];
    at = state.at;
    steps_left[0] = state.steps_left;
  }
  return path;
}

}  // namespace latecomer::analyze
