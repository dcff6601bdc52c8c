// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

#define MESSAGES 3

// Rank 1 asks now and then whether there is a message, with matched and ordinary probes in turn, and receives
// the matched ones in reverse order when it has all. It never waits for rank 0, which works before each of
// its sends.
static void poll_for_all(void) {
  MPI_Message matched[MESSAGES];
  MPI_Request requests[MESSAGES];
  int numbers[2 * MESSAGES];
  for (int i = 0; i < MESSAGES; ++i) {
    int found = 0;
    for (; !found; work(0.01)) MPI_Improbe(0, 0, MPI_COMM_WORLD, &found, &matched[i], MPI_STATUS_IGNORE);
    for (found = 0; !found; work(0.01)) MPI_Iprobe(0, 1, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Recv(&numbers[MESSAGES + i], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  for (int i = MESSAGES - 1; i >= 0; --i) MPI_Imrecv(&numbers[i], 1, MPI_INT, &matched[i], &requests[i]);
  MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < MESSAGES; ++i)
    expect(numbers[i] == i && numbers[MESSAGES + i] == 10 + i, "received numbers");
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank == 0) {
    for (int i = 0; i < 2 * MESSAGES; ++i) {
      const int number = i % 2 == 0 ? i / 2 : 10 + i / 2;
      work(0.1);
      MPI_Send(&number, 1, MPI_INT, 1, i % 2, MPI_COMM_WORLD);
    }
    work(0.9);
  } else if (rank == 1) {
    poll_for_all();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
