// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/report_commands.h"

namespace latecomer::cli {

void add_report_command(CLI::App& app, int& exit_code) {
  CLI::App* report = app.add_subcommand(
      "report", "Make reports of other reports, and print their values: differences, means, parts");
  report->require_subcommand(1);
  add_algebra_commands(*report, exit_code);
  add_text_commands(*report, exit_code);
  report->footer(
      "These do what Cube's tools of the same names do (cube_diff, cube_mean, ...),\n"
      "with any .cubex file.\n\n"
      "Examples:\n"
      "  latecomer report diff before after -o diff.cubex\n"
      "  latecomer report mean run1 run2 run3 -o mean.cubex\n"
      "  latecomer report stat diff.cubex -t 10\n\n"
      "latecomer report COMMAND --help says more about each.");
}

}  // namespace latecomer::cli
