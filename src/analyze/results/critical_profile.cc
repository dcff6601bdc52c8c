// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What threads did, and what of it is on the critical path, by call path.
//
//     rank 0:  f f f f f f | ~~~~~~        ~ waiting, which is no processing
//     rank 1:  f f | g g g g g g g
//     path:    f f f f f f   g g g         on the path: 6 f, 3 g; in the mean over threads: 4 f, 3.5 g
//
// The path's parts are sums of each location's processing over its stretches (processing_profile.h).
// Cost: O(call paths) for each location and each stretch of the path.

#include "analyze/results/critical_profile.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <memory>
#include <span>

#include "base/parallel.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

std::vector<PathTime> processing_of(const LocalLocation& location, const LargeVector<WaitState>& waits,
                                    PathTimes& times) {
  for (size_t p = 0; p < location.paths.size(); ++p) times.add(location.paths[p], location.path_time[p]);
  for (const WaitState& wait : waits) times.add(location.path_of(wait.call), Ticks() - wait.amount);
  std::vector<PathTime> processing;
  processing.reserve(location.paths.size());
  times.drain([&](const PathTime& each) { processing.push_back(each); });
  return processing;
}

/// Adds what locations took on each call path.
void add_up(const std::vector<std::vector<PathTime>>& locations, std::span<int64_t> sums) {
  for (const std::vector<PathTime>& location : locations) {
    for (const PathTime& each : location) sums[each.path.index()] += each.time.count;
  }
}

/// Adds up over all ranks' locations, by call path.
void sum_over_locations(CriticalProfile& profile, size_t paths, Comm& comm) {
  std::vector<int64_t> sums(2 * paths);
  const std::span<int64_t> processing = std::span(sums).first(paths);
  const std::span<int64_t> on_path = std::span(sums).last(paths);
  add_up(profile.processing, processing);
  add_up(profile.on_path, on_path);
  comm.sum(sums);
  profile.total_processing.assign(processing.begin(), processing.end());
  profile.total_on_path.assign(on_path.begin(), on_path.end());
}

}  // namespace

CriticalProfile critical_profile(const LocalTrace& trace, const WaitStates& waits,
                                 const std::vector<ProcessingProfile>& profiles,
                                 const LargeVector<CriticalSegment>& path, Comm& comm) {
  std::vector<LargeVector<CriticalSegment>> segments(trace.locations.size());
  for (const CriticalSegment& segment : path) segments[trace.local(segment.location)].push_back(segment);

  const size_t paths = trace.call_tree.nodes().size();
  CriticalProfile profile;
  profile.threads = trace::count_threads(trace.definitions);
  profile.processing.resize(segments.size());
  profile.on_path.resize(segments.size());
  oneapi::tbb::enumerable_thread_specific<PathTimes, std::allocator<PathTimes>> buffers(paths);
  parallel_for(segments.size(), [&](size_t l) {
    PathTimes& times = buffers.local();
    if (trace::is_thread(trace.definitions, trace.locations[l].id))
      profile.processing[l] = processing_of(trace.locations[l], waits[l], times);
    for (const CriticalSegment& segment : segments[l])
      segment.path.valid() ? times.add(segment.path, segment.end - segment.begin)
                           : profiles[l].add(segment.begin, segment.end, times);
    profile.on_path[l] = times.take();
  });
  sum_over_locations(profile, paths, comm);
  return profile;
}

}  // namespace latecomer::analyze
