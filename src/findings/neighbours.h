// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/report.h"

namespace latecomer::findings {

/// Holds which processes are next to each other in a grid.
struct Neighbours {
  std::string topology;  ///< Is the name of the grid.
  /// Holds pairs of processes, the smaller number first, each once. Pairs that have no process in common
  /// stand together: by dimension, first those whose smaller coordinate is even.
  std::vector<std::pair<size_t, size_t>> pairs;
};

/// Returns the neighbours in the first topology that was recorded with two processes or more next to each
/// other; nothing where there is none.
std::optional<Neighbours> recorded_neighbours(const report::Report& report);

}  // namespace latecomer::findings
