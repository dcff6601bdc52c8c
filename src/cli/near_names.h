// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

namespace latecomer::cli {

/// Returns the names that someone who typed `wanted` may have meant, best first, at most five: those of which
/// a part is like it but for few letters.
std::vector<std::string> near_names(const std::string& wanted, const std::vector<std::string>& names);

}  // namespace latecomer::cli
