// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>

#include "analyze/model/distribution.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Finds the location with the lowest id for which `is_wanted(position among own)`, of those that all ranks
/// have as their own. Returns its position on the rank that has it, nothing on the others. All ranks call it.
template <class IsWanted>
std::optional<size_t> lowest_location(Range own, Comm& comm, const IsWanted& is_wanted) {
  size_t mine = 0;
  while (mine < own.size() && !is_wanted(mine)) ++mine;
  const bool found = mine < own.size();
  const int64_t my_lowest =  // negative, because Comm knows the largest
      found ? -static_cast<int64_t>(own.begin + mine) : INT64_MIN;
  int64_t lowest[] = {my_lowest};
  comm.max(lowest);
  return found && my_lowest == lowest[0] ? std::optional(mine) : std::nullopt;
}

}  // namespace latecomer::analyze
