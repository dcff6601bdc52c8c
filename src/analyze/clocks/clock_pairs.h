// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <vector>

#include "analyze/clocks/check_clocks.h"
#include "analyze/clocks/logical_clock.h"
#include "comm/comm.h"
#include "report/clocks.h"

namespace latecomer::analyze {

/// Counts, for each pair of nodes, what their clocks contradicted, and what it took to correct that.
class ClockPairs {
 public:
  /// These functions add violations before and after the correction.
  void add_found(const ClockCheck& check);
  void add_left(const ClockCheck& check);
  /// Adds shifted points of a location on node `here`, and the changed intervals between them. They count for
  /// the pair of the cause that made the shift necessary.
  void add_moves(const std::vector<Shift>& shifts, trace::SystemNodeId here);
  /// Returns the pairs of all ranks together, by cause and effect; the same on every rank.
  std::vector<report::ClockPair> combine(uint64_t ticks_per_second, Comm& comm) const;

 private:
  /// Is plain, to be exchanged; times are ticks.
  struct Row {
    uint32_t cause;
    uint32_t effect;
    report::ConditionCounts found{};
    report::ConditionCounts left{};
    int64_t largest_error = 0;
    int64_t events_shifted = 0;
    int64_t intervals_changed = 0;
    int64_t largest_change = 0;
    int64_t changes = 0;  ///< Is the sum of the changes.
  };

  Row& row(const NodePair& pair);
  void merge(const Row& other);
  static report::ClockPair describe(const Row& row, uint64_t ticks_per_second);

  std::map<NodePair, Row> rows_;
};

}  // namespace latecomer::analyze
