// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Switches recording off and on: before MPI_Init, in regions, between the start and the end of messages, and
// at the end. tests/recording_off_test.py knows what is left.
#include <latecomer.h>
#include <mpi.h>

static int other;

static void exchange(int bytes) {
  char sent[8] = {0}, received[8];
  MPI_Sendrecv(sent, bytes, MPI_CHAR, other, 0, received, bytes, MPI_CHAR, other, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

static void start(MPI_Request requests[2], char buffers[2][8], int bytes) {
  MPI_Irecv(buffers[0], bytes, MPI_CHAR, other, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(buffers[1], bytes, MPI_CHAR, other, 0, MPI_COMM_WORLD, &requests[1]);
}

static void regions(void) {
  latecomer_begin_region("ends while off");
  latecomer_recording_off();
  latecomer_begin_region("begins while off");
  MPI_Barrier(MPI_COMM_WORLD);
  latecomer_end_region("ends while off");
  MPI_Pcontrol(1);
  MPI_Pcontrol(1);
  latecomer_end_region("begins while off");
}

static void requests(void) {
  MPI_Request request[2];
  char buffers[2][8];
  start(request, buffers, 1);
  MPI_Pcontrol(0);
  MPI_Pcontrol(0, "and more");
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  exchange(2);
  start(request, buffers, 3);
  latecomer_recording_on();
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  exchange(4);
}

static void persistent(void) {
  MPI_Request request[2];
  char buffers[2][8];
  MPI_Pcontrol(0);
  MPI_Recv_init(buffers[0], 5, MPI_CHAR, other, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Send_init(buffers[1], 5, MPI_CHAR, other, 0, MPI_COMM_WORLD, &request[1]);
  for (int i = 0; i < 3; ++i) {
    if (i == 1) MPI_Pcontrol(2);
    MPI_Startall(2, request);
    if (i == 2) MPI_Pcontrol(0);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 2; ++i) MPI_Request_free(&request[i]);
  MPI_Pcontrol(1);
}

static void communicators(void) {
  MPI_Comm made, made_later;
  MPI_Request request;
  MPI_Pcontrol(0);
  MPI_Comm_dup(MPI_COMM_WORLD, &made);
  MPI_Comm_idup(MPI_COMM_WORLD, &made_later, &request);
  MPI_Pcontrol(1);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(made);
  MPI_Barrier(made_later);
}

int main(int argc, char** argv) {
  latecomer_recording_off();
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  MPI_Barrier(MPI_COMM_WORLD);
  latecomer_recording_on();
  regions();
  requests();
  persistent();
  communicators();
  latecomer_begin_region("open at the end");
  latecomer_recording_off();
  MPI_Finalize();
  return 0;
}
