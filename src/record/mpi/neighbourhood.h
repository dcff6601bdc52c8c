// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <vector>

#include "trace/definitions.h"

namespace latecomer::record::mpi {

struct CommInfo;

/// Lists the neighbours in a neighbourhood collective, in the order of the function's arguments.
struct Neighbourhood {
  std::vector<int> sources;  ///< Lists neighbours from which data comes; MPI_PROC_NULL where the grid ends.
  std::vector<int> destinations;
  trace::GroupId source_group;  ///< Is the group of the sources without MPI_PROC_NULL, for Event::sources.
};

const Neighbourhood& neighbourhood_of(MPI_Comm comm, CommInfo& info);

}  // namespace latecomer::record::mpi
