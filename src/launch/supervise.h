// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer::launch {

/// Is the time that a command which has been asked to end may take before it is killed.
inline constexpr std::chrono::seconds kGrace{10};

struct CommandEnd {
  int exit_code = 0;  ///< Is the command's exit code, or 128 + n after signal n.
  bool timed_out = false;
};

/// Runs a command on this process's standard streams and waits for its end. Signals that ask this process to
/// end go to the command instead, except those that the terminal has sent it already. A command that runs
/// longer than `most` is asked to end by SIGTERM, and killed if it does not; zero: it may run for ever.
Result<CommandEnd> run_command(std::vector<std::string> command, std::chrono::nanoseconds most = {});

}  // namespace latecomer::launch
