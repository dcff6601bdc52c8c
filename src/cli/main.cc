// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "cli/commands.h"

namespace {

/// The command line's words after the program's name; "help analyze" is another way to say "analyze --help".
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.resize(std::min<size_t>(words.size(), 1));
    words.emplace_back("--help");
  }
  return words;
}

}  // namespace

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
  latecomer::cli::add_correct_command(app, exit_code);
  latecomer::cli::add_print_command(app, exit_code);
  latecomer::cli::add_generate_command(app, exit_code);
  try {
    std::vector<std::string> words = words_of(argc, argv);
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return exit_code;
}
