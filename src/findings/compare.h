// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "query/space.h"

namespace latecomer::findings {

/// What several runs measured of one thing.
struct Sample {
  size_t runs = 0;
  double mean = 0;
  double deviation = 0;  ///< the standard deviation, estimated from the runs; 0 of one
};
Sample sample_of(std::span<const double> runs);

/// How something differs between two groups of runs.
struct Difference {
  Sample base;
  Sample other;

  double absolute() const { return other.mean - base.mean; }
  /// Whether there is one; what is infinite or undefined, as derived metrics may be, has none.
  bool is_there() const;
  /// As a part of the base; nothing where that is 0.
  std::optional<double> relative() const;
  /// Whether it is more than the runs' spread explains: larger than kErrors times its own standard error.
  /// Nothing where a side has only one run, from which nobody knows the spread.
  std::optional<bool> is_significant() const;
};
inline constexpr double kErrors = 2;

struct MetricDifference {
  std::string id;
  std::string name;
  std::string unit;
  Difference total;
  bool is_wait = false;  ///< waiting time that is not a part of other waiting time
};

struct CallPathDifference {
  size_t metric = 0;  ///< its position in the metrics
  std::string path;   ///< its full name
  Difference own;     ///< without the call paths below it
};

struct Comparison {
  std::vector<MetricDifference> metrics;  ///< as the first report has them
  /// Where something differs, by metric, the largest difference first.
  std::vector<CallPathDifference> call_paths;
  std::vector<std::string> not_compared;  ///< ids of metrics that not all reports have, or in other units
};

using Spaces = std::span<const query::Space* const>;

inline constexpr size_t kAllCallPaths = static_cast<size_t>(-1);
/// The runs of two sides, at least one each. Call paths are brought together as align.h says: what a report
/// does not have is zero there. Of each metric there are so many at most.
Comparison compare(Spaces base, Spaces other, size_t most_call_paths = kAllCallPaths);

}  // namespace latecomer::findings
