// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::cli {

/// Returns the call paths that a user names: by a call path as it is shown, or its end; by a function, all
/// that are of that; or by "file.c:line", all that were called there or begin there. The error says which
/// names are like it, or which call paths end so, where these are several.
Result<std::vector<report::CallPathId>> paths_named(const report::Report& report, const std::string& name);

}  // namespace latecomer::cli
