// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <vector>

#include "analyze/model/distribution.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Says which locations of a range lead teams of threads, and which work for them, by the definitions.
class ThreadTeams {
 public:
  ThreadTeams(const trace::Definitions& definitions, Range locations);

  /// Returns the thread that forks a team; invalid for what is no team of one process.
  trace::LocationId leader(trace::CommId team) const;
  /// Returns those for whom a location works: the leaders of teams in which it is not the first. The list is
  /// empty for one that is no worker.
  const std::vector<trace::LocationId>& leaders_of(trace::LocationId worker) const {
    return of_[worker.index() - range_.begin].leaders;
  }
  /// Returns whether a location is the first thread of its process.
  bool is_master(trace::LocationId location) const;
  bool in_team(trace::LocationId location) const { return of_[location.index() - range_.begin].in_team; }

  /// Returns all locations of the range, each in a later round than its leaders. Where threads lead each
  /// other, one of them comes first.
  std::vector<std::vector<trace::LocationId>> in_rounds() const;

 private:
  struct OfLocation {
    bool in_team = false;
    std::vector<trace::LocationId> leaders;  ///< Lists the leaders of the location, sorted.
  };
  const trace::Definitions& definitions_;
  Range range_;
  std::vector<OfLocation> of_;
};

}  // namespace latecomer::analyze
