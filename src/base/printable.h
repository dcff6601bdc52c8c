// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>

namespace latecomer {

/// With question marks for what is no text: control characters but for tabs and ends of lines, which
/// terminals would obey and XML cannot hold; those that change the direction of writing; and what is no
/// UTF-8.
std::string printable(std::string_view text);

/// The same as one line: tabs and ends of lines become spaces. For names, so that none looks like lines of
/// our own.
std::string printable_line(std::string_view text);

}  // namespace latecomer
