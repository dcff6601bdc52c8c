// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace latecomer::text {

/// Cuts names of call paths that stand in one list at their beginning so that no two look the same.
class PathEnds {
 public:
  explicit PathEnds(const std::vector<std::string>& names);

  /// Returns the end of one of the names, of at most `width` columns where that distinguishes it from all
  /// others, else with all from the call in which they differ: ".../solve (a.c:7)/exchange/MPI_Recv (b.c:9)".
  std::string of(const std::string& name, size_t width) const;

 private:
  std::vector<std::string> reversed_;  ///< Has the names from their ends, sorted.
};

}  // namespace latecomer::text
