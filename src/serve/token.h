// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>

namespace latecomer::serve {

/// 128 random bits of the system, as 32 hexadecimal digits.
std::string random_token();

/// In a time that does not tell where they differ.
bool are_equal_tokens(std::string_view a, std::string_view b);

}  // namespace latecomer::serve
