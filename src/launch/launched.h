// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace latecomer::launch {

/// Holds what a launcher of MPI programs has put into this process's environment.
struct Launched {
  std::string by;  ///< Names the launcher: "mpiexec" or "srun".
  uint64_t rank = 0;
  uint64_t ranks = 1;
};

/// Returns nothing if this process was started without a launcher, as SLURM starts a batch script.
std::optional<Launched> launched();

}  // namespace latecomer::launch
