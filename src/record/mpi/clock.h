// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <vector>

namespace latecomer::record::mpi {

/// Measures this process's clock against that of rank 0. Making one and measuring are collective over `comm`,
/// which has to live as long.
class ClockMeter {
 public:
  explicit ClockMeter(MPI_Comm comm);
  /// Measures the offset and gives it to the recorder.
  void measure() const;

 private:
  bool is_leader() const { return leader_ == rank_; }

  MPI_Comm comm_;
  int rank_ = 0;
  int leader_ = 0;            ///< Is the leader: the first of the processes that have this one's clock.
  std::vector<int> leaders_;  ///< Lists the leaders of all clocks; only on leaders.
  std::vector<int> others_;   ///< Lists the processes with this leader's clock; only on leaders.
};

}  // namespace latecomer::record::mpi
