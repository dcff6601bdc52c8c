// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "store/timeline_tables.h"
#include "timeline/run.h"

namespace latecomer::timeline {

/// A wait state of a location.
struct WaitOf {
  report::LocationId location;
  store::WaitSummary wait;
};

/// A wait state in a chain of causes, and what explains it [root-causes 4].
struct CauseNode {
  /// What a location took longer on than the one that waited.
  struct DelayPart {
    report::LocationId location;
    report::CallPathId path;
    Ticks time;
    double cost = 0;  ///< ticks of the wait state that it explains directly
  };

  WaitOf wait;
  size_t parent = 0;  ///< position of the wait state that this one explains a part of; the first is its own
  double cost = 0;    ///< ticks of the parent that it explains
  std::optional<store::Interval> interval;  ///< in which waiter and cause are compared; none: not known
  std::vector<DelayPart> delays;
};

/// The wait states behind one, each behind the one that it explains, the nearest first.
struct CauseChain {
  std::vector<CauseNode> nodes;  ///< the first is the wait state itself
  bool is_cut = false;           ///< there are more than these
};

Result<CauseChain> find_cause(const Run& run, report::LocationId location, uint32_t wait);

/// A wait state that delays led to.
struct CausedWait {
  WaitOf wait;
  std::optional<size_t> through;  ///< position of the wait state that handed them on; none: caused directly
};

struct CausedWaits {
  std::vector<CausedWait> waits;  ///< directly caused first
  bool is_cut = false;
};

/// What delays of a location in some time made wait, directly and through other wait states; only those on
/// `path` and below it, if that is valid.
Result<CausedWaits> find_caused(const Run& run, report::LocationId location, const store::Interval& when,
                                report::CallPathId path);

}  // namespace latecomer::timeline
