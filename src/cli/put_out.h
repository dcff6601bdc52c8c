// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <exception>
#include <functional>
#include <string>
#include <string_view>

namespace latecomer::cli {

// Everything that commands print goes through these, because names of programs, files and reports may hold
// control characters: terminals would obey them.

/// Prints text to standard output.
void put_out(std::string_view text);
/// Prints one line to standard error: "latecomer: run1: No such file or directory". Nothing if it is empty,
/// as the errors are of ranks for which another one speaks.
void put_error(std::string_view message);

/// What an exception says, as an error's line.
std::string line_of(const std::exception& problem);

/// The exit code of `command`; if it ends with an exception, its line is printed and the code is 1.
int guarded(const std::function<int()>& command);

}  // namespace latecomer::cli
