// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/json_text.h"
#include "findings/compare.h"

namespace latecomer::findings {

/// Returns what `latecomer compare` prints, as one JSON object whose keys docs/json.md explains. `base` and
/// `other` name the reports, `met` has the conditions that are met.
std::string to_json(const Comparison& comparison, const std::vector<std::string>& base,
                    const std::vector<std::string>& other, const std::vector<std::string>& met);

/// Returns the comparison without what only the command line knows: the reports' names and the conditions.
Json comparison_json(const Comparison& comparison);

/// Returns how the metrics and the call paths of two reports are aligned: of each row of the trees that they
/// have together the row above it, and of each metric and call path of both which row it is.
Json aligned_json(const report::Report& base, const report::Report& other);

}  // namespace latecomer::findings
