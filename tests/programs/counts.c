// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: counts DIRECTORY [RANK EXCHANGES]
// Two ranks exchange messages until they are killed, or until that rank has completed so many exchanges and
// kills itself; where RANK is -1, they end then. DIRECTORY/rank-N always has a rank's process number, and how
// many exchanges are complete.
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "program.h"

static volatile int64_t* shared_numbers(const char* directory) {
  char path[4096];
  snprintf(path, sizeof path, "%s/rank-%d", directory, rank);
  const size_t bytes = 2 * sizeof(int64_t);
  const int file = open(path, O_RDWR | O_CREAT, 0666);
  expect(file >= 0 && ftruncate(file, (off_t)bytes) == 0, "file");
  return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  volatile int64_t* numbers = shared_numbers(argv[1]);
  numbers[0] = getpid();
  const int other = 1 - rank;
  const int who = argc > 3 ? atoi(argv[2]) : size;
  const int64_t last = who == rank || who < 0 ? atoll(argv[3]) : INT64_MAX;
  int sent = 0;
  int received = 0;
  for (;;) {
    if (rank == 0) MPI_Send(&sent, 1, MPI_INT, other, 7, MPI_COMM_WORLD);
    MPI_Recv(&received, 1, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(&sent, 1, MPI_INT, other, 7, MPI_COMM_WORLD);
    if (++numbers[1] < last) continue;
    if (who == rank) raise(SIGKILL);
    break;
  }
  MPI_Finalize();
  return 0;
}
