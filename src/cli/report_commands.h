// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

namespace CLI {
class App;
}

namespace latecomer::cli {

// Each adds some of the subcommands of `latecomer report`.

/// Adds the subcommands that make a report of others: diff, mean, merge, cut, clean, remap.
void add_algebra_commands(CLI::App& report, int& exit_code);
/// Adds the subcommands that print a report: dump, stat, calltree, info.
void add_text_commands(CLI::App& report, int& exit_code);

}  // namespace latecomer::cli
