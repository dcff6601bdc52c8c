// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace latecomer::launch {

/// What a launcher of MPI programs told this process in the environment.
struct Launched {
  std::string by;  ///< "mpiexec" or "srun"
  uint64_t rank = 0;
  uint64_t ranks = 1;
};

/// Nothing if this process was started without a launcher. A batch script, which SLURM runs once, was.
std::optional<Launched> launched();

}  // namespace latecomer::launch
