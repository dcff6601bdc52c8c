// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/model/condensed_location.h"
#include "base/search_near.h"
#include "base/spill.h"
#include "report/metrics.h"

namespace latecomer::analyze {

/// Says what a wait state's operation moved.
enum class Content : uint8_t { none, empty_message, message };

/// Is a wait state: this location, in `call`, waited until `end` for what `cause` did at `end`. Its amount is
/// at most the time from the call's enter to its leave. Several wait states in one call are in the order in
/// which they happened.
struct WaitState {
  report::Builtin metric;
  CallIndex call = kNoCall;
  Ticks amount;
  Ticks end;  ///< Is the end of the wait, by the delaying location's clock.
  /// Is the delaying location; invalid: nobody ended it, and who would is not known.
  trace::LocationId cause;
  Content content = Content::none;  ///< Is `message` for one that was sent or received by the call.
};

/// Returns the position of the first of a location's wait states that ends after `time`; they are in the
/// order of their ends.
inline size_t first_ending_after(const LargeVector<WaitState>& waits, Ticks time) {
  return search_near(waits.size(), time, [&](size_t i) { return waits[i].end; });
}

/// Is a part of a call's wait state that is kept under a metric of its own as well.
struct WaitPart {
  report::Builtin metric;
  CallIndex call = kNoCall;
  Ticks amount;
};

/// Holds, per local location, its wait states by call.
using WaitStates = std::vector<LargeVector<WaitState>>;
/// Holds parts of wait states per local location.
using WaitParts = std::vector<std::vector<WaitPart>>;

}  // namespace latecomer::analyze
