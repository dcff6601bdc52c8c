// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <vector>

#include "findings/gaps.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// What a call path cost others by taking longer on some ranks. Sampled functions are parts of their gap.
struct RootCause {
  report::CallPathId path;
  double seconds = 0;            ///< short- and long-term
  double long_term = 0;          ///< the part of it that came about through others' waiting
  std::vector<double> per_rank;  ///< seconds of each location group
  std::optional<SampledPart> most_sampled;
};

/// Those of a report, largest first; none where the report has no delay costs.
std::vector<RootCause> root_causes(const query::Space& space);

}  // namespace latecomer::findings
