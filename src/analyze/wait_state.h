// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/condensed.h"
#include "report/metrics.h"

namespace latecomer::analyze {

inline constexpr uint32_t kNoMessage = UINT32_MAX;

/// A wait state: this location, in `call`, waited until `end` for what `cause` did at `end`. Its amount is at
/// most the time from the call's enter to its leave. With several wait states in one call, in the order in
/// which they happened.
struct WaitState {
  report::Builtin metric;
  CallIndex call = kNoCall;
  Ticks amount;
  Ticks end;                ///< of the wait, by the delaying location's clock
  trace::LocationId cause;  ///< the delaying location
  uint32_t message =
      kNoMessage;  ///< Late Sender: position in the location's receives; Late Receiver: in its sends
};

/// Per local location, its wait states by call.
using WaitStates = std::vector<std::vector<WaitState>>;

}  // namespace latecomer::analyze
