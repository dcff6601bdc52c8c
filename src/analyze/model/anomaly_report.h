// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "analyze/model/call_tree.h"
#include "comm/comm.h"
#include "trace/anomaly.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Counts what passes could not use, on this rank; `combine` makes it the same on all ranks. Whatever is
/// counted has occurred somewhere.
struct AnomalyReport {
  struct Occurrence {
    trace::Anomaly kind;
    CallPathId path;                 ///< Is in the tree of all locations; invalid: not known.
    trace::LocationGroupId process;  ///< Is invalid for what is in the definitions.
    /// Is the process whose end of it is missing; invalid: nobody's is, or it is not known.
    trace::LocationGroupId partner = {};
    auto operator<=>(const Occurrence&) const = default;
  };

  trace::AnomalyCounts counts;
  /// Counts each occurrence. An operation of several processes counts once at each call path.
  std::map<Occurrence, int64_t> occurrences;
  /// Says what is wrong with a location, in one line each, as passes found it.
  std::map<trace::LocationId, std::vector<std::string>> problems;

  void count(const Occurrence& occurrence, int64_t times = 1);
  /// Counts one operation in which all of `members`, which have the same kind, took part.
  void count_together(std::span<const Occurrence> members);
  AnomalyReport& operator+=(const AnomalyReport& other);
};

/// Returns the sum over all ranks, the same on each.
AnomalyReport combine(const AnomalyReport& mine, Comm& comm);

}  // namespace latecomer::analyze
