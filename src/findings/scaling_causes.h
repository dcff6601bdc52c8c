// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <vector>

#include "findings/scaling.h"

namespace latecomer::findings {

/// Returns the causes of waiting with the largest shares of any run's time: as many as are shown at most, and
/// none whose shares are shown as 0.0 %. In each of the runs they are of the same functions.
std::vector<ScalingCause> causes_of_runs(std::span<const query::Space* const> runs);

}  // namespace latecomer::findings
