// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyze/model/run_extent.h"
#include "analyze/program_end/open_calls.h"
#include "report/report.h"

namespace latecomer::analyze {

/// Returns a line for all ranks of which the same is said but for the time, the one that is the longest ago
/// first. Where that would be more than `most` lines, there is a line for each call path.
std::vector<std::string> describe_open_calls(const trace::Definitions& definitions,
                                             const std::vector<OpenCall>& calls, const RunExtent& run,
                                             size_t most, const report::Report& report);

}  // namespace latecomer::analyze
