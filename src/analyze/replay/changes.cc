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
// weighted by their parts. Cost: O(call paths) for each location.

#include "analyze/replay/changes.h"

#include <algorithm>
#include <utility>

namespace latecomer::analyze {

namespace {

/// Says which call paths a change is for, by their numbers.
std::vector<bool> changed_paths(const CondensedTrace& trace, const Change& change) {
  std::vector<bool> changed(trace.call_tree.nodes().size());
  for (const CallPathId path : change.paths) changed[path.index()] = true;
  for (size_t p = 0; p < changed.size(); ++p) {  // parents before children
    const CallPathId parent = trace.call_tree.nodes()[p].parent;
    const bool is_below = parent.valid() && changed[parent.index()];
    changed[p] = changed[p] || (is_below && trace.path_classes[p].is_computation());
  }
  return changed;
}

bool is_for(const Change& change, trace::LocationGroupId process) {
  return change.processes.empty() || std::ranges::count(change.processes, process) > 0;
}

/// Calls `visit(path, time)` for the time of a location, in ticks, as sampled functions have it.
template <class Visit>
void for_each_time(const CondensedLocation& location, const Visit& visit) {
  std::vector<Ticks> times = location.path_time;
  for (const SampledPath& sampled : location.sampled) {
    const Ticks whole = std::exchange(times[sampled.path.index()], Ticks());
    sampled.divide_among_parts(whole.count, [&](CallPathId part, int64_t time) {
      visit(location.paths[part.index()], Ticks(time));
    });
  }
  for (size_t p = 0; p < times.size(); ++p) visit(location.paths[p], times[p]);
}

class Factors {
 public:
  Factors(const CondensedTrace& trace, Comm& comm) : trace_(trace), comm_(comm) {
    of_paths_.assign(trace.locations.size(), std::vector(trace.call_tree.nodes().size(), 1.0));
  }

  void add(const Change& change) {
    if (change.kind == Change::Kind::instant_network) return make_network_instant();
    const std::vector<bool> changed = changed_paths(trace_, change);
    std::vector<Ticks> times(trace_.locations.size());
    int64_t sums[] = {0, 0};  // the time, and how many locations have any
    for (size_t l = 0; l < times.size(); ++l) {
      times[l] = is_for(change, trace_.process_of(trace_.locations[l].id)) ? time_on(l, changed) : Ticks();
      sums[0] += times[l].count;
      sums[1] += times[l] > Ticks() ? 1 : 0;
    }
    comm_.sum(sums);
    for (size_t l = 0; l < times.size(); ++l) {
      if (times[l] <= Ticks()) continue;
      const double mean = static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
      const bool balances = change.kind == Change::Kind::balance;
      multiply(l, changed, balances ? mean / static_cast<double>(times[l].count) : change.factor);
    }
  }

  OwnTimeChanges take() {
    OwnTimeChanges changes{of_paths_, std::move(of_paths_), instant_network_};
    for (size_t l = 0; l < changes.factors.size(); ++l)
      spread_samples(trace_.locations[l], changes.factors[l]);
    return changes;
  }

 private:
  void make_network_instant() {
    instant_network_ = true;
    std::vector<bool> communicates(trace_.path_classes.size());
    for (size_t p = 0; p < communicates.size(); ++p) {
      const RegionClass& region = trace_.path_classes[p];
      const bool is_file = region.time == report::Builtin::mpi_io_individual ||
                           region.time == report::Builtin::mpi_io_collective;
      communicates[p] = region.is_mpi && !is_file;
    }
    for (size_t l = 0; l < of_paths_.size(); ++l) multiply(l, communicates, 0);
  }

  /// Returns the time after the changes before this one.
  Ticks time_on(size_t l, const std::vector<bool>& changed) const {
    Ticks sum;
    for_each_time(trace_.locations[l], [&](CallPathId path, Ticks time) {
      if (changed[path.index()]) sum += scale_by(of_paths_[l][path.index()], time);
    });
    return sum;
  }

  void multiply(size_t l, const std::vector<bool>& changed, double factor) {
    for (size_t p = 0; p < changed.size(); ++p)
      if (changed[p]) of_paths_[l][p] *= factor;
  }

  /// Gives a call path whose time is that of sampled functions the mean of their factors.
  static void spread_samples(const CondensedLocation& location, std::vector<double>& factors) {
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

  const CondensedTrace& trace_;
  Comm& comm_;
  std::vector<std::vector<double>> of_paths_;
  bool instant_network_ = false;
};

}  // namespace

OwnTimeChanges own_time_changes(const CondensedTrace& trace, const std::vector<Change>& changes, Comm& comm) {
  Factors factors(trace, comm);
  for (const Change& change : changes) factors.add(change);
  return factors.take();
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
