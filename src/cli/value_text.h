// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/column.h"
#include "report/report.h"

namespace latecomer::cli {

/// Returns a value with all of its numbers, as cube_dump prints it: "0.2[(1)/(5)]" is a rate. Small integers
/// are numbers, which it prints as characters.
std::string value_text(const report::Column& values, size_t position);

bool is_integer(const report::Metric& metric);

/// Returns the metrics of these ids, in this order; all that are shown for "all".
Result<std::vector<report::MetricId>> find_metrics(const report::Report& report,
                                                   const std::vector<std::string>& wanted);

/// Returns an error if a metric has no values for regions, as it is calculated from sums over call paths.
Status check_has_region_values(const report::Report& report, const std::vector<report::MetricId>& metrics);

/// Returns the parts of a text like "a,b,c".
std::vector<std::string> split(const std::string& text, char separator);

}  // namespace latecomer::cli
