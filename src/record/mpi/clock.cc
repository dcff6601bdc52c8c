// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Processes of one node share its clock, so one process per node measures. The measuring processes form a binomial tree
// with rank 0 at its root: each asks its parent for the time a few times, takes the exchange with the shortest round trip
// (the parent's answer is then closest to its middle), and adds the parent's own offset:
//
//   child    ask t0 ------\              /----> t1       offset = parent's time − (t0 + t1) / 2
//   parent                 \--> time --/
//
// The number of rounds is the logarithm of the number of nodes.

#include "record/mpi/clock.h"

#include <array>

#include "record/mpi/polite_wait.h"
#include "record/recorder.h"

namespace latecomer::record::mpi {

namespace {

constexpr int kExchanges = 10;
constexpr int kTag = 2;

using Message = std::array<int64_t, 2>;

struct Offset {
  int64_t time = 0;  // of the measurement, by the own clock
  int64_t offset = 0;
  int64_t round_trip = 0;
};

void send(Message message, int to, MPI_Comm comm) {
  MPI_Request request;
  PMPI_Isend(message.data(), 2, MPI_INT64_T, to, kTag, comm, &request);
  wait_politely(request);
}

Message receive(int from, MPI_Comm comm) {
  Message message{};
  MPI_Request request;
  PMPI_Irecv(message.data(), 2, MPI_INT64_T, from, kTag, comm, &request);
  wait_politely(request);
  return message;
}

void answer(int child, const Offset& own, MPI_Comm comm) {
  for (int exchange = 0; exchange < kExchanges; ++exchange) {
    receive(child, comm);
    send({now().count, own.offset}, child, comm);
  }
}

Offset ask(int parent, MPI_Comm comm) {
  Offset best;
  best.round_trip = INT64_MAX;
  for (int exchange = 0; exchange < kExchanges; ++exchange) {
    const int64_t asked = now().count;
    send({}, parent, comm);
    const Message answered = receive(parent, comm);
    const int64_t got = now().count;
    if (got - asked >= best.round_trip) continue;
    const int64_t middle = asked + (got - asked) / 2;
    best = {middle, answered[0] - middle + answered[1], got - asked};
  }
  return best;
}

Offset measure_over_tree(MPI_Comm leaders) {
  int rank = 0;
  int size = 1;
  PMPI_Comm_rank(leaders, &rank);
  PMPI_Comm_size(leaders, &size);
  Offset own{now().count, 0, 0};
  int distance = 1;
  while (distance < size) distance *= 2;
  for (distance /= 2; distance > 0; distance /= 2) {
    if (rank % (2 * distance) == 0 && rank + distance < size) answer(rank + distance, own, leaders);
    if (rank % (2 * distance) == distance) own = ask(rank - distance, leaders);
  }
  return own;
}

}  // namespace

void measure_clock_offset(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  MPI_Comm node;
  PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  int rank_in_node = 0;
  PMPI_Comm_rank(node, &rank_in_node);
  MPI_Comm leaders;
  PMPI_Comm_split(comm, rank_in_node == 0 ? 0 : MPI_UNDEFINED, rank, &leaders);

  Offset offset;
  if (leaders != MPI_COMM_NULL) {
    offset = measure_over_tree(leaders);
    PMPI_Comm_free(&leaders);
  }
  std::array<int64_t, 3> shared{offset.time, offset.offset, offset.round_trip};
  MPI_Request request;
  PMPI_Ibcast(shared.data(), 3, MPI_INT64_T, 0, node, &request);
  wait_politely(request);
  PMPI_Comm_free(&node);

  trace::ClockOffset measured;
  measured.time = Ticks(shared[0]);
  measured.offset = shared[1];
  measured.deviation = static_cast<double>(shared[2]) / 2;
  clock_offset(measured);
}

}  // namespace latecomer::record::mpi
