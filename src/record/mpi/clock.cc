// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Processes of one node share its clock, so one process per node measures. The measuring processes form a
// binomial tree with rank 0 at its root: each asks its parent for the time a few times, takes the exchange
// with the shortest round trip (the parent's answer is then closest to its middle), and adds the parent's own
// offset:
//
//   child    ask t0 ------\              /----> t1       offset = parent's time − (t0 + t1) / 2
//   parent                 \--> time --/
//
// The number of rounds is the logarithm of the number of nodes. Nodes are known by their clocks, which all
// processes exchange: a communicator for each node would leave the processes with different numbers of
// communicators, and there are MPI libraries that hang when the program makes one of its own then.

#include "record/mpi/clock.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_set>

#include "record/core/node_clock.h"
#include "record/core/recorder.h"
#include "record/mpi/complete.h"

namespace latecomer::record::mpi {

namespace {

constexpr int kExchanges = 10;
constexpr int kTag = 2;

using Question = std::array<int64_t, 1>;
using Answer = std::array<int64_t, 2>;  // the parent's time, and its offset
using Share = std::array<int64_t, 3>;   // an Offset

struct Offset {
  int64_t time = 0;  // of the measurement, by the own clock
  int64_t offset = 0;
  int64_t round_trip = 0;
};

template <size_t N>
void send(const std::array<int64_t, N>& message, int to, MPI_Comm comm) {
  MPI_Request request;
  PMPI_Isend(message.data(), static_cast<int>(N), MPI_INT64_T, to, kTag, comm, &request);
  complete(request);
}

template <size_t N>
std::array<int64_t, N> receive(int from, MPI_Comm comm) {
  std::array<int64_t, N> message{};
  MPI_Request request;
  PMPI_Irecv(message.data(), static_cast<int>(N), MPI_INT64_T, from, kTag, comm, &request);
  complete(request);
  return message;
}

void answer(int child, const Offset& own, MPI_Comm comm) {
  for (int exchange = 0; exchange < kExchanges; ++exchange) {
    receive<std::tuple_size_v<Question>>(child, comm);
    send(Answer{now().count, own.offset}, child, comm);
  }
}

Offset ask(int parent, MPI_Comm comm) {
  Offset best;
  best.round_trip = INT64_MAX;
  for (int exchange = 0; exchange < kExchanges; ++exchange) {
    const int64_t asked = now().count;
    send(Question{}, parent, comm);
    const Answer answered = receive<std::tuple_size_v<Answer>>(parent, comm);
    const int64_t got = now().count;
    if (got - asked >= best.round_trip) continue;
    const int64_t middle = asked + (got - asked) / 2;
    best = {middle, answered[0] - middle + answered[1], got - asked};
  }
  return best;
}

Offset measure_over_tree(const std::vector<int>& leaders, int self, MPI_Comm comm) {
  const size_t size = leaders.size();
  const size_t place = static_cast<size_t>(std::ranges::find(leaders, self) - leaders.begin());
  Offset own{now().count, 0, 0};
  size_t distance = 1;
  while (distance < size) distance *= 2;
  for (distance /= 2; distance > 0; distance /= 2) {
    if (place % (2 * distance) == 0 && place + distance < size) answer(leaders[place + distance], own, comm);
    if (place % (2 * distance) == distance) own = ask(leaders[place - distance], comm);
  }
  return own;
}

/// Returns the clock of each rank's node.
std::vector<uint64_t> node_clocks(MPI_Comm comm) {
  int size = 1;
  PMPI_Comm_size(comm, &size);
  const uint64_t own = clock_of_this_node();  // also where nothing is recorded of the process
  std::vector<uint64_t> keys(static_cast<size_t>(size), own);
  if (size == 1) return keys;
  MPI_Request request;
  PMPI_Iallgather(&own, 1, MPI_UINT64_T, keys.data(), 1, MPI_UINT64_T, comm, &request);
  complete(request);
  return keys;
}

}  // namespace

ClockMeter::ClockMeter(MPI_Comm comm) : comm_(comm) {
  PMPI_Comm_rank(comm, &rank_);
  const std::vector<uint64_t> keys = node_clocks(comm);
  const uint64_t own = keys[static_cast<size_t>(rank_)];
  leader_ = static_cast<int>(std::ranges::find(keys, own) - keys.begin());
  if (!is_leader()) return;
  std::unordered_set<uint64_t> nodes;
  for (size_t rank = 0; rank < keys.size(); ++rank) {
    if (nodes.insert(keys[rank]).second) leaders_.push_back(static_cast<int>(rank));
    if (keys[rank] == own && static_cast<int>(rank) != rank_) others_.push_back(static_cast<int>(rank));
  }
}

void ClockMeter::measure() const {
  Share shared{};
  if (is_leader()) {
    const Offset offset = measure_over_tree(leaders_, rank_, comm_);
    shared = {offset.time, offset.offset, offset.round_trip};
    for (const int other : others_) send(shared, other, comm_);
  } else {
    shared = receive<std::tuple_size_v<Share>>(leader_, comm_);
  }
  trace::ClockOffset measured;
  measured.time = Ticks(shared[0]);
  measured.offset = shared[1];
  measured.deviation = static_cast<double>(shared[2]) / 2;
  clock_offset(measured);
}

}  // namespace latecomer::record::mpi
