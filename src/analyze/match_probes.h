// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>

#include "analyze/condensed.h"

namespace latecomer::analyze {

/// Finds the receive of every probed message of a process [probing 3.2], and notes its first probe (`probe`)
/// and, for matched receives, the probe that took it (`taken`) in the receive's details.
void match_probes(std::span<CondensedLocation> process);

}  // namespace latecomer::analyze
