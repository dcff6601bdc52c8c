// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Describes a part of the run that the program marked as one of many, and what happened in it, in seconds.
struct Phase {
  std::string name;                ///< Is as "iteration 3".
  double visits = 0;               ///< Counts the visits of all threads.
  double longest = 0;              ///< Is the time of the thread that was in it longest, in all its visits.
  double time = 0;                 ///< Is the time of all threads.
  double waiting = 0;              ///< Is the waiting of all threads in the phase.
  double caused = 0;               ///< Is the waiting that delays in the phase led to, wherever that was.
  double mean_computation = 0;     ///< Is the mean computation of the threads that were in the phase.
  double largest_computation = 0;  ///< Is the largest computation of a thread that was in the phase.
  std::optional<double> ideal;     ///< Is the longest time on an instant network, by replay.
  bool has_ended = true;  ///< Is false where the program was killed: the efficiencies say nothing then.

  /// These POP efficiencies (efficiencies.h) have the longest time in place of the run time.
  double parallel_efficiency() const { return mean_computation / longest; }
  double load_balance() const { return largest_computation > 0 ? mean_computation / largest_computation : 0; }
  double communication_efficiency() const { return largest_computation / longest; }
  // The communication efficiency is the product of these two; nothing: not known.
  std::optional<double> serialization() const { return ratio_to(largest_computation, ideal); }
  std::optional<double> transfer() const { return ideal ? std::optional(*ideal / longest) : std::nullopt; }
  /// Returns by how much the phase would be shorter if all it did was computation that is evenly distributed.
  double lost() const { return longest - mean_computation; }

 private:
  static std::optional<double> ratio_to(double part, std::optional<double> whole) {
    return whole ? std::optional(*whole > 0 ? part / *whole : 1) : std::nullopt;
  }
};

/// Returns the phases in which any time passed, by name and number.
std::vector<Phase> phases(const query::Space& space);

/// Returns whether the program marked a region as a phase.
bool is_phase(const report::Region& region);
/// Returns the innermost phase that a call path is in; invalid where it is in none.
report::RegionId phase_of(const report::Report& report, report::CallPathId path);
/// Counts the phases that have the name of this one, and each a number of its own.
size_t phases_like(const report::Report& report, report::RegionId phase);

/// Holds what of the run is in which of its phases that have a number.
struct PhasesOfPaths {
  std::vector<std::string> names;  ///< Has each phase, with those that it is in, by name and number.
  /// Holds the position in `names` of the innermost phase that each call path is in; nothing: it is in none.
  std::vector<std::optional<uint32_t>> of_path;
};

/// Returns the phases that some of these call paths, or what is below them, are in.
PhasesOfPaths phases_of_paths(const report::Report& report, const std::vector<report::CallPathId>& paths);

}  // namespace latecomer::findings
