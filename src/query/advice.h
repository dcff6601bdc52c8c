// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "query/distribution.h"
#include "report/report.h"

namespace latecomer::query {

/// What a metric's rows take, in bytes.
struct MetricSize {
  report::MetricId metric;
  size_t rows = 0;
  uint64_t stored = 0;
  uint64_t values = 0;      ///< in memory
  uint64_t compressed = 0;  ///< of these, in rows that have to be inflated
};

/// What ranks get from others, all of them together, for one question.
struct Traffic {
  uint64_t messages = 0;
  uint64_t bytes = 0;
};

/// How even a distribution is, and what it makes ranks exchange.
struct Balance {
  Distribution distribution = Distribution::round_robin;
  double rows = 1;  ///< of the rank with most of them / mean
  /// Bytes of values that the busiest rank goes through, a metric at a time, all metrics together. What is
  /// compressed counts whole, even where a rank needs only some locations of it.
  uint64_t busiest = 0;
  double values = 1;           ///< busiest / what each rank would go through if nothing were done twice
  size_t remote_children = 0;  ///< call paths whose parent another rank has
  Traffic call_paths;          ///< for a metric's values at all call paths
  Traffic locations;           ///< for those of all locations
};

/// Of all distributions, in the order of kDistributions. Looks at no value. Traffic is that of double values
/// where every rank has some.
std::vector<Balance> balances(const report::Report& report, int ranks);

/// The distribution that `auto` stands for: the first one whose busiest rank has at most 5 % more to go
/// through than with the best.
Distribution choose(const std::vector<Balance>& balances);

/// What is known of a report before any value is looked at, and what follows for `Space` on many ranks.
struct Advice {
  size_t call_paths = 0;
  size_t depth = 0;          ///< levels of the call tree
  double mean_children = 0;  ///< of call paths that have some
  size_t most_children = 0;
  size_t locations = 0;
  std::vector<MetricSize> metrics;  ///< those with rows, most bytes of values first
  int ranks = 1;                    ///< as advised, or as asked for
  std::vector<Balance> balances;    ///< on so many
  Distribution distribution = Distribution::round_robin;
  /// On each rank, in bytes: definitions and where rows are, the row that is worked on, and what is kept of a
  /// metric that was asked for.
  uint64_t definition_bytes = 0;
  uint64_t row_bytes = 0;
  uint64_t result_bytes = 0;
  std::vector<std::string> reasons;  ///< a sentence each
};

/// A rank is worth starting for so many bytes of a metric's compressed values, or eight times as many that
/// are not compressed: inflating and adding them takes some tenths of a second, as starting a rank does.
inline constexpr uint64_t kBytesPerRank = uint64_t{64} << 20;
inline constexpr uint64_t kPlainBytesPerRank = 8 * kBytesPerRank;

Advice advise(const report::Report& report, std::optional<int> ranks = std::nullopt);

}  // namespace latecomer::query
