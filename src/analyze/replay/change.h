// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ticks.h"
#include "report/report.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Holds how long each process is in each iteration of something: by process, then iteration.
using IterationTimes = std::vector<std::vector<Ticks>>;

/// Is something that a user would change: how much work some call paths are, or the network [SEMANTICS 9].
struct Change {
  enum class Kind : uint8_t {
    scale,    ///< Multiplies the time by `factor`.
    balance,  ///< Gives each location that has any of it the mean of theirs.
    /// Gives the n-th visit on each location the mean of the n-th visits. A visit is a segment, the time
    /// between two calls, with any of it.
    balance_each,
    even,  ///< Gives each visit on each location the mean of all of them.
    /// Gives each process's iterations the times `iteration_times`, in the proportions in which its threads
    /// have them.
    iterations,
    /// Multiplies what collective operations of MPI take when all are there, on all processes, by `factor`.
    collectives,
    /// Lets messages and the like take no time, nor the calls that send and receive them, on all processes:
    /// the run then takes its ideal time. Files take as long as they did.
    instant_network,
    /// Lets messages take `latency` and their bytes at `bytes_per_second`, and collective operations of MPI
    /// the latency for each doubling of their members, and the bytes of the member.
    network,
    /// Lets messages up to `bytes` leave without their receivers, and larger ones only when these are there.
    eager,
    /// Lets each partition of a message leave when it is ready, not only when all are.
    early_partitions,
  };
  Kind kind = Kind::scale;
  /// Lists call paths of the tree of all locations. What is computed below them changes with them, unless
  /// `only_listed`; calls of MPI and the like do so only if they are listed.
  std::vector<report::CallPathId> paths;
  double factor = 1;
  double latency = 0;           ///< in seconds
  double bytes_per_second = 0;  ///< Is above 0 for a network.
  uint64_t bytes = 0;
  std::vector<trace::LocationGroupId> processes;  ///< Lists the processes that it is for; empty: all.

  /// Is a part of the run, in ticks since its begin.
  struct Between {
    Ticks begin;
    Ticks end;
  };
  std::optional<Between> between;  ///< Says when it is; nothing: all the time. Visits have to begin in it.
  bool only_listed = false;
  /// Holds the iteration of each call path, where that decides; nothing: it is in none. If it is empty, the
  /// n-th visit of each thread is in the n-th iteration.
  std::vector<std::optional<uint32_t>> iteration_of_path = {};
  IterationTimes iteration_times = {};  ///< Has at least as many processes and iterations as there are.
};

}  // namespace latecomer::analyze
