// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <string>
#include <vector>

#include "findings/compare.h"

namespace latecomer::findings {

/// What `latecomer compare` says, as one JSON object whose keys docs/json.md explains: of the reports of
/// these names, and which conditions are met.
std::string to_json(const Comparison& comparison, const std::vector<std::string>& base,
                    const std::vector<std::string>& other, const std::vector<std::string>& met);

}  // namespace latecomer::findings
