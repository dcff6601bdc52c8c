// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/condense/call_tree.h"
#include "comm/comm.h"
#include "trace/anomaly.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// What passes could not use, on this rank; `combine` makes it everybody's.
struct AnomalyReport {
  /// Messages of which one end is missing, by sending and receiving process.
  struct Unmatched {
    int64_t sends = 0;
    int64_t receives = 0;
  };
  using ProcessPair = std::pair<trace::LocationGroupId, trace::LocationGroupId>;

  struct Place {
    trace::Anomaly kind;
    CallPathId path;  ///< in the tree of all locations; invalid: not known
    trace::LocationGroupId process;
    auto operator<=>(const Place&) const = default;
  };

  trace::AnomalyCounts counts;
  std::map<Place, int64_t> places;  ///< of those whose process is known
  std::map<ProcessPair, Unmatched> unmatched;
  std::vector<std::string> problems;  ///< of single locations, in one line each
};

/// The sum over all ranks, the same on each.
AnomalyReport combine(const AnomalyReport& mine, Comm& comm);

}  // namespace latecomer::analyze
