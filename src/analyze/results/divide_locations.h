// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/model/local_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// The locations divided by the job they do: those that execute the same set of call paths of the program's
/// own code form a partition.
struct LocationPartitions {
  std::vector<size_t> of_location;  ///< per local location
  std::vector<int64_t> sizes;       ///< threads of all ranks in each partition; the same on every rank
};

LocationPartitions divide_locations(const LocalTrace& trace, Comm& comm);

}  // namespace latecomer::analyze
