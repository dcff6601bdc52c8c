// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: timed ping-pong|stencil|fences|locks|file-write|posix-write NUMBER, timed threads NUMBER THREADS
//   ping-pong  so many messages of 8 bytes from rank 0 to rank 1 and back
//   stencil    so many steps of about 1 ms on a field of which each rank has some rows; between them, ranks
//              exchange their border rows with the next
//   threads    so many messages of 8 bytes that all threads together send to themselves
//   fences, locks  so many calls that put 8 bytes into a window of a rank's own and end in a fence, or lock
//   and
//              unlock it
//   file-write, posix-write  so many writes of 8 bytes to the begin of a file, by MPI or by the system
// Prints how many seconds they took: what being recorded costs is in the difference.
#include <fcntl.h>
#include <pthread.h>
#include <string.h>

#include "file.h"

static void ping_pong(int round_trips) {
  double message = 0;
  for (int i = 0; i < round_trips; ++i) {
    if (rank == 0) {
      MPI_Send(&message, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(&message, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Recv(&message, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&message, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
  }
}

enum { kRows = 128, kColumns = 256, kSweeps = 64 };
static double fields[2][kRows + 2][kColumns];

static void sweep(const double from[kRows + 2][kColumns], double to[kRows + 2][kColumns]) {
  for (int row = 1; row <= kRows; ++row) {
    for (int column = 1; column < kColumns - 1; ++column) {
      to[row][column] = 0.25 * (from[row - 1][column] + from[row + 1][column] + from[row][column - 1] +
                                from[row][column + 1]);
    }
  }
}

static void exchange_borders(double field[kRows + 2][kColumns]) {
  const int above = rank == 0 ? MPI_PROC_NULL : rank - 1;
  const int below = rank == size - 1 ? MPI_PROC_NULL : rank + 1;
  MPI_Request requests[4];
  MPI_Irecv(field[0], kColumns, MPI_DOUBLE, above, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(field[kRows + 1], kColumns, MPI_DOUBLE, below, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(field[1], kColumns, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(field[kRows], kColumns, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void stencil(int steps) {
  for (int row = 0; row < kRows + 2; ++row) fields[0][row][0] = fields[1][row][0] = 1;
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < kSweeps; ++i) sweep(fields[i % 2], fields[1 - i % 2]);
    exchange_borders(fields[0]);
  }
}

enum { kMostThreads = 64 };
static int messages_of_thread = 0;

static void* send_to_itself(void* tag) {
  double sent = 0;
  double received = 0;
  for (int i = 0; i < messages_of_thread; ++i) {
    MPI_Request requests[2];
    MPI_Irecv(&received, 8, MPI_BYTE, rank, *(int*)tag, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&sent, 8, MPI_BYTE, rank, *(int*)tag, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  return NULL;
}

static void send_in_threads(int number, int threads) {
  pthread_t ids[kMostThreads];
  int tags[kMostThreads];
  messages_of_thread = number / threads;
  for (int i = 0; i < threads; ++i) {
    tags[i] = i;
    pthread_create(&ids[i], NULL, send_to_itself, &tags[i]);
  }
  for (int i = 0; i < threads; ++i) pthread_join(ids[i], NULL);
}

static void access_window(int calls, int by_locks) {
  double* memory;
  const double data = 1;
  MPI_Win window;
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &window);
  MPI_Win_fence(0, window);
  for (int i = 0; i < calls / 2; ++i) {
    if (by_locks)
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    else
      MPI_Put(&data, 8, MPI_BYTE, 0, 0, 8, MPI_BYTE, window);
    if (by_locks)
      MPI_Win_unlock(0, window);
    else
      MPI_Win_fence(0, window);
  }
  MPI_Win_free(&window);
}

static void file_write(int writes) {
  const char* name = new_file_name();
  const double data = 1;
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  for (int i = 0; i < writes && rank == 0; ++i)
    MPI_File_write_at(file, 0, &data, 8, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

static void posix_write(int writes) {
  const char* name = new_file_name();
  const double data = 1;
  if (rank != 0) return;
  const int file = open(name, O_WRONLY | O_CREAT, 0600);
  unlink(name);
  for (int i = 0; i < writes; ++i) expect(pwrite(file, &data, 8, 0) == 8, "pwrite");
  close(file);
}

int main(int argc, char** argv) {
  const int threads = argc > 3 ? atoi(argv[3]) : 0;
  if (threads > 0) {
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    expect(provided == MPI_THREAD_MULTIPLE && threads <= kMostThreads, "threads");
  } else {
    begin(&argc, &argv);
  }
  const int number = argc > 2 ? atoi(argv[2]) : 1;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  if (argc > 1 && strcmp(argv[1], "ping-pong") == 0) ping_pong(number);
  if (argc > 1 && strcmp(argv[1], "stencil") == 0) stencil(number);
  if (argc > 1 && strcmp(argv[1], "fences") == 0) access_window(number, 0);
  if (argc > 1 && strcmp(argv[1], "locks") == 0) access_window(number, 1);
  if (argc > 1 && strcmp(argv[1], "file-write") == 0) file_write(number);
  if (argc > 1 && strcmp(argv[1], "posix-write") == 0) posix_write(number);
  if (threads > 0) send_in_threads(number, threads);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%.9f\n", MPI_Wtime() - start);
  MPI_Finalize();
  return 0;
}
