// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Is a receive that waits to be given its message.
struct WaitingReceive {
  uint32_t location;   ///< Is a position in CondensedTrace::locations.
  uint32_t operation;  ///< Is a position in that location's receives.
};

/// Says when the receives of a process had their messages: when they were complete or, matched ones, when the
/// probe that took the message found it.
class ReceiveCompletions {
 public:
  ReceiveCompletions(const CondensedTrace& trace, trace::LocationGroupId process);
  /// Returns when a receive had its message, in ticks; max where that was not recorded.
  Ticks of(const WaitingReceive& receive) const {
    return times_[receive.location - first_][receive.operation];
  }
  /// Returns the thread whose call gives a receive its position in the order of receives.
  trace::LocationId thread_of(const WaitingReceive& receive) const {
    const CondensedLocation& location = trace_.locations[receive.location];
    return trace_.order_call(location, location.receives[receive.operation]).location;
  }

 private:
  const CondensedTrace& trace_;
  size_t first_;
  std::vector<std::vector<Ticks>> times_;  ///< Holds times by thread of the process and receive.
};

/// Settles which of the receives of one sequence, in the order of their starts, gets which of its messages,
/// which were sent at `sent` (min: not known): the first gets the first. Returns whether that was ambiguous.
bool settle_order(const ReceiveCompletions& completions, std::span<const Ticks> sent,
                  std::vector<WaitingReceive>& receives);

}  // namespace latecomer::analyze
