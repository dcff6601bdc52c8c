// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace latecomer::report {

/// Combines the values of the locations of each location group (a process or an accelerator). `by_location`
/// has a value for each location.
Column by_group(const Report& report, const Column& by_location);
/// Combines numbers of a metric by location group, as by_group() does.
std::vector<double> per_group(const Report& report, MetricId metric, std::span<const double> per_location);

bool is_thread(const Location& location);
bool is_stream(const Location& location);
bool is_process(const LocationGroup& group);
/// These functions count, since locations and location groups can be other things as well.
size_t count_threads(const Report& report);
size_t count_streams(const Report& report);
size_t count_processes(const Report& report);
/// These functions return of every location's values those of threads, or of accelerator streams.
std::vector<double> of_threads(const Report& report, std::span<const double> per_location);
std::vector<double> of_streams(const Report& report, std::span<const double> per_location);
/// Returns of every location group's values those of processes.
std::vector<double> of_processes(const Report& report, std::span<const double> per_group);

/// Is the attribute of a report whose program was killed.
inline constexpr std::string_view kKilledAttribute = "latecomer.killed";
/// Returns whether the program was killed, or hung until it was ended: what follows from the values for a run
/// that comes to its end does not hold.
bool was_killed(const Report& report);

/// Is the part of the largest value of a rank from which on other ranks are named beside it.
inline constexpr double kNamedRanks = 0.1;

}  // namespace latecomer::report
