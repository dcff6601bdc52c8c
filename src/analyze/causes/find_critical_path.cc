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
// long as the path stays with it, then hands it to the rank where it went.
//
// Cost: O(log n) for each wait on the path, a small message for each change of rank.

#include "analyze/causes/find_critical_path.h"

#include <algorithm>
#include <span>

#include "comm/mail.h"

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
    const Call& call = location.call(i);
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

  struct Walk {
    Position at;
    int64_t steps_left;
  };
  Mail<Walk> mail(comm);
  const auto go_on = [&](Walk walk) {
    while (walk.at.location.valid() && walk.steps_left > 0) {
      if (!trace.is_local(walk.at.location)) return mail.send(trace.rank_of(walk.at.location), walk);
      walk.at = step(trace, waits, walk.at, walk.steps_left, path);
      --walk.steps_left;
    }
  };
  const Walk whole{end_of_path(trace, comm), steps_left[0]};
  if (whole.at.location.valid() && trace.is_local(whole.at.location)) go_on(whole);
  for (std::vector<Walk> arrived = mail.collect(); !arrived.empty(); arrived = mail.collect())
    for (const Walk& walk : arrived) go_on(walk);
  return path;
}

}  // namespace latecomer::analyze
