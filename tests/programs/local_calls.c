// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: local_calls NUMBER [dies]
// Calls that neither communicate nor wait: so many of MPI_Comm_rank, of MPI_Comm_size in each of two threads
// that follow one another, of MPI_Type_size within a reduction, and of MPI_Error_class by its profiling name.
// With "dies" the first process is killed then, with a message that nobody has received.
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "program.h"

static int number;

static void* ask_for_size(void* unused) {
  int answer;
  for (int i = 0; i < number; ++i) MPI_Comm_size(MPI_COMM_WORLD, &answer);
  return unused;
}

// What the MPI library calls back is the program's as well.
static void add(void* from, void* to, int* count, MPI_Datatype* type) {
  int bytes;
  for (int i = 0; i < number; ++i) MPI_Type_size(*type, &bytes);
  for (int i = 0; i < *count; ++i) ((int*)to)[i] += ((int*)from)[i];
}

static void reduce(void) {
  MPI_Op op;
  int sum = 0;
  const int one = 1;
  MPI_Op_create(add, 1, &op);
  MPI_Reduce_local(&one, &sum, 1, MPI_INT, op);
  MPI_Op_free(&op);
  expect(sum == 1, "the sum");
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  number = argc > 1 ? atoi(argv[1]) : 1;
  for (int i = 0; i < number; ++i) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 2; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, ask_for_size, NULL);
    pthread_join(thread, NULL);
  }
  reduce();
  int class;
  for (int i = 0; i < number; ++i) PMPI_Error_class(MPI_SUCCESS, &class);
  MPI_Barrier(MPI_COMM_WORLD);
  if (argc > 2 && strcmp(argv[2], "dies") == 0 && rank == 0) raise(SIGKILL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
