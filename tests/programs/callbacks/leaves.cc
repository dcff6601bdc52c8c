// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What MPI calls back leaves the call by an exception or longjmp, or calls MPI itself. In each of 30 rounds:
// five calls are left, with a call of MPI_Sendrecv in what one of them calls back; one calls back and
// returns; and MPI_Barrier is called after each of the six, from a function or from main. After two of those
// that are left, a region comes first that the program marks, from a function and from main.
#include <latecomer.h>
#include <mpi.h>
#include <setjmp.h>

#include <cstdio>
#include <stdexcept>

static constexpr int kRounds = 30;
static jmp_buf place;
static bool leave_by_jump = false;
static bool leaves = true;
static int caught = 0;
static int called_back = 0;

static void leave() {
  ++called_back;
  if (!leaves) return;
  if (leave_by_jump) longjmp(place, 1);
  throw std::runtime_error("left");
}

static void exchange_with_oneself() {
  int sent = 1;
  int received = 0;
  MPI_Sendrecv(&sent, 1, MPI_INT, 0, 1, &received, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static void handle_error(MPI_Comm*, int*, ...) {
  exchange_with_oneself();
  leave();
}

static void add(void*, void*, int*, MPI_Datatype*) {
  leave();
}

static int delete_value(MPI_Comm, int, void*, void*) {
  leave();
  return MPI_SUCCESS;
}

template <class Call>
[[gnu::noinline]] static void try_it(Call call) {
  try {
    call();
  } catch (const std::exception&) {
    ++caught;
  }
}

[[gnu::noinline]] static void meet_from_deeper() {
  volatile char room[2000];
  room[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
}

[[gnu::noinline]] static void mark_from_deeper() {
  volatile char room[2000];
  room[0] = 0;
  latecomer_begin_region("marked");
  latecomer_end_region("marked");
}

static void set_attribute(int key) {
  static int value = 0;
  MPI_Comm_set_attr(MPI_COMM_SELF, key, &value);
}

int main(int count, char** words) {
  MPI_Init(&count, &words);
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(handle_error, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Op op;
  MPI_Op_create(add, 1, &op);
  int key = 0;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_value, &key, nullptr);
  int number = 0;
  int other = 0;
  for (int round = 0; round < kRounds; ++round) {
    try_it([&] { MPI_Send(&number, 1, MPI_INT, size + 1, 0, MPI_COMM_WORLD); });
    meet_from_deeper();
    try_it([&] { MPI_Reduce_local(&number, &other, 1, MPI_INT, op); });
    MPI_Barrier(MPI_COMM_WORLD);
    set_attribute(key);
    try_it([&] { MPI_Comm_delete_attr(MPI_COMM_SELF, key); });
    meet_from_deeper();
    leaves = false;
    MPI_Reduce_local(&number, &other, 1, MPI_INT, op);
    MPI_Comm_delete_attr(MPI_COMM_SELF, key);
    leaves = true;
    leave_by_jump = true;
    MPI_Barrier(MPI_COMM_WORLD);
    if (setjmp(place) == 0) MPI_Send(&number, 1, MPI_INT, size + 1, 0, MPI_COMM_WORLD);
    mark_from_deeper();
    MPI_Barrier(MPI_COMM_WORLD);
    if (setjmp(place) == 0) MPI_Reduce_local(&number, &other, 1, MPI_INT, op);
    leave_by_jump = false;
    latecomer_begin_region("marked");
    latecomer_end_region("marked");
    meet_from_deeper();
  }
  std::printf("%d caught, %d called back\n", caught, called_back);
  MPI_Finalize();
  return 0;
}
