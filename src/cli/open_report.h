// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::cli {

/// Returns the report that is meant: the file itself, or report.cubex in the directory.
Result<std::filesystem::path> report_file(const std::filesystem::path& path);

Result<report::Report> open_report(const std::string& path);

/// Returns the metric of this id or, where no metric has it, of this name as shown.
Result<report::MetricId> find_metric(const report::Report& report, const std::string& wanted);

/// Returns the error that there is no metric with this name, and which of these may have been meant.
Error no_such_metric(const std::string& wanted, const std::vector<std::string>& ids);

}  // namespace latecomer::cli
