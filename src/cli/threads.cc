// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/threads.h"

#include <oneapi/tbb/info.h>

#include <algorithm>
#include <cstdlib>

namespace latecomer::cli {

size_t default_threads() {
  int ranks_on_node = 1;
  for (const char* variable : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}) {
    if (const char* value = std::getenv(variable)) ranks_on_node = std::max(1, std::atoi(value));
  }
  return static_cast<size_t>(std::max(1, oneapi::tbb::info::default_concurrency() / ranks_on_node));
}

}  // namespace latecomer::cli
