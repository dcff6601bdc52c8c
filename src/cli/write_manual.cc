// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: latecomer_manual PAGE COMPLETION
// Part of the build: writes the manual page and what bash completes to these files.

#include <fstream>

#include "cli/command_line.h"
#include "cli/manual.h"
#include "cli/put_out.h"

namespace {

using namespace latecomer::cli;

int write(const char* page_file, const char* completion_file) {
  CLI::App app;
  int exit_code = 0;
  define_command_line(app, exit_code);
  std::ofstream page(page_file);
  page << manual_page(app) << std::flush;
  std::ofstream completion(completion_file);
  completion << bash_completion(app) << std::flush;
  return page && completion ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  return guarded([&] { return write(argv[1], argv[2]); });
}
