// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace latecomer::report {

/// Combines the values of the locations of each location group (a process or an accelerator). There is one
/// for each location.
Column by_group(const Report& report, const Column& by_location);
/// The same of numbers of a metric.
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

/// The attribute that a report has whose program was killed.
inline constexpr std::string_view kKilledAttribute = "latecomer.killed";
/// Whether the program was killed, or hung until it was ended: what follows from the values for a run that
/// comes to its end does not hold.
bool was_killed(const Report& report);

/// The part of the largest value of a rank from which on other ranks are named beside it.
inline constexpr double kNamedRanks = 0.1;

}  // namespace latecomer::report
