// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "findings/function_groups.h"
#include "findings/wait_states.h"
#include "report/report.h"
#include "store/read_findings.h"

namespace latecomer::findings {

/// Sums the waiting of one outermost kind at one call path.
struct FeltAt {
  report::CallPathId path;
  report::MetricId kind;
  double seconds = 0;
  std::vector<int64_t> ranks;  ///< Has each rank once, ascending.
  CommonCode common;           ///< Is what several call paths have in common, of which `path` has most.
};

/// Returns where the short-term costs of delaying call paths surface, put together by functions
/// (function_groups.h), largest first.
std::vector<FeltAt> felt_at(const report::Report& report, const std::vector<store::Consequence>& consequences,
                            const std::vector<report::CallPathId>& delays);

}  // namespace latecomer::findings
