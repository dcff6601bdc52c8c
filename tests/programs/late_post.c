// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "window.h"

// Rank 0 works before it opens its window to all others, who want to put their number there. In which of
// their calls they wait for it is left to MPI.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* memory;
  const MPI_Win window = make_window(&memory, size);
  MPI_Group group = rank == 0 ? group_by(MPI_Group_excl, 0) : group_by(MPI_Group_incl, 0);
  if (rank == 0) {
    work(0.15);
    MPI_Win_post(group, 0, window);
    MPI_Win_wait(window);
    for (int other = 1; other < size; ++other) expect(memory[other] == other, "numbers");
  } else {
    MPI_Win_start(group, 0, window);
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    MPI_Win_complete(window);
  }
  MPI_Group_free(&group);
  free_window(window, memory);
  MPI_Finalize();
  return 0;
}
