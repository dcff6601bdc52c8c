// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <vector>

#include "analyze/causes/find_delays.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says how a wait state came about and what came of it, in ticks [root-causes 5].
struct WaitOrigin {
  /// Is what delays on its cause explain; the rest is indirect: what waiting there explains.
  double direct = 0;
  double propagating = 0;  ///< Is what it hands on to a later wait state; the rest is terminal.
  double further = 0;      ///< Is the waiting that it caused further on, of all kinds.
  bool explained = false;  ///< Says that delays or waiting of its cause explain the wait state.
  /// Is what others' waits should have handed to the wait state, but became known too late.
  double lost = 0;
};

/// Is how many kinds of costs are followed at the same time.
inline constexpr size_t kKindsTogether = 4;
using CostsByKind = std::array<double, kKindsTogether>;

/// Holds, for a few kinds of wait states, the waiting that the wait states caused further on.
struct FurtherCosts {
  std::vector<size_t> kinds;  ///< Holds the cost_kind of each; kKindsTogether at most.
  /// Holds, per local location and delay in find_delays' order, the costs of the wait state that it caused.
  std::vector<LargeVector<CostsByKind>> of_delays;
};

struct WaitOrigins {
  std::vector<LargeVector<WaitOrigin>> of_waits;  ///< Holds origins per local location, by its wait states.
  std::vector<FurtherCosts> further;  ///< Has each kind of costs that occurs in one of its elements.
};

/// Follows every wait state's consequences, against time. Wait states whose consequences depend on
/// themselves, as only clocks that disagree can bring about, hand on what is known of them; the rest is lost.
WaitOrigins propagate_costs(const LocalTrace& trace, const WaitStates& waits,
                            const std::vector<Delays>& delays, Comm& comm);

}  // namespace latecomer::analyze
