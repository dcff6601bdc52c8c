// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <vector>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Whether a call path is the time between two recorded calls.
bool is_gap(const report::Report& report, report::CallPathId path);
/// Whether it is the part of its parent's time in which threads did not run.
bool is_not_running(const report::Report& report, report::CallPathId path);

/// Values by call path, with those of sampled functions in the gap that they were sampled in: a gap is a
/// measurement, what is below it an estimate.
std::vector<double> with_samples_in_gaps(const report::Report& report, std::vector<double> per_call_path);

/// Of a gap, and with those of the functions sampled in it; of any other call path its own.
std::vector<double> per_location_with_samples(const query::Space& space, report::MetricId metric,
                                              report::CallPathId path);

/// By call path: of a sampled function's the gap that it is in, of all others the call path itself.
std::vector<report::CallPathId> gaps_around(const report::Report& report);

/// A sampled function in which most of a gap's value is.
struct SampledPart {
  report::CallPathId path;
  double share = 0;    ///< of the gap's value, with all that the function called
  double samples = 0;  ///< from how many that is estimated: those of the gap; 0: not known
};
/// The innermost one in which at least three quarters of the gap's value are, of which it is known at which
/// line it was called (that is the program's, mostly, and not a library's), or the innermost of all if that
/// is known of none; none of what is no gap. `per_call_path`: values without those below.
std::optional<SampledPart> most_sampled_in(const query::Space& space, report::CallPathId gap,
                                           const std::vector<double>& per_call_path);

}  // namespace latecomer::findings
