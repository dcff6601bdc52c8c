// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace latecomer::cli {

/// Returns 1000 for "1us"; nothing if the text is no time.
std::optional<int64_t> nanoseconds(const std::string& text);

/// Returns what is wrong with the value of an option that takes a time; empty: nothing.
std::string require_time(const std::string& text);

}  // namespace latecomer::cli
