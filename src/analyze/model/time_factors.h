// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <vector>

#include "analyze/model/call_tree.h"

namespace latecomer::analyze {

/// Says by which factors the times of a location's call paths change. Factors are not negative.
struct TimeFactors {
  /// Holds factors by call path in the tree of all locations; empty: nothing changes.
  std::vector<double> by_path;

  /// Is a change that is not the same in all segments.
  struct InSegments {
    /// Holds, by call path, which part of its time changes: less than 1 where that is of sampled functions.
    std::vector<double> shares;
    std::vector<double> by_segment;  ///< Holds the factors of these parts.
  };
  std::vector<InSegments> in_segments = {};

  bool empty() const { return by_path.empty(); }
  /// Returns the factor of a call path in a segment; nothing may be empty.
  double of(size_t segment, CallPathId path) const {
    double factor = by_path[path.index()];
    for (const InSegments& each : in_segments)
      factor *= 1 + each.shares[path.index()] * (each.by_segment[segment] - 1);
    return factor;
  }
};

}  // namespace latecomer::analyze
