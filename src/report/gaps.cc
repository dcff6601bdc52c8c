// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/gaps.h"

#include <utility>

namespace latecomer::report {

bool is_gap(const Report& report, CallPathId path) {
  return report.regions[report.call_paths[path.index()].region.index()].role == kGapRole;
}

namespace {

/// With those of all call paths below; these have larger numbers.
std::vector<double> inclusive(const Report& report, std::vector<double> values) {
  for (size_t i = values.size(); i-- > 0;) {
    const CallPathId parent = report.call_paths[i].parent;
    if (parent.valid()) values[parent.index()] += values[i];
  }
  return values;
}

}  // namespace

CallPathId gap_around(const Report& report, CallPathId path) {
  CallPathId around = path;
  while (around.valid() && !is_gap(report, around)) around = report.call_paths[around.index()].parent;
  return around.valid() ? around : path;
}

std::vector<double> with_samples_in_gaps(const Report& report, std::vector<double> per_call_path) {
  for (size_t i = 0; i < per_call_path.size(); ++i) {
    const CallPathId gap = gap_around(report, CallPathId(i));
    if (gap.index() != i) per_call_path[gap.index()] += std::exchange(per_call_path[i], 0);
  }
  return per_call_path;
}

std::optional<SampledPart> most_sampled_in(const Report& report, CallPathId gap,
                                           const std::vector<double>& per_call_path) {
  constexpr double kMost = 0.75;
  if (!is_gap(report, gap)) return std::nullopt;
  const std::vector<double> sums = inclusive(report, per_call_path);
  const double whole = sums[gap.index()];
  CallPathId innermost = gap;
  for (size_t i = gap.index() + 1; i < sums.size(); ++i) {
    if (report.call_paths[i].parent == innermost && sums[i] >= kMost * whole) innermost = CallPathId(i);
  }
  if (innermost == gap || !(whole > 0)) return std::nullopt;
  return SampledPart{innermost, sums[innermost.index()] / whole};
}

}  // namespace latecomer::report
