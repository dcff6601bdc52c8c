// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace latecomer::findings {

/// Says how long parts of a run take on an instant network, by replay [SEMANTICS 9], in seconds.
struct IdealTimes {
  /// Has, by the name of a phase, the time of the thread that is in it longest.
  std::map<std::string, double> phases;

  /// Is one of the windows of one length that the run is divided into.
  struct Window {
    double ideal = 0;                ///< Is the time of the thread that has most to do of what is in it.
    double mean_computation = 0;     ///< Is that of the threads in the recorded run.
    double largest_computation = 0;  ///< Is that of one thread in the recorded run.
  };
  std::vector<Window> windows;
};

/// Counts the windows that ideal times are known of.
inline constexpr size_t kWindows = 20;

/// Lists phases, and which of them call paths are in.
struct PhasesByPath {
  std::vector<std::string> names;
  std::vector<std::vector<uint32_t>> of_path;  ///< Has, by call path, positions in `names`.
};
PhasesByPath phases_by_path(const report::Report& report);

/// Is the member of a report that has its ideal times.
inline constexpr std::string_view kIdealTimesFile = "ideal_times.json";
std::string print_ideal_times(const IdealTimes& times);
/// Returns none where the report does not have them, or where they are damaged.
IdealTimes read_ideal_times(const report::Report& report);

}  // namespace latecomer::findings
