// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

namespace latecomer {

/// Is the trace of tests/cases/e1_propagation.case, which derives what is in it: rank 1 waits in [2, 5] for
/// rank 0, which took longer on f by 1 and on g by 3; rank 2 waits in [4, 6] for rank 1, which took 1 longer
/// in its receive, and waited 3.
inline constexpr const char* kPropagation = R"(
rank 0
  0..2   f
  2..5   g
  5..6   MPI_Send  send to=1
rank 1
  0..1   f
  1..2   h
  2..6   MPI_Recv  recv from=0
  6..6   MPI_Send  send to=2
rank 2
  0..1.5 f
  1.5..3 g
  3..4   h
  4..6   MPI_Recv  recv from=1
)";

}  // namespace latecomer
