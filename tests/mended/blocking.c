// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// mended: --eager 1000000000
// Rank 0 sends large messages to ranks that are busy, one after the other, and each send waits for its
// receiver. Mended, it starts them and goes on with its own work.
#include <stdlib.h>

#include "mended.h"

enum { kBytes = 1 << 18 };

int main(int argc, char** argv) {
  begin(argc, argv);
  char* buffer = malloc((size_t)kBytes * (size_t)size);
  memset(buffer, 1, (size_t)kBytes * (size_t)size);
  MPI_Request* requests = malloc(sizeof(MPI_Request) * (size_t)size);
  for (int step = 0; step < 12; ++step) {
    if (rank == 0) {
      for (int to = 1; to < size; ++to) {
        char* const part = buffer + (size_t)kBytes * (size_t)to;
        if (is_mended)
          MPI_Isend(part, kBytes, MPI_BYTE, to, 0, MPI_COMM_WORLD, &requests[to]);
        else
          MPI_Send(part, kBytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
      }
      work("solve", 40);
      if (is_mended) MPI_Waitall(size - 1, requests + 1, MPI_STATUSES_IGNORE);
    } else {
      work("update", 30);
      MPI_Recv(buffer, kBytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
