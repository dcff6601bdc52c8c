// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <vector>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Returns whether a call path is the part of its parent's time in which threads did not run.
bool is_not_running(const report::Report& report, report::CallPathId path);

/// Returns values by call path, with those of sampled functions in the gap that they were sampled in: a gap
/// is a measurement, what is below it an estimate.
std::vector<double> with_samples_in_gaps(const report::Report& report, std::vector<double> per_call_path);

/// Returns the values of a call path by location; a gap's contain those of the functions sampled in it.
std::vector<double> per_location_with_samples(const query::Space& space, report::MetricId metric,
                                              report::CallPathId path);

/// Returns by call path the gap that a sampled function is in; for all others the call path itself.
std::vector<report::CallPathId> gaps_around(const report::Report& report);

/// Describes a sampled function in which most of a gap's value is.
struct SampledPart {
  report::CallPathId path;
  double share = 0;    ///< Is the part of the gap's value, with all that the function called.
  double samples = 0;  ///< Counts the gap's samples, from which the share is estimated; 0: not known.
  double error = 0;    ///< Is how far off the share is at most in 19 of 20 such estimates; 1: not known.
  /// Lists the functions that led there from the one that the gap is in; the last one is the path.
  std::vector<report::CallPathId> functions;
};
/// Returns the innermost sampled function in which at least three quarters of the gap's value are and whose
/// line of call is known (that is the program's, mostly, and not a library's), or else the innermost of all;
/// nothing for what is no gap. `per_call_path` has values without those below.
std::optional<SampledPart> most_sampled_in(const query::Space& space, report::CallPathId gap,
                                           const std::vector<double>& per_call_path);

/// Returns the same of what threads do longer in a gap than those that have it, too, and are not late by it:
/// a function that all call for as long explains nothing. `per_location` says how much each is late by the
/// gap. Returns nothing where all are late, or nothing was sampled longer.
std::optional<SampledPart> sampled_beyond_others(const query::Space& space, report::CallPathId gap,
                                                 const std::vector<double>& per_location);

/// Makes of what was sampled in one of two gaps what was sampled in both; `share` is the part of both that
/// the other one, `from`, has.
void add_sampled(const report::Report& report, std::optional<SampledPart>& to,
                 const std::optional<SampledPart>& from, double share);

}  // namespace latecomer::findings
