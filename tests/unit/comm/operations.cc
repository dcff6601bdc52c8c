// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "operations.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

namespace latecomer {

namespace {

Bytes from_text(const std::string& text) {
  return to_bytes<char>(std::span(text));
}

std::string to_text(const Bytes& bytes) {
  const std::vector<char> chars = from_bytes<char>(bytes);
  return {chars.begin(), chars.end()};
}

/// What rank `from` sends to rank `to`: its length grows with both, and nothing at all from rank 0 to rank 0.
std::string message(int from, int to) {
  return std::string(static_cast<size_t>(from + 3 * to), static_cast<char>('a' + from));
}

void expect_exchange(Comm& comm) {
  std::vector<Bytes> outgoing(comm.size());
  for (int to = 0; to < comm.size(); ++to) outgoing[to] = from_text(message(comm.rank(), to));
  const std::vector<Bytes> arrived = comm.exchange(std::move(outgoing));
  ASSERT_EQ(arrived.size(), static_cast<size_t>(comm.size()));
  for (int from = 0; from < comm.size(); ++from)
    EXPECT_EQ(to_text(arrived[from]), message(from, comm.rank()));
}

void expect_typed_exchange(Comm& comm) {
  std::vector<std::vector<int64_t>> outgoing(comm.size());
  for (int to = 0; to < comm.size(); ++to) outgoing[to].assign(to, 100 * comm.rank() + to);
  const std::vector<std::vector<int64_t>> arrived = exchange(comm, outgoing);
  for (int from = 0; from < comm.size(); ++from) {
    EXPECT_EQ(arrived[from], std::vector<int64_t>(comm.rank(), 100 * from + comm.rank()));
  }
}

void expect_all_gather(Comm& comm) {
  const std::vector<Bytes> all = comm.all_gather(from_text(message(comm.rank(), comm.rank())));
  ASSERT_EQ(all.size(), static_cast<size_t>(comm.size()));
  for (int from = 0; from < comm.size(); ++from) EXPECT_EQ(to_text(all[from]), message(from, from));
}

void expect_broadcast_from_each(Comm& comm) {
  for (int root = 0; root < comm.size(); ++root) {
    const std::string mine = comm.rank() == root ? message(root, 7) : "to be overwritten";
    EXPECT_EQ(to_text(comm.broadcast(from_text(mine), root)), message(root, 7));
  }
}

void expect_ring(Comm& comm) {
  if (comm.size() == 1) return;
  const int next = (comm.rank() + 1) % comm.size();
  const int previous = (comm.rank() + comm.size() - 1) % comm.size();
  for (const size_t length : {0, 1, 1000}) {
    const auto send = [&] {
      comm.send(next, from_text(std::string(length, static_cast<char>('a' + comm.rank()))));
    };
    if (comm.rank() == 0) send();
    EXPECT_EQ(to_text(comm.receive(previous)), std::string(length, static_cast<char>('a' + previous)));
    if (comm.rank() != 0) send();
  }
}

void expect_sum_and_max(Comm& comm) {
  const int64_t ranks = comm.size();
  std::vector<int64_t> values = {1, comm.rank(), -comm.rank(), int64_t{1} << 40};
  comm.sum(values);
  EXPECT_EQ(values,
            (std::vector<int64_t>{ranks, ranks * (ranks - 1) / 2, -ranks * (ranks - 1) / 2, ranks << 40}));
  values = {comm.rank(), -comm.rank(), INT64_MIN, 5};
  comm.max(values);
  EXPECT_EQ(values, (std::vector<int64_t>{ranks - 1, 0, INT64_MIN, 5}));
  comm.sum({});
}

void expect_checkpoint(Comm& comm) {
  EXPECT_TRUE(checkpoint(comm, Status()));
  const Status one_failed =
      checkpoint(comm, comm.rank() == comm.size() - 1 ? Status(Error{"the last rank failed"}) : Status());
  ASSERT_FALSE(one_failed);
  EXPECT_EQ(one_failed.error().message, "the last rank failed");
  const Status all_failed = checkpoint(comm, Error{"rank " + std::to_string(comm.rank())});
  ASSERT_FALSE(all_failed);
  EXPECT_EQ(all_failed.error().message, "rank 0");
  const Status without_text = checkpoint(comm, Error{});
  ASSERT_FALSE(without_text);
  EXPECT_EQ(without_text.error().message, "");
}

void expect_reduce_tree(Comm& comm) {
  const Bytes merged = reduce_tree(comm, from_text(message(comm.rank(), 1)),
                                   [](Bytes a, Bytes b) { return from_text(to_text(a) + to_text(b)); });
  std::string in_rank_order;
  for (int rank = 0; rank < comm.size(); ++rank) in_rank_order += message(rank, 1);
  EXPECT_EQ(to_text(merged), in_rank_order);
}

/// Long enough for MPI libraries to switch to their protocol for large messages.
void expect_bulk(Comm& comm) {
  std::vector<int64_t> numbers(100'000);
  std::iota(numbers.begin(), numbers.end(), comm.rank());
  const std::vector<std::vector<int64_t>> arrived =
      exchange(comm, std::vector<std::vector<int64_t>>(comm.size(), numbers));
  for (int from = 0; from < comm.size(); ++from) {
    ASSERT_EQ(arrived[from].size(), numbers.size());
    EXPECT_EQ(arrived[from].front(), from);
    EXPECT_EQ(arrived[from].back(), from + 99'999);
  }
}

/// Each rank starts a chain of messages that goes on to the next rank, one byte shorter each time; the length
/// is the rank's own, so that ranks are idle while others go on.
void expect_async_messages(Comm& comm) {
  EXPECT_TRUE(comm.collect().empty());
  if (comm.size() == 1) return;
  const int next = (comm.rank() + 1) % comm.size();
  for (int round = 0; round < 3; ++round) {
    const int64_t length = int64_t{20} * comm.rank();
    comm.send_async(next, from_text(std::string(static_cast<size_t>(length), 'p')));
    int64_t counts[] = {1 + length, 0};  // of messages that there are to be, and that there were
    for (std::vector<Bytes> arrived = comm.collect(); !arrived.empty(); arrived = comm.collect()) {
      for (Bytes& message : arrived) {
        ++counts[1];
        EXPECT_EQ(to_text(message), std::string(message.size(), 'p'));
        if (message.empty()) continue;
        message.pop_back();
        comm.send_async(next, std::move(message));
      }
    }
    comm.sum(counts);
    EXPECT_EQ(counts[0], counts[1]);
  }
  EXPECT_TRUE(comm.collect().empty());
}

/// All from one rank to one: they arrive in their order.
void expect_async_messages_in_order(Comm& comm) {
  if (comm.size() == 1) return;
  constexpr int kMessages = 100;
  for (int i = 0; comm.rank() == 1 && i < kMessages; ++i)
    comm.send_async(0, from_text(std::string(size_t{10} * i, 'o')));
  size_t expected = 0;
  for (std::vector<Bytes> arrived = comm.collect(); !arrived.empty(); arrived = comm.collect()) {
    for (const Bytes& message : arrived) EXPECT_EQ(message.size(), 10 * expected++);
  }
  EXPECT_EQ(expected, comm.rank() == 0 ? kMessages : 0u);
}

}  // namespace

void expect_every_operation_works(Comm& comm) {
  expect_exchange(comm);
  expect_typed_exchange(comm);
  expect_all_gather(comm);
  comm.barrier();
  expect_broadcast_from_each(comm);
  expect_ring(comm);
  expect_sum_and_max(comm);
  expect_checkpoint(comm);
  expect_reduce_tree(comm);
  expect_bulk(comm);
  expect_async_messages(comm);
  expect_async_messages_in_order(comm);
}

}  // namespace latecomer
