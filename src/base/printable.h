// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>

namespace latecomer {

/// Returns the text with question marks for what is no text: control characters but for tabs and ends of
/// lines, which terminals would obey and XML cannot hold; those that change the direction of writing; and
/// what is no UTF-8.
std::string printable(std::string_view text);

/// Returns the text as one printable line, in which tabs and ends of lines become spaces. It is for names, so
/// that none looks like lines of our own.
std::string printable_line(std::string_view text);

}  // namespace latecomer
