// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer::launch {

/// Runs a command on this process's standard streams and waits for its end. Signals that ask this process to
/// end go to the command instead, except those that the terminal has sent it already. Returns its exit code,
/// 128 + n after signal n.
Result<int> run_command(const std::vector<std::string>& command);

}  // namespace latecomer::launch
