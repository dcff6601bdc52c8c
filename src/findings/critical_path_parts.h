// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "findings/function_groups.h"
#include "findings/gaps.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Describes a call path that the critical path runs through.
struct CriticalPathPart {
  report::CallPathId path;
  double seconds = 0;
  double imbalance = 0;          ///< Is the part of the seconds beyond the mean of all threads.
  std::vector<double> per_rank;  ///< Has the seconds of each location group that is a process.
  /// Lists what has the path for threads that had no core because of it: devices, other programs.
  std::vector<report::LocationId> causes;
  std::optional<SampledPart> most_sampled;
  bool is_computation = false;  ///< Says that the work could be distributed evenly.
  CommonCode common;            ///< Is what several call paths have in common, of which `path` has most.
};

struct CriticalPathParts {
  double seconds = 0;  ///< Is the length of the whole path.
  size_t count = 0;    ///< Counts all parts of the path.
  std::vector<CriticalPathPart> largest;
};

/// Returns what the critical path consists of, put together by functions (function_groups.h), with the `most`
/// largest parts. There are no parts where the
/// report has no critical path, or where the program was killed, which decided how long the run took.
CriticalPathParts critical_path_parts(const query::Space& space, size_t most);

}  // namespace latecomer::findings
