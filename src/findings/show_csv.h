// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <string_view>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Writes the report's values as comma-separated text (RFC 4180, with a newline at the end of lines), piece
/// by piece: a line for each call path and location with a value other than zero, a column for each metric,
/// or for `only` one if that is valid.
void write_csv(const query::Space& space, report::MetricId only, query::Below below,
               const std::function<void(std::string_view)>& write);

}  // namespace latecomer::findings
