// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "report/report.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Is something that a user would change: how much work some call paths are, or the network [SEMANTICS 9].
struct Change {
  enum class Kind : uint8_t {
    scale,    ///< Multiplies the time by `factor`.
    balance,  ///< Gives each location that has any of it the mean of theirs.
    /// Lets messages and the like take no time, nor the calls that send and receive them, on all processes:
    /// the run then takes its ideal time. Files take as long as they did.
    instant_network,
  };
  Kind kind = Kind::scale;
  /// Lists call paths of the tree of all locations. What is computed below them changes with them; calls of
  /// MPI and the like do so only if they are listed.
  std::vector<report::CallPathId> paths;
  double factor = 1;
  std::vector<trace::LocationGroupId> processes;  ///< Lists the processes that it is for; empty: all.
};

}  // namespace latecomer::analyze
