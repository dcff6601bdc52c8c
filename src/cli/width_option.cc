// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/width_option.h"

#include "text/text.h"

namespace latecomer::cli {

using namespace text;

void add_width_option(CLI::App& command) {
  command
      .add_option_function<size_t>(
          "--width", set_columns,
          "Columns of the printed text, 80 or more (default: $COLUMNS, or the terminal's, or 100)")
      ->check(CLI::Range(kFewestColumns, kMostColumns))
      ->type_name("N");
}

}  // namespace latecomer::cli
