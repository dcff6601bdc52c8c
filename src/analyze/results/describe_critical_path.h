// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/causes/find_critical_path.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "store/tables.h"

namespace latecomer::analyze {

/// Describes the critical path on this rank's locations: what was done in each of its segments, and which
/// waits it bypassed. Trace and waits have to outlive it.
class DescribedPath {
 public:
  DescribedPath(const LocalTrace& trace, const WaitStates& waits, const LargeVector<CriticalSegment>& path);

  /// Returns how many pieces of the path a local location has.
  size_t pieces(size_t l) const { return segments_[l].empty() ? 0 : segments_[l].back().end; }
  /// Appends one of the pieces of a local location, in the order of time, unless it is left out.
  void append(size_t l, size_t piece, std::vector<store::Stretch>& stretches) const;

 private:
  struct Segment {
    CriticalSegment segment;
    Range kept;      ///< Is what the location keeps of the segment.
    size_t end = 0;  ///< Counts the pieces until its end.
  };

  const LocalTrace& trace_;
  const WaitStates& waits_;
  std::vector<LargeVector<Segment>> segments_;  ///< Holds segments by local location.
};

}  // namespace latecomer::analyze
