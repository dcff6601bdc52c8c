// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <vector>

#include "trace/definitions.h"

namespace latecomer::analyze {

/// Is a range [begin, end) of positions.
struct Range {
  size_t begin = 0;
  size_t end = 0;
  size_t size() const { return end - begin; }
};

/// Says which rank analyzes which processes: consecutive ones, all locations of a process on one rank, about
/// the same number of events on each. It is a pure function of the definitions, so every rank knows where
/// everything is.
class Distribution {
 public:
  Distribution(const trace::Definitions& definitions, int ranks);

  int owner(trace::LocationGroupId process) const { return owner_[process.index()]; }
  Range processes(int rank) const { return ranks_[static_cast<size_t>(rank)]; }
  Range locations(int rank) const;
  Range locations_of(trace::LocationGroupId process) const {
    return {first_location_[process.index()], first_location_[process.index() + 1]};
  }

 private:
  std::vector<size_t> first_location_;  ///< Holds the first location of each process, and one past the last.
  std::vector<int> owner_;
  std::vector<Range> ranks_;
};

}  // namespace latecomer::analyze
