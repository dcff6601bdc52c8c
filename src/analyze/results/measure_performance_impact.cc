// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Which activities all the resources go to [Böhme et al., IPDPS 2012].
//
// The critical path says what the run's length depends on; the performance impact says what that costs: it
// maps all resources that the run took, its time on every location, to activities.
//
//     rank 0:  ====f======|=g=|send          = on the critical path
//     rank 1:  --f--|recv ~~~~~~~~~|=h=      - the same call paths elsewhere, ~ waiting
//
// - Processing time belongs to the call path it was spent in, on the location that spent it: to the
//   critical-path activities if the critical path contains some of that call path (it is likely to matter),
//   to the non-critical-path activities if not.
// - Waiting time exists because work on the critical path takes longer than elsewhere. So all of it, wherever
//   it was, is charged to the call paths of the critical path in proportion to their imbalance, what they
//   have there beyond the mean over all threads; and to the locations in proportion to the time that the
//   path spends in the call path on each. Where no call path has imbalance, the time on the path decides.
//   A path without length cannot be charged: then waiting stays where it was.
// - Imbalance has two sources, with different remedies. Intra-partition: the locations that do the same job
//   (which execute the same call paths of the program's own code) have unequal shares. Inter-partition: one
//   group has more to do than another. What the path has of a call path beyond the mean over the partition on
//   which it runs is intra-partition imbalance, what is left of its imbalance inter-partition. Where no call
//   path has imbalance there is nothing to compare, and all is intra-partition.
//
// The sum of all parts is the time of all locations.
//
// Cost: O(locations x call paths), and a sum over the ranks of partitions x call paths on the path.

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "analyze/results/divide_locations.h"
#include "analyze/results/measure.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

void measure_activities(const CriticalProfile& profile, Severities& severities) {
  for (size_t l = 0; l < profile.processing.size(); ++l) {
    for (const auto& [path, time] : profile.processing[l]) {
      const Builtin metric = profile.is_on_path(path) ? Builtin::critical_path_activities
                                                      : Builtin::non_critical_path_activities;
      severities[l].add(metric, path, time.count);
    }
  }
}

int64_t all_waiting(const WaitStates& waits, Comm& comm) {
  std::vector<int64_t> of_locations(waits.size());
  parallel_for(waits.size(), [&](size_t l) {
    of_locations[l] = std::transform_reduce(waits[l].begin(), waits[l].end(), int64_t{0}, std::plus<>(),
                                            [](const WaitState& wait) { return wait.amount.count; });
  });
  int64_t sum[] = {std::reduce(of_locations.begin(), of_locations.end())};
  comm.sum(sum);
  return sum[0];
}

/// The mean processing time of the critical path's call paths over the locations of each partition.
class PartitionMeans {
 public:
  PartitionMeans(const CriticalProfile& profile, const LocationPartitions& partitions, Comm& comm)
      : partitions_(partitions), column_(profile.total_on_path.size()) {
    for (size_t p = 0; p < column_.size(); ++p) {
      if (profile.is_on_path(CallPathId(p))) column_[p] = columns_++;
    }
    sums_.resize(partitions.sizes.size() * columns_);
    for (size_t l = 0; l < profile.processing.size(); ++l) {
      for (const auto& [path, time] : profile.processing[l]) {
        if (profile.is_on_path(path)) sums_[cell(partitions.of_location[l], path)] += time.count;
      }
    }
    comm.sum(sums_);
  }

  double mean(size_t partition, CallPathId path) const {
    return static_cast<double>(sums_[cell(partition, path)]) /
           static_cast<double>(std::max<int64_t>(partitions_.sizes[partition], 1));
  }

 private:
  size_t cell(size_t partition, CallPathId path) const {
    return partition * columns_ + column_[path.index()];
  }

  const LocationPartitions& partitions_;
  std::vector<size_t> column_;  ///< of each call path on the critical path
  size_t columns_ = 0;
  std::vector<int64_t> sums_;  ///< partitions x columns
};

/// In which proportion the critical path's call paths are charged with waiting: by imbalance, or by time.
struct Weights {
  std::vector<double> of_path;
  double sum = 0;
  bool by_imbalance = true;
};

Weights weights(const CriticalProfile& profile) {
  Weights weights;
  for (size_t p = 0; p < profile.total_on_path.size(); ++p) {
    weights.of_path.push_back(profile.is_on_path(CallPathId(p)) ? profile.imbalance(CallPathId(p)) : 0);
    weights.sum += weights.of_path.back();
  }
  if (weights.sum > 0) return weights;
  weights.by_imbalance = false;
  for (size_t p = 0; p < profile.total_on_path.size(); ++p) {
    weights.of_path[p] = static_cast<double>(profile.total_on_path[p]);
    weights.sum += weights.of_path[p];
  }
  return weights;
}

void charge_waiting(double waiting, const CriticalProfile& profile, const Weights& weights,
                    const LocationPartitions& partitions, const PartitionMeans& means,
                    Severities& severities) {
  for (size_t l = 0; l < profile.on_path.size(); ++l) {
    for (const auto& [path, time] : profile.on_path[l]) {
      const double weight = weights.of_path[path.index()];
      if (weight == 0) continue;
      const double whole = static_cast<double>(profile.total_on_path[path.index()]);
      const double charged = waiting * (weight / weights.sum) * (static_cast<double>(time.count) / whole);
      const double within = std::max(whole - means.mean(partitions.of_location[l], path), 0.0);
      const double intra = weights.by_imbalance ? charged * std::min(within / weight, 1.0) : charged;
      severities[l].add_share(Builtin::intra_partition_imbalance, path, intra);
      severities[l].add_share(Builtin::inter_partition_imbalance, path, charged - intra);
    }
  }
}

void leave_waiting(const LocalTrace& trace, const WaitStates& waits, Severities& severities) {
  for (size_t l = 0; l < waits.size(); ++l) {
    for (const WaitState& wait : waits[l]) {
      severities[l].add_share(Builtin::intra_partition_imbalance, trace.locations[l].path_of(wait.call),
                              static_cast<double>(wait.amount.count));
    }
  }
}

}  // namespace

void measure_performance_impact(const LocalTrace& trace, const WaitStates& waits,
                                const CriticalProfile& profile, Comm& comm, Severities& severities) {
  measure_activities(profile, severities);
  const int64_t waiting = all_waiting(waits, comm);
  const Weights of_paths = weights(profile);
  if (of_paths.sum == 0) return leave_waiting(trace, waits, severities);
  const LocationPartitions partitions = divide_locations(trace, comm);
  const PartitionMeans means(profile, partitions, comm);
  charge_waiting(static_cast<double>(waiting), profile, of_paths, partitions, means, severities);
}

}  // namespace latecomer::analyze
