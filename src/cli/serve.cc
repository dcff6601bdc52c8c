// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "cli/put_out.h"
#include "cli/serving.h"

namespace latecomer::cli {

void add_serve_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<ServingOptions> options = std::make_shared<ServingOptions>();
  CLI::App* command = app.add_subcommand("serve", "Answer questions about a report by HTTP, as JSON");
  add_serving_options(*command, *options);
  command->footer(
      "It prints a URL with a token, without which nobody gets an answer, and\n"
      "runs until it is ended with Ctrl-C or SIGTERM. docs/api.md says what can\n"
      "be asked for.\n\n"
      "Examples:\n"
      "  latecomer serve run1\n"
      "  latecomer serve run8 run16 run32            the largest, and how it scales\n"
      "  mpiexec -n 4 latecomer serve large.cubex    each rank reads its part of the\n"
      "                                              report's values\n"
      "  latecomer serve run1 --host 0.0.0.0         for other machines, too");
  run_when_called(*command, exit_code, [options] {
    return serve_report(
        *options, [](const Served& served) { put_out(where_served(served) + "End it with Ctrl-C.\n"); });
  });
}

}  // namespace latecomer::cli
