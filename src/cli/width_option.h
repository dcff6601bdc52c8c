// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <CLI/CLI.hpp>

namespace latecomer::cli {

/// Adds the option --width, which says how many columns() there are.
void add_width_option(CLI::App& command);

}  // namespace latecomer::cli
