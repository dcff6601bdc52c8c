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
// wait, go on with the location that ended it, and so forth. The rank that follows the chains of the location
// at hand (chain_deal.h) walks on as long as the path stays with it, then hands it to the rank where it went.
//
// Time only decreases on the way, so each location's waits are passed once (packed_starts.h).
//
// Cost: O(wait states), a small message for each change of rank; about 5 bytes for each wait state, where it
// can be passed.

#include "analyze/causes/find_critical_path.h"

#include <algorithm>

#include "analyze/causes/packed_starts.h"
#include "base/parallel.h"
#include "comm/mail.h"
#include "trace/location_kinds.h"

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

/// The end of the last thread to enter Finalize, or of the last to end where none did.
Position end_of_path(const LocalTrace& trace, Comm& comm) {
  std::vector<Ending> mine;
  for (const CondensedLocation& location : trace.locations) {
    if (trace::is_thread(trace.definitions, location.id)) mine.push_back(ending_of(trace, location));
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

/// What the path can go along, of each location whose chains this rank follows.
class Starts {
 public:
  Starts(const LocalTrace& trace, const WaitStates& waits, const ChainDeal& chains)
      : packed_(chains.collect(pack(trace, waits))) {
    for (size_t l = 0; l < packed_.size(); ++l) of_locations_.emplace_back(packed_[l]);
  }
  PackedStarts& operator[](size_t location) { return of_locations_[location]; }

 private:
  static std::vector<Bytes> pack(const LocalTrace& trace, const WaitStates& waits) {
    std::vector<Bytes> packed(waits.size());
    parallel_for(waits.size(), [&](size_t l) { packed[l] = pack_starts(trace.locations[l], waits[l]); });
    return packed;
  }

  PackedLocations packed_;
  std::vector<PackedStarts> of_locations_;
};

/// The stretch of the path that ends at `at`.
CriticalSegment stretch_to(Position at, const Start& start, int64_t position) {
  if (start.waits > 0)
    return {at.location, start.time, at.time, static_cast<uint32_t>(start.waits - 1), position};
  // Where clocks disagree, the location can have been waited for before its first event.
  return {at.location, std::min(start.time, at.time), at.time, kNoWait, position};
}

/// To the ranks of their locations; of each location they are on one rank, so they stay in order.
std::vector<CriticalSegment> bring_home(const LocalTrace& trace, const ChainDeal& chains,
                                        std::vector<CriticalSegment> path, Comm& comm) {
  if (chains.is_by_owner()) return path;
  std::vector<std::vector<CriticalSegment>> of_ranks(static_cast<size_t>(comm.size()));
  for (const CriticalSegment& segment : path) of_ranks[trace.rank_of(segment.location)].push_back(segment);
  path.clear();
  for (const std::vector<CriticalSegment>& arrived : exchange(comm, std::move(of_ranks)))
    path.insert(path.end(), arrived.begin(), arrived.end());
  return path;
}

}  // namespace

std::vector<CriticalSegment> find_critical_path(const LocalTrace& trace, const WaitStates& waits,
                                                const ChainDeal& chains, Comm& comm) {
  Starts starts(trace, waits, chains);
  std::vector<CriticalSegment> path;
  struct Walk {
    Position at;
    int64_t steps_left;
  };
  Mail<Walk> mail(comm);
  const auto go_on = [&](Walk walk) {
    while (walk.at.location.valid() && walk.steps_left > 0) {
      if (!chains.is_own(walk.at.location)) return mail.send(chains.rank_of(walk.at.location), walk);
      const Start& start = starts[chains.local(walk.at.location)].last_before(walk.at.time);
      const CriticalSegment& stretch = path.emplace_back(stretch_to(walk.at, start, walk.steps_left));
      walk = {{start.cause, stretch.begin}, walk.steps_left - 1};
    }
  };
  // No wait can be passed twice, except in circles, which only clocks that disagree make.
  const Walk whole{end_of_path(trace, comm), 1 + chains.wait_states()};
  if (whole.at.location.valid() && chains.is_own(whole.at.location)) go_on(whole);
  const auto collect = [&] { return chains.is_by_one() ? std::vector<Walk>() : mail.collect(); };
  for (std::vector<Walk> arrived = collect(); !arrived.empty(); arrived = collect())
    for (const Walk& walk : arrived) go_on(walk);
  return bring_home(trace, chains, std::move(path), comm);
}

}  // namespace latecomer::analyze
