// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks --kernel
// Rank 1 waits 0.4 s for a thread of its own, by the system call that locks are made of, which nobody
// records.
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../programs/pause.h"
#include "code.h"

static uint32_t is_done;

static void* prepare(void* nothing) {
  pause_for(0.4);
  __atomic_store_n(&is_done, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &is_done, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return nothing;
}

NOT_INLINED static void await_helper(void) {
  while (!__atomic_load_n(&is_done, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, &is_done, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  STAY;
}

int main(int argc, char** argv) {
  int rank = 0;
  pthread_t helper;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    pthread_create(&helper, NULL, prepare, NULL);  // planted: blocked: lock by helper_futex, rank 1, 0.4 s
    await_helper();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) pthread_join(helper, NULL);
  MPI_Finalize();
  return 0;
}
