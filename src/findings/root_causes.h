// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <vector>

#include "findings/function_groups.h"
#include "findings/gaps.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Holds what a call path cost others by taking longer on some ranks. Sampled functions are parts of gaps.
struct RootCause {
  report::CallPathId path;
  double seconds = 0;            ///< Has short- and long-term costs.
  double long_term = 0;          ///< Is the part of the seconds that came about through others' waiting.
  std::vector<double> per_rank;  ///< Has the seconds of each location group.
  std::optional<SampledPart> most_sampled;
  double expected = 0;  ///< Is the part of the seconds whose waiting is expected (remedies.h).
  CommonCode common;    ///< Is what several call paths have in common, of which `path` cost most.
};

/// Returns the root causes of a report, first those that cost most waiting that is not expected. It returns
/// none where the report has no delay costs.
std::vector<RootCause> root_causes(const query::Space& space);
/// Returns them put together by the functions that took long (function_groups.h), in the same order.
std::vector<RootCause> causes_by_function(const query::Space& space);

/// Returns all waiting that causes are charged with, in seconds. Waiting for something that had not come when
/// the trace ended is charged to nothing, so it can be less than all waiting.
double charged_seconds(const std::vector<RootCause>& causes);

/// Returns for how many seconds the ranks of a cause that is a call of MPI had no core in it.
double seconds_without_core(const query::Space& space, const RootCause& cause);

}  // namespace latecomer::findings
