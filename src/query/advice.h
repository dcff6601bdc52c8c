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

/// Says what a metric's rows take, in bytes.
struct MetricSize {
  report::MetricId metric;
  size_t rows = 0;
  uint64_t stored = 0;
  uint64_t values = 0;      ///< Counts the bytes that the rows take in memory.
  uint64_t compressed = 0;  ///< Counts those of the bytes that are in rows that have to be inflated.
};

/// Counts what all ranks together get from others for one question.
struct Traffic {
  uint64_t messages = 0;
  uint64_t bytes = 0;
};

/// Says how even a distribution is, and what it makes ranks exchange.
struct Balance {
  Distribution distribution = Distribution::round_robin;
  double rows = 1;  ///< Is the rows of the rank with most of them / the mean.
  /// Counts the bytes of values that the busiest rank goes through, a metric at a time, all metrics together.
  /// What is compressed counts whole, even where a rank needs only some locations of it.
  uint64_t busiest = 0;
  double values = 1;           ///< Is busiest / what each rank would go through if nothing were done twice.
  size_t remote_children = 0;  ///< Counts call paths whose parent another rank has.
  Traffic call_paths;          ///< Is the traffic for a metric's values at all call paths.
  Traffic locations;           ///< Is the traffic for a metric's values of all locations.
};

/// Returns the balance of each distribution, in the order of kDistributions, without looking at values.
/// Traffic is that of double values where every rank has some.
std::vector<Balance> balances(const report::Report& report, int ranks);

/// Returns the distribution that `auto` stands for: the first one whose busiest rank has at most 5 % more to
/// go through than with the best.
Distribution choose(const std::vector<Balance>& balances);

/// Holds what is known of a report before any value is looked at, and what follows for `Space` on many ranks.
struct Advice {
  size_t call_paths = 0;
  size_t depth = 0;          ///< Counts the levels of the call tree.
  double mean_children = 0;  ///< Is the mean number of children of call paths that have some.
  size_t most_children = 0;
  size_t locations = 0;
  std::vector<MetricSize> metrics;  ///< Has metrics with rows, most bytes of values first.
  int ranks = 1;                    ///< Is the number of ranks that is advised, or was asked for.
  std::vector<Balance> balances;    ///< Has the balance of each distribution on that number of ranks.
  Distribution distribution = Distribution::round_robin;
  /// Holds, like the two fields after it, what each rank needs in bytes: definitions and where rows are, the
  /// row that is worked on, and what is kept of a metric that was asked for.
  uint64_t definition_bytes = 0;
  uint64_t row_bytes = 0;
  uint64_t result_bytes = 0;
  std::vector<std::string> reasons;  ///< Has a sentence for each reason.
};

/// Is for how many bytes of a metric's compressed values a rank is worth starting; or eight times as many
/// that are not compressed: inflating and adding them takes some tenths of a second, as starting a rank does.
inline constexpr uint64_t kBytesPerRank = uint64_t{64} << 20;
inline constexpr uint64_t kPlainBytesPerRank = 8 * kBytesPerRank;

Advice advise(const report::Report& report, std::optional<int> ranks = std::nullopt);

}  // namespace latecomer::query
