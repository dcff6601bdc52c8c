// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: latecomer_manual PAGE COMPLETION
// Part of the build: writes the manual page and what bash completes to these files.

#include <fstream>

#include "cli/command_line.h"
#include "cli/manual.h"

int main(int argc, char** argv) {
  using namespace latecomer::cli;
  if (argc != 3) return 2;
  CLI::App app;
  int exit_code = 0;
  define_command_line(app, exit_code);
  std::ofstream page(argv[1]);
  page << manual_page(app) << std::flush;
  std::ofstream completion(argv[2]);
  completion << bash_completion(app) << std::flush;
  return page && completion ? 0 : 1;
}
