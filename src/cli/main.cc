// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/command_line.h"

int main(int argc, char** argv) {
  return latecomer::cli::run_command_line({argv + 1, argv + argc});
}
