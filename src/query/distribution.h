// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace latecomer::query {

/// Says how the values of a report are divided among ranks: by call paths, or all of them by locations.
enum class Distribution : uint8_t { round_robin, random, plain, deepest_chain, system };

/// Lists distributions in the order in which they are preferred where nothing else decides.
inline constexpr std::array kDistributions = {Distribution::round_robin, Distribution::random,
                                              Distribution::plain, Distribution::deepest_chain,
                                              Distribution::system};

/// Returns the name of a distribution as options have it: "round-robin".
std::string_view name_of(Distribution distribution);
/// Returns the distribution of this name; nothing if none has it.
std::optional<Distribution> distribution_named(std::string_view name);

/// Is how many call paths deepest chain may give a rank beyond its share, so that it ends with a chain.
inline constexpr size_t kLeverage = 0;

/// Returns the rank of each call path, as `Space` takes it; empty for `system`, where each rank has a block
/// of the locations. Every rank gets as many call paths as others, or one more; `leverage` changes that.
std::vector<int> owners(Distribution distribution, const std::vector<report::CallPath>& call_paths, int ranks,
                        size_t leverage = kLeverage);

}  // namespace latecomer::query
