// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "report/report.h"

namespace latecomer::findings {

/// Is what one call path contributes to a finding, in seconds.
struct PathSeconds {
  report::CallPathId path;
  double seconds = 0;
};

/// Is what one function contributes to a finding, in seconds.
struct FunctionSeconds {
  std::string name;
  double seconds = 0;
};

/// Says what the call paths of a finding have in common, where it is about several.
struct CommonCode {
  std::string name;  ///< Is as "exchange/MPI_Waitall (halo.c:12)", or "exchange"; empty for one call path.
  bool with_calls = false;         ///< Says that it is a function with what it calls.
  std::vector<PathSeconds> paths;  ///< Has all of them, largest first.
  std::vector<FunctionSeconds>
      functions;  ///< Has the largest of those called, if `with_calls`, without calls.
};

/// Is a value at a call path that is to be put together with others; those of several kinds stay apart as
/// long as it is a line or a function that they have in common.
struct GroupedValue {
  report::CallPathId path;
  double seconds = 0;
  size_t kind = 0;
};

/// Is a group of values, by their positions, largest first.
struct ValueGroup {
  CommonCode common;
  std::vector<size_t> members;
  double seconds = 0;
};

/// Puts values together that are of one line, or else of one function, so that the five largest groups have
/// at least nine tenths of all seconds; the largest come first.
std::vector<ValueGroup> group_by_function(const report::Report& report,
                                          const std::vector<GroupedValue>& values);

/// Returns all call paths that a finding is about, those with most first.
template <class Finding>
std::vector<report::CallPathId> paths_of(const Finding& finding) {
  std::vector<report::CallPathId> paths;
  for (const PathSeconds& each : finding.common.paths) paths.push_back(each.path);
  if (paths.empty()) paths.push_back(finding.path);
  return paths;
}

/// Puts findings together as group_by_function does: a group's is the largest one of it, with the others
/// added by `add(to, from)`.
template <class Finding, class KindOf, class Add>
std::vector<Finding> merged_by_function(const report::Report& report, const std::vector<Finding>& findings,
                                        KindOf kind_of, Add add) {
  std::vector<GroupedValue> values;
  for (const Finding& each : findings)
    values.push_back({each.path, each.seconds, static_cast<size_t>(kind_of(each))});
  std::vector<Finding> sums;
  for (ValueGroup& group : group_by_function(report, values)) {
    Finding sum = findings[group.members.front()];
    for (size_t i = 1; i < group.members.size(); ++i) {
      const Finding& from = findings[group.members[i]];
      sum.seconds += from.seconds;
      for (size_t rank = 0; rank < sum.per_rank.size(); ++rank) sum.per_rank[rank] += from.per_rank[rank];
      add(sum, from);
    }
    sum.common = std::move(group.common);
    sums.push_back(std::move(sum));
  }
  return sums;
}

}  // namespace latecomer::findings
