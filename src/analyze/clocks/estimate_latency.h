// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/clocks/clock_options.h"
#include "analyze/dependences/dependences.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Returns the least time that messages of the trace took, within and between nodes; 0 where it is not known.
Latency estimate_latency(const Dependences& dependences, Comm& comm);

}  // namespace latecomer::analyze
