// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "query/space.h"
#include "report/off_core.h"
#include "report/report.h"

namespace latecomer::findings {

/// Returns why threads did not run in a call path that is such a part of its parent's time; nothing for
/// others.
std::optional<report::OffCore> off_core(const report::Report& report, report::CallPathId path);
inline bool is_not_running(const report::Report& report, report::CallPathId path) {
  return off_core(report, path).has_value();
}
/// Returns a number for each reason, and one for call paths in which threads ran: to group by.
uint32_t off_core_kind(const report::Report& report, report::CallPathId path);
/// Returns the call paths of time in which threads wanted a core and others ran there.
std::vector<report::CallPathId> preempted_paths(const report::Report& report);
/// Returns a sentence that says why threads did not run there; empty where they ran.
const char* why_off_core(const report::Report& report, report::CallPathId path);

/// Knows which call paths of a report were measured, and which functions were sampled in them: in a gap, a
/// recorded function or a region of OpenMP. What was sampled in a call path is an estimate of its parts.
class MeasuredPaths {
 public:
  explicit MeasuredPaths(const report::Report& report);

  /// Returns the measured call path that a sampled function is a part of; any other call path itself.
  report::CallPathId around(report::CallPathId path) const { return around_[path.index()]; }
  /// Returns a measured call path and what was sampled in it, ascending; nothing for what is a part.
  std::span<const report::CallPathId> parts(report::CallPathId path) const {
    const size_t first = first_part_[path.index()];
    return std::span(parts_).subspan(first, first_part_[path.index() + 1] - first);
  }
  /// Returns values by call path, with those of parts at what they are parts of.
  std::vector<double> sums(std::vector<double> per_call_path) const;
  /// Returns the values of a measured call path by location, with those of its parts.
  std::vector<double> per_location(const query::Space& space, report::MetricId metric,
                                   report::CallPathId path) const;

 private:
  std::vector<report::CallPathId> around_;
  std::vector<report::CallPathId> parts_;  ///< Holds those of all measured call paths, one after the other.
  std::vector<size_t> first_part_;         ///< Holds positions by call path, and one past the last.
};

/// Describes a sampled function in which most of a measured call path's value is.
struct SampledPart {
  report::CallPathId path;
  double share = 0;    ///< Is the part of the value, with all that the function called.
  double samples = 0;  ///< Counts the samples from which the share is estimated; 0: not known.
  double error = 0;    ///< Is how far off the share is at most in 19 of 20 such estimates; 1: not known.
  /// Lists the functions that led there from what was measured; the last one is the path.
  std::vector<report::CallPathId> functions;
};
/// Returns the innermost sampled function in which at least three quarters of a measured call path's value
/// are and whose line of call is known (that is the program's, mostly, and not a library's), or else the
/// innermost of all; nothing where none was sampled. `per_call_path` has values without those below.
std::optional<SampledPart> most_sampled_in(const query::Space& space, const MeasuredPaths& measured,
                                           report::CallPathId path, const std::vector<double>& per_call_path);

/// Returns the same of what threads do longer in a measured call path than those that have it, too, and are
/// not late by it: a function that all call for as long explains nothing. `per_location` says how much each
/// is late by it. Returns nothing where all are late, or nothing was sampled longer.
std::optional<SampledPart> sampled_beyond_others(const query::Space& space, const MeasuredPaths& measured,
                                                 report::CallPathId path,
                                                 const std::vector<double>& per_location);

/// Makes of what was sampled in one of two call paths what was sampled in both; `share` is the part of both
/// that the other one, `from`, has.
void add_sampled(const report::Report& report, std::optional<SampledPart>& to,
                 const std::optional<SampledPart>& from, double share);

}  // namespace latecomer::findings
