// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "launch/launched.h"

#include <cstdlib>

namespace latecomer::launch {

namespace {

struct Variables {
  const char* by;
  const char* rank;
  const char* ranks;
};

// SLURM_NTASKS is set in batch scripts, too; the number of a step's tasks is not.
constexpr Variables kLaunchers[] = {{"mpiexec", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                    {"mpiexec", "PMI_RANK", "PMI_SIZE"},
                                    {"srun", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};

}  // namespace

std::optional<Launched> launched() {
  constexpr int kDecimal = 10;
  for (const Variables& variables : kLaunchers) {
    const char* rank = std::getenv(variables.rank);
    const char* ranks = std::getenv(variables.ranks);
    if (rank != nullptr && ranks != nullptr)
      return Launched{variables.by, std::strtoull(rank, nullptr, kDecimal),
                      std::strtoull(ranks, nullptr, kDecimal)};
  }
  return std::nullopt;
}

}  // namespace latecomer::launch
