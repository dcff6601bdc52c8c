// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Finds the receive of every probed message [probing 3.2], and notes in the receive's details its first
/// probe (`probe`) and, for matched receives, the probe that took it (`taken`).
void match_probes(CondensedTrace& trace);

}  // namespace latecomer::analyze
