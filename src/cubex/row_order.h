// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "report/report.h"

namespace latecomer::cubex {

/// Returns the call paths in the order in which a metric of this kind numbers its rows. Exclusive values are
/// in depth-first order. For inclusive values a node's children stand next to each other, followed by what is
/// below the first child, the second, and so on. Siblings are in the order of `call_paths`.
std::vector<report::CallPathId> row_order(const std::vector<report::CallPath>& call_paths,
                                          report::MetricKind kind);

}  // namespace latecomer::cubex
