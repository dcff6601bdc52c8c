// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Each rank has a thread that does not call MPI and works 0.2 s, that of rank 0 0.4 s. The ranks wait for
// their threads, and then at a barrier for rank 0, whose thread is the cause of that, too.
#include <pthread.h>

#include "program.h"

static void* run(void* seconds) {
  work(*(double*)seconds);
  return NULL;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = rank == 0 ? 0.4 : 0.2;
  pthread_t thread;
  pthread_create(&thread, NULL, run, &seconds);
  pthread_join(thread, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
