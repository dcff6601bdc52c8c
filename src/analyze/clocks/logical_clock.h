// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/clock_network.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says by how much each point of a location is later than its clock says, and which violation is to blame:
/// the node of its cause.
struct Shift {
  Ticks amount;
  trace::SystemNodeId origin;  ///< Is invalid where nothing is shifted.
};

/// Holds shifts per local location, in the order of its points.
using Shifts = std::vector<std::vector<Shift>>;

/// Does the forward amortization: moves every effect to its earliest time, which is its cause's plus the
/// latency, and lets what follows come after it, with a shift that gets less by up to 1 - γ of the time that
/// passes. No interval between two points gets shorter than γ of its length. Of conditions that contradict
/// each other in a circle, one stays violated.
Shifts advance_late_effects(const ClockNetwork& network, const CondensedTrace& trace, double control_factor,
                            Comm& comm);

/// Does the backward amortization: moves what comes before a jump of the forward shifts along with it, so
/// that the intervals before get longer by `stretch` of their lengths until the jump is made up for. No cause
/// gets later than its earliest effect less the latency allows, as the forward shifts have it.
void smooth_jumps(const ClockNetwork& network, double stretch, Comm& comm, Shifts& shifts);

/// Returns whether nothing would have been shifted beyond the network's windows, so that the shifts are the
/// same as those of the whole run. `latency` is the longest of all conditions. All ranks call it.
bool stay_within(const ClockNetwork& network, const Shifts& shifts, Ticks latency, Comm& comm);

}  // namespace latecomer::analyze
