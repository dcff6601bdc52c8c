// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace latecomer::report {

/// Returns "rank 3", or "ranks 0-3, 7": sorted ranks with runs of three and more as ranges. Where that would
/// be a long list, it says how many they are: "3,900 of 4,096 ranks".
std::string ranks_text(const std::vector<int64_t>& ranks, size_t of);

}  // namespace latecomer::report
