// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/locations.h"

#include <algorithm>

namespace latecomer::report {

namespace {

/// Returns the values of the wanted ones of the locations.
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

Column by_group(const Report& report, const Column& by_location) {
  Column groups(by_location.type(), report.location_groups.size());
  std::vector<bool> has_value(groups.size());
  for (size_t i = 0; i < by_location.size(); ++i) {
    const size_t group = report.locations[i].group.index();
    if (has_value[group])
      groups.add(group, by_location, i);
    else
      groups.set(group, by_location, i);
    has_value[group] = true;
  }
  return groups;
}

std::vector<double> per_group(const Report& report, MetricId metric, std::span<const double> per_location) {
  const DataType type = data_type_of(report.metrics[metric.index()]);
  const DataType combination = type.is_sum() ? DataType() : type;
  return by_group(report, Column::of_numbers(combination, per_location)).numbers();
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

bool was_killed(const Report& report) {
  return report.attributes.contains(std::string(kKilledAttribute));
}

}  // namespace latecomer::report
