// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How evenly computation is distributed.
//
//     time in f, mean 4:   rank 0 ======      overload 2
//                          rank 1 ======      overload 2
//                          rank 2             underload 4, and it does not take part
//
// Every call path of the program's own code is compared with its mean over all threads. The sum of
// overloads is that of underloads: what would have to move. Overload of a call path that a single location
// executes, and the underload of all others in it, stand out as a serial part.
//
// Cost: O(locations x call paths), which is the size of the result, and two sums over the ranks.

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <memory>
#include <span>

#include "analyze/results/measure.h"
#include "base/parallel.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// Is what a location spent on a call path, and whether it executed it at all.
struct Share {
  int64_t time = 0;
  bool executed = false;
};

/// Finds the computation by call path, in the memory of `shares`, which locations use one after the other.
void find_computation(const LocalTrace& trace, const LocalLocation& location, std::vector<Share>& shares) {
  shares.assign(trace.call_tree.nodes().size(), {});
  const auto is_computation = [&](CallPathId path) { return trace.class_of(path).is_computation(); };
  for (size_t p = 0; p < location.paths.size(); ++p) {
    const CallPathId path = location.paths[p];
    if (is_computation(path))
      shares[path.index()] = {location.path_time[p].count, location.path_visits[p] > 0};
  }
  for (const TeamTime& each : location.threads.times) {
    if (is_computation(each.path))
      shares[each.path.index()].time -= (each.fork + each.join + each.idle).count;
  }
  for (Share& share : shares) share.executed |= share.time > 0;
}

void compare(const Share& share, CallPathId path, double mean, bool single, LocationSeverities severities) {
  const double overload = static_cast<double>(share.time) - mean;
  if (overload > 0) {
    severities.add_share(Builtin::imbalance_above, path, overload);
    if (single) severities.add_share(Builtin::imbalance_above_single, path, overload);
  } else {
    severities.add_share(Builtin::imbalance_below, path, -overload);
    if (share.executed) return;
    severities.add_share(Builtin::imbalance_below_bypass, path, -overload);
    if (single) severities.add_share(Builtin::imbalance_below_singularity, path, -overload);
  }
}

}  // namespace

void measure_imbalance(const LocalTrace& trace, Comm& comm, Severities& severities) {
  const size_t paths = trace.call_tree.nodes().size();
  std::vector<int64_t> sums(2 * paths);
  const std::span<int64_t> times = std::span(sums).first(paths);
  const std::span<int64_t> participants = std::span(sums).last(paths);
  std::vector<Share> shares;
  for (const LocalLocation& location : trace.locations) {
    if (!trace::is_thread(trace.definitions, location.id)) continue;
    find_computation(trace, location, shares);
    for (size_t p = 0; p < paths; ++p) {
      times[p] += shares[p].time;
      participants[p] += shares[p].executed ? 1 : 0;
    }
  }
  comm.sum(sums);
  const double threads = static_cast<double>(trace::count_threads(trace.definitions));
  oneapi::tbb::enumerable_thread_specific<std::vector<Share>, std::allocator<std::vector<Share>>> rooms;
  parallel_for(trace.locations.size(), [&](size_t l) {
    if (!trace::is_thread(trace.definitions, trace.locations[l].id)) return;
    std::vector<Share>& of_location = rooms.local();
    find_computation(trace, trace.locations[l], of_location);
    for (size_t p = 0; p < paths; ++p) {
      compare(of_location[p], CallPathId(p), static_cast<double>(times[p]) / threads, participants[p] == 1,
              severities[l]);
    }
  });
}

}  // namespace latecomer::analyze
