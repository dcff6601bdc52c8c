// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How long phases, and windows of time, take on an instant network.
//
// The problem: the run's ideal time says how much of all time went to moving data. Where in the run that was,
// it does not say; and what threads do at one time of the recorded run, they do at other times in an ideal
// one.
//
//     recorded   a:  f f f f | send ~ ~ | g g         window:  [      ]
//                b:  receive ~ ~ ~ ~ ~ ~ ~ | h
//
//     ideal      a:  f f f f | g g                    of what was in it, a has f and no more to do: 4 of 6
//                b:  ~ ~ ~ ~ | h                      b waits for 4
//
// The idea: a replay gives every time of a thread another one. Between two of its times a thread gets on by
// so much, and a part takes as long as the thread that gets on most while it is in it: of the whole run, that
// is the run's ideal time. A wait that is left is spread evenly over the one that was recorded.
//
// Cost: one replay, and O(entries of segments x windows or parts that they are in).

#include "analyze/replay/ideal_times.h"

#include <algorithm>
#include <mutex>

#include "analyze/replay/changes.h"
#include "analyze/replay/idle_times.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

/// Returns how long a location would be in each part.
std::vector<Ticks> times_in_parts(const LocalLocation& location, const TimeFactors& factors,
                                  const PartsOfRun& parts, const NewTime& new_time) {
  std::vector<Ticks> times(parts.count);
  const TickList& boundaries = location.segments.boundaries();
  for (size_t s = 0; s < location.segments.size(); ++s) {
    const Ticks length = new_time(boundaries[s + 1]) - new_time(boundaries[s]);
    Ticks sum;
    location.segments.for_each(
        s, [&](CallPathId path, Ticks time) { sum += scale_by(factors.of(s, path), time); });
    const bool is_of_one = location.segments.only_path(s).valid();
    location.segments.for_each(s, [&](CallPathId path, Ticks time) {
      const Ticks part = is_of_one        ? length
                         : sum.count == 0 ? Ticks()
                                          : scale(length, scale_by(factors.of(s, path), time), sum);
      for (const uint32_t of : parts.of_path[path.index()]) times[of] += part;
    });
  }
  return times;
}

/// Returns what a location does in each of the windows between `bounds`, with its own computation as that of
/// all.
std::vector<IdealTimes::Window> times_in_windows(const TraceContext& trace, const LocalLocation& location,
                                                 const std::vector<Ticks>& bounds, const NewTime& new_time) {
  std::vector<IdealTimes::Window> windows(bounds.size() - 1);
  for (size_t w = 0; w < windows.size(); ++w)
    windows[w].ideal = new_time(std::clamp(bounds[w + 1], location.first_time, location.last_time)) -
                       new_time(std::clamp(bounds[w], location.first_time, location.last_time));
  const std::vector<TimeSpan> idle = idle_times(location);
  auto next_idle = idle.begin();
  size_t w = 0;
  for (size_t s = 0; s < location.segments.size(); ++s) {
    const Ticks begin = location.segments.begin(s);
    const Ticks end = location.segments.end(s);
    while (next_idle != idle.end() && next_idle->end <= begin) ++next_idle;
    if (begin == end || (next_idle != idle.end() && next_idle->begin <= begin)) continue;
    Ticks computation;
    location.segments.for_each(s, [&](CallPathId path, Ticks time) {
      if (trace.path_classes[path.index()].is_computation()) computation += time;
    });
    while (w + 1 < windows.size() && bounds[w + 1] <= begin) ++w;
    for (size_t in = w; in < windows.size() && bounds[in] < end; ++in) {
      const Ticks within = std::min(end, bounds[in + 1]) - std::max(begin, bounds[in]);
      windows[in].computation += scale(within, computation, end - begin);
    }
  }
  for (IdealTimes::Window& each : windows) each.largest_computation = each.computation;
  return windows;
}

void combine(const IdealTimes& location, IdealTimes& all) {
  for (size_t p = 0; p < all.parts.size(); ++p) all.parts[p] = std::max(all.parts[p], location.parts[p]);
  for (size_t w = 0; w < all.windows.size(); ++w) {
    IdealTimes::Window& window = all.windows[w];
    window.ideal = std::max(window.ideal, location.windows[w].ideal);
    window.computation += location.windows[w].computation;
    window.largest_computation =
        std::max(window.largest_computation, location.windows[w].largest_computation);
  }
}

void combine_ranks(IdealTimes& all, Comm& comm) {
  std::vector<int64_t> largest;
  std::vector<int64_t> sums;
  for (const Ticks part : all.parts) largest.push_back(part.count);
  for (const IdealTimes::Window& window : all.windows) {
    largest.push_back(window.ideal.count);
    largest.push_back(window.largest_computation.count);
    sums.push_back(window.computation.count);
  }
  comm.max(largest);
  comm.sum(sums);
  auto next = largest.begin();
  for (Ticks& part : all.parts) part = Ticks(*next++);
  for (size_t w = 0; w < all.windows.size(); ++w)
    all.windows[w] = {
        .ideal = Ticks(*next++), .computation = Ticks(sums[w]), .largest_computation = Ticks(*next++)};
}

}  // namespace

IdealTimes ideal_times(const LocalTrace& trace, const RunExtent& run, const Replay& replay,
                       const PartsOfRun& parts, Comm& comm) {
  const std::vector<const LocalLocation*> locations = list_locations(trace);
  const OwnTimeChanges instant =
      own_time_changes(trace, locations, run.begin, {{.kind = Change::Kind::instant_network}}, comm);
  std::vector<Ticks> bounds;
  for (size_t w = 0; w <= parts.windows; ++w)
    bounds.push_back(run.begin + scale(run.end - run.begin, Ticks(static_cast<int64_t>(w)),
                                       Ticks(static_cast<int64_t>(std::max<size_t>(parts.windows, 1)))));
  IdealTimes all{std::vector<Ticks>(parts.count), std::vector<IdealTimes::Window>(parts.windows)};
  std::mutex mutex;
  replay.for_each_location(locations, instant, comm, [&](size_t l, const NewTime& new_time) {
    const LocalLocation& location = *locations[l];
    if (!trace::is_thread(trace.definitions, location.id)) return;
    const IdealTimes of_location{times_in_parts(location, instant.of(l), parts, new_time),
                                 times_in_windows(trace, location, bounds, new_time)};
    const std::scoped_lock lock(mutex);
    combine(of_location, all);
  });
  combine_ranks(all, comm);
  return all;
}

}  // namespace latecomer::analyze
