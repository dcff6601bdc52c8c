// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <set>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Returns the metrics and call paths whose values can differ from zero: those with a row, and those above
/// them as far as rows count there; of derived metrics all.
std::set<report::RowKey> cells_with_values(const report::Report& report, query::Below below);

}  // namespace latecomer::findings
