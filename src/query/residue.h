// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "query/space.h"

namespace latecomer::query {

/// Returns whether a metric's total is only what rounding left of values that cancel each other out, as in a
/// difference of reports: no share of it says anything.
bool total_is_residue(const Space& space, report::MetricId metric);

}  // namespace latecomer::query
