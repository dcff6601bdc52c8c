// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace latecomer::cli {

/// "1us" is 1000; none if it is no time.
std::optional<int64_t> nanoseconds(const std::string& text);

/// For an option that takes a time: what is wrong with it; empty: nothing.
std::string require_time(const std::string& text);

}  // namespace latecomer::cli
