// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "store/timeline_tables.h"
#include "timeline/run.h"

namespace latecomer::timeline {

/// Is a wait state with its location.
struct WaitOf {
  report::LocationId location;
  store::WaitSummary wait;
};

/// Is a wait state in a chain of causes, with what explains it [root-causes 4].
struct CauseNode {
  /// Says what a location took longer on than the one that waited.
  struct DelayPart {
    report::LocationId location;
    report::CallPathId path;
    Ticks time;
    double cost = 0;  ///< Counts ticks of the wait state that it explains directly.
  };

  WaitOf wait;
  size_t parent = 0;                        ///< Is the position of the wait state that this one explains.
  double cost = 0;                          ///< Counts ticks of the parent that it explains.
  std::optional<store::Interval> interval;  ///< Is where waiter and cause are compared; none: unknown.
  std::vector<DelayPart> delays;
};

/// Holds the wait states behind a wait state, each behind the one that it explains, the nearest first.
struct CauseChain {
  std::vector<CauseNode> nodes;  ///< Has wait states, first the one that is explained.
  bool is_cut = false;           ///< Says that there are more than these wait states.
};

Result<CauseChain> find_cause(const Run& run, report::LocationId location, uint32_t wait);

/// Is a wait state that delays led to.
struct CausedWait {
  WaitOf wait;
  std::optional<size_t> through;  ///< Is the wait that passed them on; none: direct.
};

struct CausedWaits {
  std::vector<CausedWait> waits;  ///< Has the wait states, first those that were caused directly.
  bool is_cut = false;
};

/// Finds what delays of a location in some time made wait, directly and through other wait states; only those
/// on `path` and below it, if that is valid. An error says that the findings store is damaged.
Result<CausedWaits> find_caused(const Run& run, report::LocationId location, const store::Interval& when,
                                report::CallPathId path);

}  // namespace latecomer::timeline
