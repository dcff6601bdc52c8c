// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Prints of several ways to communicate how often the calls of MPI allocate memory in the thread that makes
// them, in so many rounds after others that warm up: what the MPI library does and, while the program is
// recorded, what the recorder does beside that. For two processes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#include "program.h"

static __thread int counting = 0;
static __thread long allocations = 0;

// The C library's own, in whose place those of the program come.
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t number, size_t bytes);
void* __libc_realloc(void* memory, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);

void* malloc(size_t bytes) {
  allocations += counting;
  return __libc_malloc(bytes);
}
void* calloc(size_t number, size_t bytes) {
  allocations += counting;
  return __libc_calloc(number, bytes);
}
void* realloc(void* memory, size_t bytes) {
  allocations += counting;
  return __libc_realloc(memory, bytes);
}
void* aligned_alloc(size_t alignment, size_t bytes) {
  allocations += counting;
  return __libc_memalign(alignment, bytes);
}
int posix_memalign(void** memory, size_t alignment, size_t bytes) {
  allocations += counting;
  *memory = __libc_memalign(alignment, bytes);
  return 0;
}

enum { kWarmUp = 100, kRounds = 300, kMany = 200 };
static int sent[kMany];
static int received[kMany];
static MPI_Request requests[2 * kMany];
static MPI_Status statuses[2 * kMany];
static int indices[kMany];
static int other;
static MPI_Comm world = MPI_COMM_WORLD;

static void exchange(void) {
  MPI_Irecv(received, 1, MPI_INT, other, 0, world, &requests[0]);
  MPI_Isend(sent, 1, MPI_INT, other, 0, world, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void send_and_receive(void) {
  if (rank == 0) MPI_Send(sent, 1, MPI_INT, other, 0, world);
  MPI_Recv(received, 1, MPI_INT, other, 0, world, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Send(sent, 1, MPI_INT, other, 0, world);
}

static void reduce(void) {
  MPI_Allreduce(sent, received, 1, MPI_INT, MPI_SUM, world);
}

static void reduce_with_request(void) {
  MPI_Iallreduce(sent, received, 1, MPI_INT, MPI_SUM, world, requests);
  MPI_Wait(requests, MPI_STATUS_IGNORE);
}

static void start(int number) {
  for (int i = 0; i < number; ++i) MPI_Irecv(&received[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
  for (int i = 0; i < number; ++i)
    MPI_Isend(&sent[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[number + i]);
}

static void wait_for_many(void) {
  start(kMany);
  MPI_Waitall(2 * kMany, requests, MPI_STATUSES_IGNORE);
}

static void wait_for_any(void) {
  int index;
  start(26);
  for (int i = 0; i < 52; ++i) MPI_Waitany(52, requests, &index, MPI_STATUS_IGNORE);
}

static void test_some(void) {
  int done;
  start(26);
  for (int left = 52; left > 0; left -= done) MPI_Testsome(52, requests, &done, indices, statuses);
}

static void test_in_vain(void) {
  int flag;
  for (int i = 0; i < 26; ++i) MPI_Irecv(&received[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
  for (int i = 0; i < 100; ++i) MPI_Testall(26, requests, &flag, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 26; ++i) MPI_Send(&sent[i], 1, MPI_INT, 0, i, MPI_COMM_SELF);
  MPI_Waitall(26, requests, MPI_STATUSES_IGNORE);
}

static void probe_in_vain(void) {
  int flag;
  for (int i = 0; i < 10; ++i) MPI_Iprobe(0, 7, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
}

static MPI_Request persistent[2];
static void start_persistent(void) {
  MPI_Startall(2, persistent);
  MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
}

static void ask(void) {
  int number;
  MPI_Comm_rank(world, &number);
  MPI_Comm_size(world, &number);
  MPI_Type_size(MPI_INT, &number);
}

static MPI_Win window;
static void access_window(void) {
  const double data = 1;
  MPI_Put(&data, 8, MPI_BYTE, other, 0, 8, MPI_BYTE, window);
  MPI_Win_fence(0, window);
}

// The recorder has memory of its own, and counts itself what it allocates.
static long (*by_recorder)(void);

static void count(const char* name, void (*round)(void)) {
  allocations = 0;
  long before = 0;
  volatile int warm_up = kWarmUp;  // no loop of its own, which would be another caller
  for (int i = 0; i < warm_up + kRounds; ++i) {
    if (i == warm_up && by_recorder != NULL) before = by_recorder();
    counting = i >= warm_up;
    round();
  }
  counting = 0;
  if (by_recorder != NULL) allocations += by_recorder() - before;
  if (rank == 0) printf("%s %ld\n", name, allocations);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  other = 1 - rank;
  *(void**)&by_recorder = dlsym(RTLD_DEFAULT, "latecomer_allocations");
  MPI_Recv_init(received, 1, MPI_INT, other, 1, world, &persistent[0]);
  MPI_Send_init(sent, 1, MPI_INT, other, 1, world, &persistent[1]);
  double* memory;
  MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, world, &memory, &window);
  MPI_Win_fence(0, window);
  count("Irecv+Isend+Waitall", exchange);
  count("Send+Recv", send_and_receive);
  count("Allreduce", reduce);
  count("Iallreduce+Wait", reduce_with_request);
  count("Waitall-400", wait_for_many);
  count("Waitany-52", wait_for_any);
  count("Testsome-52", test_some);
  count("Testall-in-vain", test_in_vain);
  count("Iprobe-in-vain", probe_in_vain);
  count("Startall+Waitall", start_persistent);
  count("Comm_rank", ask);
  count("Put+fence", access_window);
  MPI_Win_free(&window);
  MPI_Request_free(&persistent[0]);
  MPI_Request_free(&persistent[1]);
  MPI_Finalize();
  return 0;
}
