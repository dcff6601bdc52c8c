// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string_view>

#include "trace/definitions.h"

namespace latecomer::trace {

/// Returns the role of an MPI function by its name: "MPI_Isend" is point_to_point, "MPI_Ibcast"
/// collective_one_to_all, "MPI_Comm_size" function. Nonblocking and persistent variants have the role of the
/// blocking one.
RegionRole role_of_mpi_function(std::string_view name);

}  // namespace latecomer::trace
