// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

namespace latecomer::record::mpi {

/// Measures this process's clock against that of rank 0 of `comm` and gives the result to the recorder. Collective.
void measure_clock_offset(MPI_Comm comm);

}  // namespace latecomer::record::mpi
