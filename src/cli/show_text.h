// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "report/report.h"

namespace latecomer::cli {

/// The metric tree with each metric's total and its share of the tree's root. Metrics that are zero throughout are left
/// out, and counted, unless `all`.
std::string metric_tree(const report::Report& report, bool all);

/// One metric: what it means, what to do, its call paths (largest first) and its ranks. Call paths that are a small part
/// of it are left out, and counted, unless `all`.
std::string metric_details(const report::Report& report, report::MetricId metric, bool all);

}  // namespace latecomer::cli
