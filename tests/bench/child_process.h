// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer::bench {

struct ChildUsage {
  double seconds = 0;            ///< wall time from start to end
  double processor_seconds = 0;  ///< of all threads, in the program and in the system
  /// Of resident memory. Linux counts what this process had when it started the child, so it has to be small.
  uint64_t peak_bytes = 0;
};

/// Runs a program, found in PATH if its name is no path, with its output in a file. An error if it cannot be
/// started or does not exit with 0.
Result<ChildUsage> run_child(const std::vector<std::string>& command,
                             const std::string& output = "/dev/null");

}  // namespace latecomer::bench
