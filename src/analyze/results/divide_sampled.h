// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/local_trace.h"
#include "analyze/results/severities.h"

namespace latecomer::analyze {

/// Divides the times of gaps, and of recorded functions, among the functions that were sampled there: of each
/// location in its own proportions, whatever was measured of it. Their sums stay what they are.
void divide_sampled(const LocalTrace& trace, Severities& severities);

}  // namespace latecomer::analyze
