// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer::cli {

/// Returns the words that start this program again; no arguments are among them.
std::vector<std::string> own_command();

/// Runs a command beside all else that this process does, and waits for its end. Its output and its errors go
/// into these files. It is killed as soon as it is asked to stop. The error says why it did not end well: the
/// last line of its errors.
Status run_in_background(std::vector<std::string> command, const std::filesystem::path& output,
                         const std::filesystem::path& errors, const std::stop_token& stop);

}  // namespace latecomer::cli
