// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "findings/gaps.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// A call path that the critical path runs through.
struct CriticalPathPart {
  report::CallPathId path;
  double seconds = 0;
  double imbalance = 0;          ///< of that, what is beyond the mean of all threads
  std::vector<double> per_rank;  ///< seconds of each location group
  std::optional<SampledPart> most_sampled;
  bool is_computation = false;  ///< which could be distributed evenly
};

struct CriticalPathParts {
  double seconds = 0;  ///< of the whole path
  size_t count = 0;    ///< of its parts
  std::vector<CriticalPathPart> largest;
};

/// What the critical path consists of, the `most` largest parts; none where the report does not say, or the
/// program was killed, which decided how long the run took.
CriticalPathParts critical_path_parts(const query::Space& space, size_t most);

}  // namespace latecomer::findings
