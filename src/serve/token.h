// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>

namespace latecomer::serve {

/// Returns 128 random bits of the system, as 32 hexadecimal digits.
std::string random_token();

/// Compares tokens in a time that does not depend on where they differ.
bool are_equal_tokens(std::string_view a, std::string_view b);

}  // namespace latecomer::serve
