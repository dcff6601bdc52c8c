// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::bench {

/// The degenerate call trees of [cube 5.3.1]: a chain, a root with leaves, and two children for each.
enum class Shape : uint8_t { linear, flat, binary };

std::string name_of(Shape shape);

/// The definitions of a report with one metric of exclusive doubles on so many call paths and locations.
report::Report synthetic_report(Shape shape, size_t call_paths, size_t locations);
/// The values of a call path, which compress about as well as measured times.
report::Column synthetic_row(const report::Report& report, report::CallPathId path);

/// Makes a .cubex file of it in the directory for data of benchmarks, unless it is there.
Result<std::string> synthetic_file(const report::Report& report, bool compressed);

}  // namespace latecomer::bench
