// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "report/report.h"
#include "store/read_findings.h"

namespace latecomer::findings {

/// Sums the waiting of one outermost kind at one call path.
struct FeltAt {
  report::CallPathId path;
  report::MetricId kind;
  double seconds = 0;
  std::vector<int64_t> ranks;  ///< Has each rank once, ascending.
};

/// Returns where the short-term costs of a delaying call path surface, largest first.
std::vector<FeltAt> felt_at(const report::Report& report, const std::vector<store::Consequence>& consequences,
                            report::CallPathId delay);

}  // namespace latecomer::findings
