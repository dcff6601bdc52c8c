// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "report/report.h"

namespace latecomer::report {

/// How a metric's values combine over call paths and locations.
enum class Aggregation : uint8_t { sum, minimum, maximum };
Aggregation aggregation(const Metric& metric);

/// Whether a call path's value contains those of the call paths below it.
enum class Below : uint8_t { excluded, included };

// Values are in the metric's unit; metrics without values give
// zeros.

/// The metric over all call paths and locations.
double total(const Report& report, MetricId metric);
/// `total` without what its child metrics account for: of "time", the time that is in none of its parts. Only
/// for sums.
double total_without_children(const Report& report, MetricId metric);
/// Every call path's value over all locations.
std::vector<double> per_call_path(const Report& report, MetricId metric, Below below);
/// Every location's value over all call paths.
std::vector<double> per_location(const Report& report, MetricId metric);
/// Every location's value at one call path.
std::vector<double> per_location(const Report& report, MetricId metric, CallPathId path, Below below);
/// Adds up the locations of each location group (a process or an accelerator).
std::vector<double> per_group(const Report& report, MetricId metric, std::span<const double> per_location);

bool is_thread(const Location& location);
bool is_stream(const Location& location);
bool is_process(const LocationGroup& group);
/// Not all locations and location groups are threads and processes.
size_t count_threads(const Report& report);
size_t count_streams(const Report& report);
size_t count_processes(const Report& report);
/// Of every location's values those of threads, and of accelerator streams.
std::vector<double> of_threads(const Report& report, std::span<const double> per_location);
std::vector<double> of_streams(const Report& report, std::span<const double> per_location);
/// Of every location group's values those of processes.
std::vector<double> of_processes(const Report& report, std::span<const double> per_group);

/// How a value differs over locations or processes.
struct Spread {
  double minimum = 0;
  double mean = 0;
  double maximum = 0;
};
Spread spread(std::span<const double> values);

}  // namespace latecomer::report
