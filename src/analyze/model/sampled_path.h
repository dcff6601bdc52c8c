// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/model/segments.h"
#include "base/ticks.h"

namespace latecomer::analyze {

/// Returns `whole` in parts that have the proportions of `weights`, of which one is not zero. Their sum is
/// exact: ticks that are left over go to the first parts.
std::vector<int64_t> divide(int64_t whole, std::span<const int64_t> weights);

/// Says which functions were sampled on a call path of one location, and which part of its time is estimated
/// to be theirs. Segments have the call path alone: what is compared are gaps, and what a gap consists of is
/// divided afterwards. The source is [SEMANTICS 6a].
struct SampledPath {
  CallPathId
      path;  ///< Is a gap, or else the innermost function that was recorded; of the location's own tree.
  /// Holds the functions in the order in which they were met first, in ticks as recorded; together they have
  /// all time of the path. One of them can be the path itself.
  std::vector<PathTime> parts;

  /// Calls `visit(path, value)` for each part of what belongs to the path.
  template <class Visit>
  void divide_among_parts(int64_t value, const Visit& visit) const {
    std::vector<int64_t> weights;
    for (const PathTime& part : parts) weights.push_back(part.time.count);
    const std::vector<int64_t> divided = divide(value, weights);
    for (size_t i = 0; i < parts.size(); ++i) visit(parts[i].path, divided[i]);
  }
  template <class Visit>
  void divide_among_parts(double value, const Visit& visit) const {
    double whole = 0;
    for (const PathTime& part : parts) whole += static_cast<double>(part.time.count);
    for (const PathTime& part : parts)
      visit(part.path, value * (static_cast<double>(part.time.count) / whole));
  }
};

}  // namespace latecomer::analyze
