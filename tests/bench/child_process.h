// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer::bench {

struct ChildUsage {
  double seconds = 0;       ///< wall time from start to end
  uint64_t peak_bytes = 0;  ///< of resident memory
};

/// Runs a program with its output thrown away. An error if it cannot be started or does not exit with 0.
Result<ChildUsage> run_child(const std::vector<std::string>& command);

}  // namespace latecomer::bench
