// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "../program.h"

// Transfers of a message in partitions from rank 0 to rank 1. Where the sender works decides how long the
// receiver waits: before the first partition is ready, before each of them, or while the receiver works, too.

#define SEND_PARTITIONS 4
#define RECEIVE_PARTITIONS 2
#define LENGTH 840 /* of the message; each side divides it evenly */
#define TRANSFERS 2

struct works {
  double before_all;  /* of the sender, in seconds */
  double before_each; /* partition */
  double of_receiver; /* and of the sender after its last partition */
};

typedef void (*make_ready)(MPI_Request request, double before_each);
typedef void (*complete)(MPI_Request* request);

static int message[LENGTH];

static void send(struct works works, make_ready make_ready, complete complete) {
  MPI_Request request;
  MPI_Psend_init(message, SEND_PARTITIONS, LENGTH / SEND_PARTITIONS, MPI_INT, 1, 0, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &request);
  for (int transfer = 0; transfer < TRANSFERS; ++transfer) {
    for (int i = 0; i < LENGTH; ++i) message[i] = transfer + i;
    MPI_Start(&request);
    work(works.before_all);
    make_ready(request, works.before_each);
    work(works.of_receiver);
    complete(&request);
  }
  MPI_Request_free(&request);
}

static void receive(struct works works, complete complete) {
  MPI_Request request;
  MPI_Precv_init(message, RECEIVE_PARTITIONS, LENGTH / RECEIVE_PARTITIONS, MPI_INT, 0, 0, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &request);
  for (int transfer = 0; transfer < TRANSFERS; ++transfer) {
    MPI_Startall(1, &request);
    work(works.of_receiver);
    complete(&request);
    for (int i = 0; i < LENGTH; ++i) expect(message[i] == transfer + i, "received message");
  }
  MPI_Request_free(&request);
}

static void transfer(struct works works, make_ready make_ready, complete complete) {
  if (rank == 0) send(works, make_ready, complete);
  if (rank == 1) receive(works, complete);
}

// Different functions, so that each kind of transfer has its own place in the report.
static inline void complete_by_wait(MPI_Request* request) {
  MPI_Wait(request, MPI_STATUS_IGNORE);
}
static inline void complete_by_waitall(MPI_Request* request) {
  MPI_Waitall(1, request, MPI_STATUSES_IGNORE);
}
static inline void complete_by_waitany(MPI_Request* request) {
  int index;
  MPI_Waitany(1, request, &index, MPI_STATUS_IGNORE);
}
