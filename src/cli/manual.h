// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace latecomer::cli {

// Made of what --help prints, so that there is one description of the command line.

/// The manual page latecomer(1), for troff with the macros of man.
std::string manual_page(const CLI::App& app);

/// What bash completes: commands, their options, and the values of options that have a few. All else is
/// completed as file names.
std::string bash_completion(const CLI::App& app);

}  // namespace latecomer::cli
