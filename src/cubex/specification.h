// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::cubex {

/// Parses a remapping specification, as Score-P and Scalasca have them: `<metrics>` like those of an anchor,
/// without ids, and mirrors. The report has nothing else. `what` names it in errors.
Result<report::Report> read_specification(std::string_view text, const std::string& what);

}  // namespace latecomer::cubex
