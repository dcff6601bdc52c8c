// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// By which factors own times change.
//
// The problem: segments have the call paths that were recorded; what a user names can be a function that was
// sampled there, which has a part of the time.
//
//     gap main -> MPI_Send    100 in all: 80 in solve, 20 in check        solve half as long: 60, a factor of
//     0.6
//
// The idea: a call path whose time is divided among sampled functions changes by the mean of their factors,
// weighted by their parts. What changes only for some time, or each visit by another factor, has factors by
// segment as well; where a segment is in that time in part, it is as if its times were spread evenly in it.
//
//     n-th visits   rank 0:  [3]  barrier  [1]         means 2 and 2: factors 2/3 and 2
//                   rank 1:  [1]  barrier  [3]                                2   and 2/3
//
// Of visits that are to be even, all have one mean.
//
// Iterations of a process are the n-th visits of its threads together, or what they have of call paths that
// are in one iteration each, such as those of phases: then factors by call path are enough.
//
// Cost: O(call paths) for each location, and O(entries of segments) for a change that is not the same always.

#include "analyze/replay/changes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "analyze/replay/idle_times.h"

namespace latecomer::analyze {

namespace {

/// Says which call paths a change is for, by their numbers.
std::vector<bool> changed_paths(const TraceContext& trace, const Change& change) {
  std::vector<bool> changed(trace.call_tree.nodes().size());
  for (const CallPathId path : change.paths) changed[path.index()] = true;
  if (change.only_listed) return changed;
  for (size_t p = 0; p < changed.size(); ++p) {  // parents before children
    const CallPathId parent = trace.call_tree.nodes()[p].parent;
    const bool is_below = parent.valid() && changed[parent.index()];
    changed[p] = changed[p] || (is_below && trace.path_classes[p].is_computation());
  }
  return changed;
}

/// Calls `visit(path, time)` for the time of a location that was not idle, in ticks, as sampled functions
/// have it.
template <class Visit>
void for_each_time(const LocalLocation& location, const Visit& visit) {
  std::vector<Ticks> times = location.path_time;
  for (const IdlePeriod& each : location.threads.idle) {
    const auto path = std::ranges::find(location.paths, location.path_of(each.call));
    if (path == location.paths.end()) continue;
    times[static_cast<size_t>(path - location.paths.begin())] -=
        location.leave_of(each.call) - location.enter_of(each.call);
  }
  for (const SampledPath& sampled : location.sampled) {
    const Ticks whole = std::exchange(times[sampled.path.index()], Ticks());
    sampled.divide_among_parts(whole.count, [&](CallPathId part, int64_t time) {
      visit(location.paths[part.index()], Ticks(time));
    });
  }
  for (size_t p = 0; p < times.size(); ++p) visit(location.paths[p], times[p]);
}

/// Returns which part of a segment is within a time.
double part_within(const Segments& segments, size_t segment, const TimeSpan& when) {
  const Ticks begin = segments.boundaries()[segment];
  const Ticks end = segments.boundaries()[segment + 1];
  if (begin == end) return when.begin <= begin && begin < when.end ? 1 : 0;
  const Ticks within = std::min(end, when.end) - std::max(begin, when.begin);
  return within <= Ticks() ? 0 : static_cast<double>(within.count) / static_cast<double>((end - begin).count);
}

/// Returns which part of each call path's time is of changed ones: all, or that of functions sampled on it,
/// whose own factors are `of_functions`.
std::vector<double> shares_of(const LocalLocation& location, const std::vector<bool>& changed,
                              const std::vector<double>& of_functions) {
  std::vector<double> shares(changed.begin(), changed.end());
  for (const SampledPath& sampled : location.sampled) {
    double of_changed = 0;
    double whole = 0;
    for (const PathTime& part : sampled.parts) {
      const size_t path = location.paths[part.path.index()].index();
      const double time = of_functions[path] * static_cast<double>(part.time.count);
      of_changed += changed[path] ? time : 0;
      whole += time;
    }
    if (whole > 0) shares[location.paths[sampled.path.index()].index()] = of_changed / whole;
  }
  return shares;
}

/// Gives a call path whose time is that of sampled functions the mean of their factors.
void spread_samples(const LocalLocation& location, std::vector<double>& factors) {
  std::vector<std::pair<CallPathId, double>> means;
  for (const SampledPath& sampled : location.sampled) {
    double sum = 0;
    double whole = 0;
    for (const PathTime& part : sampled.parts) {
      const double time = static_cast<double>(part.time.count);
      sum += factors[location.paths[part.path.index()].index()] * time;
      whole += time;
    }
    if (whole > 0) means.emplace_back(location.paths[sampled.path.index()], sum / whole);
  }
  for (const auto& [path, mean] : means) factors[path.index()] = mean;
}

/// Is what of a location's segments a change is for.
struct ChangedSegments {
  std::vector<double> shares;  ///< Holds parts by call path.
  std::vector<Ticks> times;    ///< Holds the time that changes, after the changes before, by segment.

  double mean_of(const std::vector<double>& by_segment) const {
    double before = 0;
    double after = 0;
    for (size_t s = 0; s < times.size(); ++s) {
      before += static_cast<double>(times[s].count);
      after += by_segment[s] * static_cast<double>(times[s].count);
    }
    return before > 0 ? after / before : 1;
  }

  /// Calls `visit(n, segment)` for each segment with any time that changes, from the first on.
  template <class Visit>
  void for_each_visit(const Visit& visit) const {
    size_t n = 0;
    for (size_t s = 0; s < times.size(); ++s)
      if (times[s] > Ticks()) visit(n++, s);
  }
};

/// Returns whether a change is of how messages travel, and of no own time.
bool is_of_transport(const Change& change) {
  return change.kind == Change::Kind::network || change.kind == Change::Kind::eager ||
         change.kind == Change::Kind::early_partitions;
}

class Factors {
 public:
  Factors(const TraceContext& trace, const std::vector<const LocalLocation*>& locations, Ticks begin,
          Comm& comm)
      : trace_(trace), locations_(locations), begin_(begin), comm_(comm) {
    const std::vector unchanged(trace.call_tree.nodes().size(), 1.0);
    changes_.factors.assign(locations.size(), {unchanged});
    changes_.of_functions.assign(locations.size(), unchanged);
  }

  void add(const Change& change) {
    if (change.kind == Change::Kind::instant_network) return make_network_instant();
    if (is_of_transport(change)) return;
    if (change.kind == Change::Kind::collectives) return scale_collectives(change.factor);
    if (change.kind == Change::Kind::iterations) return change_iterations(change);
    const std::vector<bool> changed = changed_paths(trace_, change);
    if (change.kind == Change::Kind::balance_each || change.kind == Change::Kind::even)
      return balance_visits(change, changed);
    if (change.between) return change_for_some_time(change, changed);
    std::vector<Ticks> times(locations_.size());
    for (size_t l = 0; l < times.size(); ++l)
      if (is_for(change, l)) times[l] = time_on(l, changed);
    for_each_factor(change, times, [&](size_t l, double factor) { multiply(l, changed, factor); });
  }

  IterationTimes iteration_times(const Change& change) const { return find_iterations(change).times; }

  OwnTimeChanges take() {
    for (size_t l = 0; l < changes_.factors.size(); ++l)
      spread_samples(*locations_[l], changes_.factors[l].by_path);
    return std::move(changes_);
  }

 private:
  bool is_for(const Change& change, size_t l) const {
    return change.processes.empty() ||
           std::ranges::count(change.processes, trace_.process_of(locations_[l]->id)) > 0;
  }

  /// Multiplies what is in calls of MPI of some kinds.
  template <class IsMeant>
  void multiply_calls(double factor, const IsMeant& is_meant) {
    std::vector<bool> changed(trace_.path_classes.size());
    for (size_t p = 0; p < changed.size(); ++p)
      changed[p] = trace_.path_classes[p].is_mpi && is_meant(trace_.path_classes[p].time);
    for (size_t l = 0; l < changes_.factors.size(); ++l) multiply(l, changed, factor);
  }

  void make_network_instant() {
    changes_.is_network_instant = true;
    multiply_calls(0, [](report::Builtin time) {
      return time != report::Builtin::mpi_io_individual && time != report::Builtin::mpi_io_collective;
    });
  }

  void scale_collectives(double factor) {
    changes_.collectives *= factor;
    multiply_calls(factor, [](report::Builtin time) {
      return time == report::Builtin::mpi_collective || time == report::Builtin::mpi_sync_collective;
    });
  }

  /// Returns the time after the changes before this one.
  Ticks time_on(size_t l, const std::vector<bool>& changed) const {
    Ticks sum;
    for_each_time(*locations_[l], [&](CallPathId path, Ticks time) {
      if (changed[path.index()]) sum += scale_by(changes_.of_functions[l][path.index()], time);
    });
    return sum;
  }

  /// Calls `visit(location, factor)` where there is any time that changes.
  template <class Visit>
  void for_each_factor(const Change& change, const std::vector<Ticks>& times, const Visit& visit) {
    int64_t sums[] = {0, 0};  // the time, and how many locations have any
    for (const Ticks time : times) {
      sums[0] += time.count;
      sums[1] += time > Ticks() ? 1 : 0;
    }
    comm_.sum(sums);
    const double mean = static_cast<double>(sums[0]) / static_cast<double>(std::max<int64_t>(sums[1], 1));
    const bool balances = change.kind == Change::Kind::balance;
    for (size_t l = 0; l < times.size(); ++l) {
      if (times[l] > Ticks()) visit(l, balances ? mean / static_cast<double>(times[l].count) : change.factor);
    }
  }

  void multiply(size_t l, const std::vector<bool>& changed, double factor) {
    for (size_t p = 0; p < changed.size(); ++p) {
      if (!changed[p]) continue;
      changes_.factors[l].by_path[p] *= factor;
      changes_.of_functions[l][p] *= factor;
    }
  }

  /// Returns what of a location changes, if `part_of(segment)` of each segment does.
  template <class PartOf>
  ChangedSegments changed_segments(size_t l, const std::vector<bool>& changed, const PartOf& part_of) const {
    const LocalLocation& location = *locations_[l];
    TimeFactors now = changes_.factors[l];
    spread_samples(location, now.by_path);
    ChangedSegments found{shares_of(location, changed, changes_.of_functions[l]), {}};
    const std::vector<TimeSpan> idle = idle_times(location);
    auto next_idle = idle.begin();
    for (size_t s = 0; s < location.segments.size(); ++s) {
      double sum = 0;
      while (next_idle != idle.end() && next_idle->end <= location.segments.begin(s)) ++next_idle;
      const bool is_idle = next_idle != idle.end() && next_idle->begin <= location.segments.begin(s);
      const double part = is_idle ? 0 : part_of(s);
      if (part > 0) {
        location.segments.for_each(s, [&](CallPathId path, Ticks time) {
          sum += part * found.shares[path.index()] * now.of(s, path) * static_cast<double>(time.count);
        });
      }
      found.times.emplace_back(std::llround(sum));
    }
    return found;
  }

  void add_in_segments(size_t l, const std::vector<bool>& changed, ChangedSegments segments,
                       std::vector<double> by_segment) {
    const double mean = segments.mean_of(by_segment);
    for (size_t p = 0; p < changed.size(); ++p)
      if (changed[p]) changes_.of_functions[l][p] *= mean;
    changes_.factors[l].in_segments.push_back({std::move(segments.shares), std::move(by_segment)});
  }

  TimeSpan when(const Change& change) const {
    return change.between ? TimeSpan{begin_ + change.between->begin, begin_ + change.between->end}
                          : TimeSpan{Ticks::min(), Ticks::max()};
  }

  void change_for_some_time(const Change& change, const std::vector<bool>& changed) {
    std::vector<ChangedSegments> segments(locations_.size());
    std::vector<Ticks> times(locations_.size());
    const auto part_of = [&](size_t l, size_t s) {
      return part_within(locations_[l]->segments, s, when(change));
    };
    for (size_t l = 0; l < segments.size(); ++l) {
      if (!is_for(change, l)) continue;
      segments[l] = changed_segments(l, changed, [&](size_t s) { return part_of(l, s); });
      times[l] = std::accumulate(segments[l].times.begin(), segments[l].times.end(), Ticks());
    }
    for_each_factor(change, times, [&](size_t l, double factor) {
      std::vector<double> by_segment;
      for (size_t s = 0; s < segments[l].times.size(); ++s)
        by_segment.push_back(1 + part_of(l, s) * (factor - 1));
      add_in_segments(l, changed, std::move(segments[l]), std::move(by_segment));
    });
  }

  /// Gives visits the mean of the n-th ones, or of all.
  void balance_visits(const Change& change, const std::vector<bool>& changed) {
    std::vector<ChangedSegments> segments(locations_.size());
    std::vector<int64_t> sums;    // of the n-th visits; of all in the first one
    std::vector<int64_t> visits;  // how many there are
    const auto group_of = [&](size_t n) { return change.kind == Change::Kind::even ? 0 : n; };
    for (size_t l = 0; l < segments.size(); ++l) {
      if (!is_for(change, l)) continue;
      const TickList& boundaries = locations_[l]->segments.boundaries();
      segments[l] = changed_segments(l, changed, [&](size_t s) {
        return boundaries[s] >= when(change).begin && boundaries[s] < when(change).end ? 1.0 : 0.0;
      });
      segments[l].for_each_visit([&](size_t visit, size_t s) {
        const size_t n = group_of(visit);
        sums.resize(std::max(sums.size(), n + 1));
        visits.resize(sums.size());
        sums[n] += segments[l].times[s].count;
        ++visits[n];
      });
    }
    int64_t most[] = {static_cast<int64_t>(sums.size())};
    comm_.max(most);
    sums.resize(static_cast<size_t>(most[0]));
    visits.resize(sums.size());
    comm_.sum(sums);
    comm_.sum(visits);
    for (size_t l = 0; l < segments.size(); ++l) {
      std::vector<double> by_segment(segments[l].times.size(), 1);
      bool is_changed = false;
      segments[l].for_each_visit([&](size_t visit, size_t s) {
        const size_t n = group_of(visit);
        by_segment[s] = static_cast<double>(sums[n]) / static_cast<double>(visits[n]) /
                        static_cast<double>(segments[l].times[s].count);
        is_changed = true;
      });
      if (is_changed) add_in_segments(l, changed, std::move(segments[l]), std::move(by_segment));
    }
  }

  /// Says what there is of iterations.
  struct Iterations {
    std::vector<bool> changed;              ///< Says which call paths they consist of.
    std::vector<ChangedSegments> segments;  ///< Holds visits by location, if these are the iterations.
    IterationTimes times;                   ///< Holds what all processes have.
  };

  Iterations find_iterations(const Change& change) const {
    Iterations found{changed_paths(trace_, change), {}, {}};
    for (size_t p = 0; p < found.changed.size(); ++p)
      found.changed[p] = found.changed[p] && trace_.path_classes[p].is_computation();
    found.times.resize(trace_.definitions.location_groups.size());
    found.segments.resize(locations_.size());
    for (size_t l = 0; l < locations_.size(); ++l) {
      if (!is_for(change, l)) continue;
      std::vector<Ticks>& times = found.times[trace_.process_of(locations_[l]->id).index()];
      const auto add = [&](size_t n, Ticks time) {
        times.resize(std::max(times.size(), n + 1));
        times[n] += time;
      };
      if (change.iteration_of_path.empty()) {
        found.segments[l] = changed_segments(l, found.changed, [](size_t) { return 1.0; });
        found.segments[l].for_each_visit([&](size_t n, size_t s) { add(n, found.segments[l].times[s]); });
      } else {
        for_each_time(*locations_[l], [&](CallPathId path, Ticks time) {
          if (const auto n = iteration_of(change, found.changed, path))
            add(*n, scale_by(changes_.of_functions[l][path.index()], time));
        });
      }
    }
    add_those_of_other_ranks(found.times);
    return found;
  }

  static std::optional<uint32_t> iteration_of(const Change& change, const std::vector<bool>& changed,
                                              CallPathId path) {
    return changed[path.index()] ? change.iteration_of_path[path.index()] : std::nullopt;
  }

  /// Threads of a process can be on several ranks of the analysis.
  void add_those_of_other_ranks(IterationTimes& times) const {
    int64_t most[] = {0};
    for (const std::vector<Ticks>& each : times)
      most[0] = std::max(most[0], static_cast<int64_t>(each.size()));
    comm_.max(most);
    for (std::vector<Ticks>& each : times) {
      each.resize(static_cast<size_t>(most[0]));
      std::vector<int64_t> counts;
      for (const Ticks time : each) counts.push_back(time.count);
      comm_.sum(counts);
      for (size_t n = 0; n < counts.size(); ++n) each[n] = Ticks(counts[n]);
    }
  }

  void change_iterations(const Change& change) {
    Iterations found = find_iterations(change);
    for (size_t l = 0; l < locations_.size(); ++l) {
      if (!is_for(change, l)) continue;
      const size_t process = trace_.process_of(locations_[l]->id).index();
      const auto factor = [&](size_t n) {
        const Ticks before = found.times[process][n];
        return before > Ticks() ? static_cast<double>(change.iteration_times[process][n].count) /
                                      static_cast<double>(before.count)
                                : 1;
      };
      if (change.iteration_of_path.empty())
        change_visits(l, found.changed, std::move(found.segments[l]), factor);
      else
        change_paths(l, [&](CallPathId path) {
          const auto n = iteration_of(change, found.changed, path);
          return n ? factor(*n) : 1;
        });
    }
  }

  template <class FactorOf>
  void change_visits(size_t l, const std::vector<bool>& changed, ChangedSegments segments,
                     const FactorOf& factor) {
    std::vector<double> by_segment(segments.times.size(), 1);
    segments.for_each_visit([&](size_t n, size_t s) { by_segment[s] = factor(n); });
    add_in_segments(l, changed, std::move(segments), std::move(by_segment));
  }

  template <class FactorOf>
  void change_paths(size_t l, const FactorOf& factor) {
    for (size_t p = 0; p < changes_.factors[l].by_path.size(); ++p) {
      changes_.factors[l].by_path[p] *= factor(CallPathId(p));
      changes_.of_functions[l][p] *= factor(CallPathId(p));
    }
  }

  const TraceContext& trace_;
  const std::vector<const LocalLocation*>& locations_;
  Ticks begin_;
  Comm& comm_;
  /// Holds factors of functions at first: those of call paths on which they were sampled follow at the end.
  OwnTimeChanges changes_;
};

}  // namespace

OwnTimeChanges own_time_changes(const TraceContext& trace, const std::vector<const LocalLocation*>& locations,
                                Ticks begin, const std::vector<Change>& changes, Comm& comm) {
  Factors factors(trace, locations, begin, comm);
  for (const Change& change : changes) factors.add(change);
  return factors.take();
}

IterationTimes iteration_times(const TraceContext& trace, const std::vector<const LocalLocation*>& locations,
                               const Change& change, Comm& comm) {
  return Factors(trace, locations, Ticks(), comm).iteration_times(change);
}

Transport changed_transport(const TraceContext& trace, const std::vector<Change>& changes) {
  const auto ticks_per_second = static_cast<double>(trace.definitions.ticks_per_second);
  Transport transport;
  for (const Change& change : changes) {
    if (change.kind == Change::Kind::network)
      transport.speed = {change.latency * ticks_per_second, change.bytes_per_second / ticks_per_second};
    if (change.kind == Change::Kind::eager) transport.largest_eager = change.bytes;
    if (change.kind == Change::Kind::early_partitions) transport.are_partitions_early = true;
  }
  return transport;
}

void change_samples(const OwnTimeChanges& changes, CondensedTrace& trace) {
  for (size_t l = 0; l < changes.of_functions.size(); ++l) {
    CondensedLocation& location = trace.locations[l];
    for (SampledPath& sampled : location.sampled) {
      std::vector<PathTime> parts = sampled.parts;
      Ticks sum;
      for (PathTime& part : parts) {
        part.time = scale_by(changes.of_functions[l][location.paths[part.path.index()].index()], part.time);
        sum += part.time;
      }
      if (sum > Ticks()) sampled.parts = std::move(parts);  // else nothing is left to be divided
    }
  }
}

}  // namespace latecomer::analyze
