// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the critical path costs all threads [Böhme et al., IPDPS 2012]; docs/performance-impact.md has a case.
//
// A thread is compared with the path, call path by call path:
//
//     the path:   f ==========  g =====    h ====
//     a thread:   f =====.....  g =====++    ~~~~     = activity   + beyond the path   . excess   ~ headroom
//
// - What both have of a call path is the thread's critical-path activity; what it has beyond is
//   non-critical-path activity.
// - What the path has beyond the thread, its excess (. and ~), could be waiting. As the thread filled some of
//   that time with what is not on the path, its waiting is the length of the path less the thread's
//   processing time: excess less what it has beyond. It is charged to the call paths in proportion to their
//   excess. A thread that processes for longer than the path is long takes off in the same proportion.
// - The thread belongs to another partition than call paths of which it has nothing. Their excess is its
//   headroom; less what it has beyond the path, it is the inter-partition part of the imbalance, the rest the
//   intra-partition part.
//
// Costs of all threads are summed by call path, and lie where the path runs.
//
// Cost: O(locations x call paths on the path), and a sum over the ranks of four numbers for each of these.

#include <algorithm>
#include <cmath>
#include <vector>

#include "analyze/results/impact_profile.h"
#include "analyze/results/measure.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// Adds up parts of ticks, independently of the order of adding: keeps them as whole ticks and rests.
class OrderlessSums {
 public:
  explicit OrderlessSums(size_t count) : parts_(2 * count) {}

  void add(size_t i, double ticks) {
    const double whole = std::floor(ticks);
    parts_[2 * i] += static_cast<int64_t>(whole);
    parts_[2 * i + 1] += static_cast<int64_t>((ticks - whole) * kRestsPerTick);
  }
  void sum_over_ranks(Comm& comm) { comm.sum(parts_); }
  double operator[](size_t i) const {
    return static_cast<double>(parts_[2 * i]) + static_cast<double>(parts_[2 * i + 1]) / kRestsPerTick;
  }

 private:
  static constexpr double kRestsPerTick = 1LL << 40;

  std::vector<int64_t> parts_;
};

struct PathOnCriticalPath {
  CallPathId path;
  int64_t time;  ///< Is the time on the critical path, in ticks.
};

/// Compares threads with the critical path.
class Comparison {
 public:
  explicit Comparison(const std::vector<int64_t>& total_on_path)
      : total_on_path_(total_on_path), processing_(total_on_path.size()) {
    for (size_t p = 0; p < total_on_path.size(); ++p) {
      if (total_on_path[p] > 0) paths_.push_back({CallPathId(p), total_on_path[p]});
    }
    imbalance_ = OrderlessSums(paths_.size());
    inter_partition_ = OrderlessSums(paths_.size());
  }

  void add(const std::vector<PathTime>& processing, LocationSeverities severities) {
    int64_t beyond = 0;
    for (const auto& [path, time] : processing) {
      if (time <= Ticks()) continue;
      const int64_t activity = std::min(time.count, std::max(total_on_path_[path.index()], int64_t{0}));
      beyond += time.count - activity;
      severities.add(Builtin::critical_path_activities, path, activity);
      severities.add(Builtin::non_critical_path_activities, path, time.count - activity);
      processing_[path.index()] = time.count;
    }
    charge(static_cast<double>(beyond));
    for (const PathTime& each : processing) processing_[each.path.index()] = 0;
  }
  void sum_over_ranks(Comm& comm) {
    imbalance_.sum_over_ranks(comm);
    inter_partition_.sum_over_ranks(comm);
  }
  /// These functions return values by call path, zero for those that are not on the critical path; the second
  /// is part of the first.
  std::vector<double> imbalance() const;
  std::vector<double> inter_partition() const;

 private:
  int64_t excess(const PathOnCriticalPath& path) const {
    return std::max(path.time - processing_[path.path.index()], int64_t{0});
  }
  bool is_in_partition(const PathOnCriticalPath& path) const { return processing_[path.path.index()] > 0; }

  void charge(double beyond) {
    int64_t all_excess = 0;
    int64_t headroom = 0;
    for (const PathOnCriticalPath& path : paths_) {
      all_excess += excess(path);
      if (!is_in_partition(path)) headroom += path.time;
    }
    const auto part = [&](int64_t ticks, int64_t of) {
      return static_cast<double>(ticks) - beyond * static_cast<double>(ticks) / static_cast<double>(of);
    };
    for (size_t i = 0; i < paths_.size(); ++i) {
      if (const int64_t ticks = excess(paths_[i])) imbalance_.add(i, part(ticks, all_excess));
      if (!is_in_partition(paths_[i])) inter_partition_.add(i, part(paths_[i].time, headroom));
    }
  }

  const std::vector<int64_t>& total_on_path_;
  std::vector<PathOnCriticalPath> paths_;
  std::vector<int64_t> processing_;  ///< Holds processing by call path, while a thread is compared.
  OrderlessSums imbalance_{0};
  OrderlessSums inter_partition_{0};
};

std::vector<double> Comparison::imbalance() const {
  std::vector<double> of_path(total_on_path_.size());
  for (size_t i = 0; i < paths_.size(); ++i) of_path[paths_[i].path.index()] = std::max(imbalance_[i], 0.0);
  return of_path;
}

std::vector<double> Comparison::inter_partition() const {
  std::vector<double> of_path = imbalance();
  for (size_t i = 0; i < paths_.size(); ++i) {
    double& all = of_path[paths_[i].path.index()];
    all = std::clamp(inter_partition_[i], 0.0, all);
  }
  return of_path;
}

void charge_path(const ImpactProfile& profile, const Comparison& comparison, Severities& severities) {
  const std::vector<double> imbalance = comparison.imbalance();
  const std::vector<double> inter = comparison.inter_partition();
  for (size_t l = 0; l < profile.on_path.size(); ++l) {
    for (const auto& [path, time] : profile.on_path[l]) {
      const size_t p = path.index();
      if (imbalance[p] == 0 || time <= Ticks()) continue;
      const double here = static_cast<double>(time.count) / static_cast<double>(profile.total_on_path[p]);
      severities[l].add_share(Builtin::intra_partition_imbalance, path, (imbalance[p] - inter[p]) * here);
      severities[l].add_share(Builtin::inter_partition_imbalance, path, inter[p] * here);
    }
  }
}

}  // namespace

void measure_performance_impact(const LocalTrace& trace, const ImpactProfile& profile, Comm& comm,
                                Severities& severities) {
  Comparison comparison(profile.total_on_path);
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    if (trace::is_thread(trace.definitions, trace.locations[l].id))
      comparison.add(profile.processing[l], severities[l]);
  }
  comparison.sum_over_ranks(comm);
  charge_path(profile, comparison, severities);
}

}  // namespace latecomer::analyze
