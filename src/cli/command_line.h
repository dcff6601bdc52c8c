// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace latecomer::cli {

/// Defines all that can be said to latecomer: its commands with their options. Their callbacks set
/// `exit_code`.
void define_command_line(CLI::App& app, int& exit_code);

/// Does what the words after the program's name say, and returns the exit code: 2 for wrong usage, with a
/// line on standard error that says what is meant instead.
int run_command_line(std::vector<std::string> words);

}  // namespace latecomer::cli
