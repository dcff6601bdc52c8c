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

/// Summarizes what several runs measured of one thing.
struct Sample {
  size_t runs = 0;
  double mean = 0;
  double deviation = 0;  ///< Is the standard deviation, estimated from the runs; 0 of one.
};
Sample sample_of(std::span<const double> runs);

/// Says how something differs between two groups of runs.
struct Difference {
  Sample base;
  Sample other;

  double absolute() const { return other.mean - base.mean; }
  /// Returns whether the groups differ; infinite and undefined values, as of derived metrics, do not.
  bool is_there() const;
  /// Returns the difference as a part of the base; nothing where that is 0.
  std::optional<double> relative() const;
  /// Returns whether the difference is more than the runs' spread explains: larger than kErrors times its own
  /// standard error. It returns nothing where a side has only one run, from which nobody knows the spread.
  std::optional<bool> is_significant() const;
};
inline constexpr double kErrors = 2;

struct MetricDifference {
  std::string id;
  std::string name;
  std::string unit;
  Difference total;
  bool is_wait = false;  ///< Says that the metric is waiting time that is not a part of other waiting time.
};

struct CallPathDifference {
  size_t metric = 0;  ///< Is the metric's position in `metrics`.
  std::string path;   ///< Is the call path's full name.
  Difference own;     ///< Is the difference of values without the call paths below.
};

struct Comparison {
  std::vector<MetricDifference> metrics;  ///< Lists metrics in the order of the first report.
  /// Has differences by metric, the largest first.
  std::vector<CallPathDifference> call_paths;
  std::vector<std::string> not_compared;  ///< Holds ids that not all reports have, or in other units.
};

using Spaces = std::span<const query::Space* const>;

inline constexpr size_t kAllCallPaths = static_cast<size_t>(-1);
/// Compares the runs of two sides, at least one each. Call paths are brought together as align.h says: what a
/// report does not have is zero there. The result has at most `most_call_paths` of each metric.
Comparison compare(Spaces base, Spaces other, size_t most_call_paths = kAllCallPaths);

}  // namespace latecomer::findings
