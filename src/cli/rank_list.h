// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace latecomer::cli {

/// Returns what is wrong with the value of an option that takes a list of ranks, as "0,4-7"; empty: nothing.
std::string require_ranks(const std::string& text);

/// Returns the ranks of such a list, from a first to a last one each.
std::vector<std::pair<int64_t, int64_t>> ranges_of_ranks(const std::string& text);

}  // namespace latecomer::cli
