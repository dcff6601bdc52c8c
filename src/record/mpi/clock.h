// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

namespace latecomer::record::mpi {

/// Measures this process's clock against that of rank 0. Making one, measuring and freeing are collective
/// over `comm`.
class ClockMeter {
 public:
  explicit ClockMeter(MPI_Comm comm);
  /// Gives the result to the recorder.
  void measure() const;
  /// Before PMPI_Finalize.
  void free_comms();

 private:
  MPI_Comm node_ = MPI_COMM_NULL;     ///< the processes with the same clock
  MPI_Comm leaders_ = MPI_COMM_NULL;  ///< the first process of each node; null on the others
};

}  // namespace latecomer::record::mpi
