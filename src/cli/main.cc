// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <CLI/CLI.hpp>

#include "cli/commands.h"

int main(int argc, char** argv) {
  CLI::App app("Finds out why a parallel program waits, and who made it wait.", "latecomer");
  app.require_subcommand(1);
  app.set_version_flag("--version", "latecomer " LATECOMER_VERSION);
  app.footer(
      "A first session:\n"
      "  latecomer record -o run1 -- mpiexec -n 4 ./app\n"
      "  latecomer analyze run1\n"
      "  latecomer show run1\n\n"
      "latecomer COMMAND --help says more about each.");

  int exit_code = 0;
  latecomer::cli::add_record_command(app, exit_code);
  latecomer::cli::add_analyze_command(app, exit_code);
  latecomer::cli::add_show_command(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return exit_code;
}
