// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: unusual fork|file_size|no_memory|refused|threads
// Programs that run to their end alone, and so have to do when they are recorded.
//   fork       a thread that communicates forks, and the child ends that thread
//   file_size  files may not grow beyond 256 KiB; what the program itself does with SIGXFSZ happens
//   threads    1,000 threads that communicate, one after the other
//   refused    calls without addresses for what they return, which MPI refuses
//   no_memory  the recorder, and nobody else, gets no memory for a while
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

static void exchange(int times) {
  int number = rank;
  for (int i = 0; i < times; ++i) {
    MPI_Sendrecv_replace(&number, 1, MPI_INT, rank ^ 1, 1, rank ^ 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  expect(number == (times % 2 == 0 ? rank : (rank ^ 1)), "number");
}

static void* end_at_once(void* unused) {
  return unused;
}

// The child's thread ends, and then its process.
static void* fork_child(void* unused) {
  exchange(100);
  const pid_t child = fork();
  if (child == 0) {
    pthread_t last;
    pthread_create(&last, NULL, end_at_once, NULL);
    pthread_exit(NULL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's end");
  exchange(100);
  return unused;
}

static void fork_in_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fork_child, NULL);
  pthread_join(thread, NULL);
}

static void* exchange_once(void* unused) {
  exchange(2);
  return unused;
}

static void many_threads(void) {
  for (int i = 0; i < 1000; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, exchange_once, NULL);
    pthread_join(thread, NULL);
  }
}

static volatile sig_atomic_t signals = 0;
static void count_signal(int number) {
  (void)number;
  ++signals;
}

static void limit_file_size(void) {
  const struct rlimit limit = {256 << 10, 256 << 10};
  setrlimit(RLIMIT_FSIZE, &limit);
  exchange(3000);
  // Only the program's own write over the limit is signalled to it.
  signal(SIGXFSZ, count_signal);
  FILE* file = tmpfile();
  expect(file != NULL && ftruncate(fileno(file), 1 << 20) != 0 && errno == EFBIG, "limit");
  expect(signals == 1, "one signal");
  fclose(file);
  exchange(10);
  expect(signals == 1, "no other signal");
  signal(SIGXFSZ, SIG_DFL);
}

// The recorder has its memory from the kernel. mmap is the program's, since programs come first.
static volatile int out_of_memory = 0;
void* mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset) {
  Dl_info caller;
  if (out_of_memory && (flags & MAP_ANONYMOUS) != 0 && dladdr(__builtin_return_address(0), &caller) != 0 &&
      strstr(caller.dli_fname, "recorder-") != NULL) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return (void*)syscall(SYS_mmap, address, bytes, protection, flags, file, offset);
}

// As many requests as it has no room for.
static void run_out_of_memory(void) {
  enum { kMany = 5000 };
  static int sent[kMany], received[kMany];
  static MPI_Request requests[2 * kMany];
  exchange(10);
  MPI_Barrier(MPI_COMM_WORLD);
  out_of_memory = 1;
  for (int i = 0; i < kMany; ++i) {
    sent[i] = rank;
    received[i] = -1;
    MPI_Irecv(&received[i], 1, MPI_INT, rank ^ 1, 2, MPI_COMM_WORLD, &requests[i]);
  }
  for (int i = 0; i < kMany; ++i)
    MPI_Isend(&sent[i], 1, MPI_INT, rank ^ 1, 2, MPI_COMM_WORLD, &requests[kMany + i]);
  MPI_Waitall(2 * kMany, requests, MPI_STATUSES_IGNORE);
  expect(received[0] == (rank ^ 1) && received[kMany - 1] == (rank ^ 1), "messages");
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Barrier(comm);
  MPI_Comm_free(&comm);
  out_of_memory = 0;
  exchange(10);
}

static void make_refused_calls(void) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Group group;
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  int number = 0;
  expect(MPI_Comm_create(MPI_COMM_WORLD, group, NULL) != MPI_SUCCESS, "MPI_Comm_create");
  expect(MPI_Comm_split(MPI_COMM_WORLD, 0, 0, NULL) != MPI_SUCCESS, "MPI_Comm_split");
  expect(MPI_Isend(&number, 1, MPI_INT, rank ^ 1, 1, MPI_COMM_WORLD, NULL) != MPI_SUCCESS, "MPI_Isend");
  expect(MPI_Wait(NULL, MPI_STATUS_IGNORE) != MPI_SUCCESS, "MPI_Wait");
#ifndef OPEN_MPI  // which crashes
  expect(MPI_Comm_free(NULL) != MPI_SUCCESS, "MPI_Comm_free");
#endif
  MPI_Group_free(&group);
  exchange(10);
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const char* what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "fork") == 0) fork_in_thread();
  if (strcmp(what, "file_size") == 0) limit_file_size();
  if (strcmp(what, "threads") == 0) many_threads();
  if (strcmp(what, "refused") == 0) make_refused_calls();
  if (strcmp(what, "no_memory") == 0) run_out_of_memory();
  MPI_Finalize();
  return 0;
}
