// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/command_line.h"
#include "cli/put_out.h"

int main(int argc, char** argv) {
  using namespace latecomer::cli;
  occupy_closed_streams();
  return guarded([&] { return run_command_line({argv + 1, argv + argc}); });
}
