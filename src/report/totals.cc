// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/totals.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace latecomer::report {

namespace {

/// Combines values one after another; zero when there were none.
class Accumulator {
 public:
  explicit Accumulator(Aggregation how) : how_(how) {}

  void add(double value) {
    if (empty_) {
      value_ = value;
    } else if (how_ == Aggregation::sum) {
      value_ += value;
    } else {
      value_ = how_ == Aggregation::minimum ? std::min(value_, value) : std::max(value_, value);
    }
    empty_ = false;
  }
  double value() const { return value_; }

 private:
  Aggregation how_;
  double value_ = 0;
  bool empty_ = true;
};

double combine(Aggregation how, std::span<const double> values) {
  Accumulator all(how);
  for (double each : values) all.add(each);
  return all.value();
}

/// The call path and all below it.
std::vector<CallPathId> subtree(const Report& report, CallPathId root) {
  std::vector<CallPathId> members = {root};
  std::vector<bool> inside(report.call_paths.size());
  inside[root.index()] = true;
  for (size_t i = root.index() + 1; i < report.call_paths.size(); ++i) {
    const CallPathId parent = report.call_paths[i].parent;
    if (!parent.valid() || !inside[parent.index()]) continue;
    inside[i] = true;
    members.emplace_back(i);
  }
  return members;
}

/// Location by location over rows; rows that are not stored are zeros.
std::vector<double> combine_rows(const Report& report, MetricId metric, std::span<const CallPathId> paths) {
  const Aggregation how = aggregation(report.metrics[metric.index()]);
  std::vector<Accumulator> all(report.locations.size(), Accumulator(how));
  for (CallPathId path : paths) {
    const std::vector<double> row = report.row(metric, path);
    for (size_t i = 0; i < all.size(); ++i) {
      if (!row.empty())
        all[i].add(row[i]);
      else if (how != Aggregation::sum)
        all[i].add(0);
    }
  }
  std::vector<double> values(all.size());
  std::transform(all.begin(), all.end(), values.begin(),
                 [](const Accumulator& each) { return each.value(); });
  return values;
}

/// What the stored rows say, without looking up or down the call tree.
std::vector<double> stored_per_call_path(const Report& report, MetricId metric) {
  const Aggregation how = aggregation(report.metrics[metric.index()]);
  std::vector<double> values(report.call_paths.size());
  for (size_t i = 0; i < values.size(); ++i) values[i] = combine(how, report.row(metric, CallPathId(i)));
  return values;
}

std::vector<double> with_below(const Report& report, Aggregation how, std::vector<double> values) {
  for (size_t i = values.size(); i-- > 0;) {
    const CallPathId parent = report.call_paths[i].parent;
    if (parent.valid()) values[parent.index()] = combine(how, std::array{values[parent.index()], values[i]});
  }
  return values;
}

std::vector<double> without_below(const Report& report, std::vector<double> values) {
  const std::vector<double> inclusive = values;
  for (size_t i = 0; i < values.size(); ++i) {
    const CallPathId parent = report.call_paths[i].parent;
    if (parent.valid()) values[parent.index()] -= inclusive[i];
  }
  return values;
}

bool stored_inclusively(const Metric& metric) {
  return metric.kind == MetricKind::inclusive;
}

/// The rows that together hold a metric's total: all, or only the roots' where those contain the rest.
std::vector<CallPathId> rows_of_total(const Report& report, MetricId metric) {
  const bool only_roots = stored_inclusively(report.metrics[metric.index()]);
  std::vector<CallPathId> paths;
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    if (!only_roots || !report.call_paths[i].parent.valid()) paths.emplace_back(i);
  }
  return paths;
}

/// The values of the wanted ones of the locations.
template <class IsWanted>
std::vector<double> of_locations(const Report& report, std::span<const double> per_location,
                                 const IsWanted& is_wanted) {
  std::vector<double> values;
  for (size_t i = 0; i < per_location.size(); ++i) {
    if (is_wanted(report.locations[i])) values.push_back(per_location[i]);
  }
  return values;
}

}  // namespace

Aggregation aggregation(const Metric& metric) {
  if (metric.data_type == "MINDOUBLE") return Aggregation::minimum;
  if (metric.data_type == "MAXDOUBLE") return Aggregation::maximum;
  return Aggregation::sum;
}

double total(const Report& report, MetricId metric) {
  return combine(aggregation(report.metrics[metric.index()]), per_location(report, metric));
}

double total_without_children(const Report& report, MetricId metric) {
  double value = total(report, metric);
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    if (report.metrics[i].parent == metric) value -= total(report, MetricId(i));
  }
  return value;
}

std::vector<double> per_call_path(const Report& report, MetricId metric, Below below) {
  const Metric& definition = report.metrics[metric.index()];
  std::vector<double> stored = stored_per_call_path(report, metric);
  const Aggregation how = aggregation(definition);
  if (below == Below::included && !stored_inclusively(definition))
    return with_below(report, how, std::move(stored));
  if (below == Below::excluded && stored_inclusively(definition) && how == Aggregation::sum) {
    return without_below(report, std::move(stored));
  }
  return stored;
}

std::vector<double> per_location(const Report& report, MetricId metric) {
  return combine_rows(report, metric, rows_of_total(report, metric));
}

std::vector<double> per_location(const Report& report, MetricId metric, CallPathId path, Below below) {
  const Metric& definition = report.metrics[metric.index()];
  if (below == Below::included && !stored_inclusively(definition)) {
    return combine_rows(report, metric, subtree(report, path));
  }
  std::vector<double> values = combine_rows(report, metric, std::array{path});
  if (below == Below::included || !stored_inclusively(definition) ||
      aggregation(definition) != Aggregation::sum) {
    return values;
  }
  for (size_t i = path.index() + 1; i < report.call_paths.size(); ++i) {
    if (report.call_paths[i].parent != path) continue;
    const std::vector<double> child = report.row(metric, CallPathId(i));
    for (size_t k = 0; k < child.size(); ++k) values[k] -= child[k];
  }
  return values;
}

std::vector<double> per_group(const Report& report, MetricId metric, std::span<const double> per_location) {
  const Aggregation how = aggregation(report.metrics[metric.index()]);
  std::vector<Accumulator> groups(report.location_groups.size(), Accumulator(how));
  for (size_t i = 0; i < per_location.size(); ++i) {
    groups[report.locations[i].group.index()].add(per_location[i]);
  }
  std::vector<double> values(groups.size());
  std::transform(groups.begin(), groups.end(), values.begin(),
                 [](const Accumulator& each) { return each.value(); });
  return values;
}

bool is_thread(const Location& location) {
  return location.type != "gpu" && location.type != "metric";
}

bool is_stream(const Location& location) {
  return location.type == "gpu";
}

bool is_process(const LocationGroup& group) {
  return group.type != "accelerator" && group.type != "metrics";
}

size_t count_threads(const Report& report) {
  return static_cast<size_t>(std::ranges::count_if(report.locations, is_thread));
}

size_t count_streams(const Report& report) {
  return static_cast<size_t>(std::ranges::count_if(report.locations, is_stream));
}

size_t count_processes(const Report& report) {
  return static_cast<size_t>(std::ranges::count_if(report.location_groups, is_process));
}

std::vector<double> of_threads(const Report& report, std::span<const double> per_location) {
  return of_locations(report, per_location, is_thread);
}

std::vector<double> of_streams(const Report& report, std::span<const double> per_location) {
  return of_locations(report, per_location, is_stream);
}

std::vector<double> of_processes(const Report& report, std::span<const double> per_group) {
  std::vector<double> values;
  for (size_t g = 0; g < per_group.size(); ++g) {
    if (is_process(report.location_groups[g])) values.push_back(per_group[g]);
  }
  return values;
}

Spread spread(std::span<const double> values) {
  if (values.empty()) return {};
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {*low, sum / static_cast<double>(values.size()), *high};
}

}  // namespace latecomer::report
