// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "base/result.h"

namespace latecomer {

/// Counts what one rank got from the others, and how often all of them had to meet for it.
struct CommStats {
  /// Counts collective operations, and ends of traversals (`collect`): is the same on every rank.
  int64_t rounds = 0;
  /// Counts pieces that arrived from other ranks and were not empty; a sum's result is one.
  int64_t messages = 0;
  int64_t bytes = 0;  ///< Counts the bytes in the pieces that arrived.
};

/// Stands for the ranks that analyze a trace together. Every rank calls the same collective operations in the
/// same order; what they carry is bulk data of any size, never one event. Only what follows a chain of causes
/// from rank to rank goes in small pieces (small_messages.h). Implementations are `serial_comm` (one rank),
/// threads as ranks in tests (tests/support/run_ranks.h), and mpi/mpi_comm.cc (MPI; `launch_comm` in
/// mpi_loader.h loads it where it is needed). A Comm is used by one thread at a time.
class Comm {
 public:
  virtual ~Comm() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// Holds, by rank, what goes there.
  using Outgoing = std::span<const std::span<const std::byte>>;
  /// Makes room for what a rank sent here, as soon as it is known how much that is, and says where.
  using BufferFor = std::function<std::byte*(size_t rank, size_t bytes)>;

  /// Sends outgoing[r] to rank r; what other ranks sent here arrives where `buffer_for` has room for it. What
  /// a rank has for itself stays where it is.
  void exchange(Outgoing outgoing, const BufferFor& buffer_for);
  /// Sends outgoing[r] to rank r and returns what arrived, [r] being what rank r sent here.
  std::vector<Bytes> exchange(std::vector<Bytes> outgoing);
  /// Returns every rank's bytes, in rank order, on every rank.
  std::vector<Bytes> all_gather(Bytes mine);
  /// Returns root's bytes on every rank.
  Bytes broadcast(Bytes bytes, int root);
  /// These functions send bytes between two ranks, for trees; pairs of ranks use them in matching order.
  /// `receive` blocks until the bytes are there; `send` may block until they are received.
  void send(int to, Bytes bytes);
  Bytes receive(int from);
  /// These functions are for traversals that go to and fro between ranks: `send_async` sends to another rank
  /// without waiting for it, `collect` waits for what was sent so to this one. It returns a message or more;
  /// those of one rank are in its order, those of different ranks in any; or nothing, when no such message is
  /// on its way and every rank waits in `collect`. Until then the ranks use no other operation.
  void send_async(int to, Bytes bytes);
  std::vector<Bytes> collect();
  /// These functions add up, or take the largest, element by element over all ranks, for every rank.
  void sum(std::span<int64_t> values);
  void max(std::span<int64_t> values);
  void barrier();

  /// Counts all operations so far.
  const CommStats& stats() const { return stats_; }

 private:
  // These functions are the operations as an implementation has them, without counting.
  virtual void do_exchange(Outgoing outgoing, const BufferFor& buffer_for) = 0;
  virtual std::vector<Bytes> do_all_gather(Bytes mine) = 0;
  virtual Bytes do_broadcast(Bytes bytes, int root) = 0;
  virtual void do_send(int to, Bytes bytes) = 0;
  virtual Bytes do_receive(int from) = 0;
  virtual void do_send_async(int to, Bytes bytes) = 0;
  virtual std::vector<Bytes> do_collect() = 0;
  virtual void do_sum(std::span<int64_t> values) = 0;
  virtual void do_max(std::span<int64_t> values) = 0;
  virtual void do_barrier() = 0;

  void count(size_t bytes);

  CommStats stats_;
};

std::unique_ptr<Comm> serial_comm();

/// Agrees on whether all ranks may go on: returns the error of the lowest rank that has one, on every rank.
/// Ends a phase in which ranks could fail independently; a rank that returned early alone would leave the
/// others waiting.
Status checkpoint(Comm& comm, Status mine);

/// Merges every rank's value over a binary tree; the result is on every rank. `merge(a, b)` gets a from lower
/// ranks than b and has to be associative, so that the result does not depend on the number of ranks.
Bytes reduce_tree(Comm& comm, Bytes mine, const std::function<Bytes(Bytes, Bytes)>& merge);

/// Returns where a rank's share begins of so many things that the ranks divide among themselves in order,
/// each about as many; for rank = ranks, where the last one's ends.
inline uint64_t begin_of_share(uint64_t things, int rank, int ranks) {
  return things * static_cast<uint64_t>(rank) / static_cast<uint64_t>(ranks);
}

template <class T>
Bytes to_bytes(std::span<const T> values) {
  static_assert(std::is_trivially_copyable_v<T>);
  Bytes bytes(values.size_bytes());
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), values.size_bytes());
  return bytes;
}

template <class T>
std::vector<T> from_bytes(std::span<const std::byte> bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  CHECK(bytes.size() % sizeof(T) == 0);
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// Calls `Comm::exchange` for vectors of a plain type, which are not copied. (They go by value, so that a
/// call without `std::` is not taken for std::exchange.)
template <class T>
std::vector<std::vector<T>> exchange(Comm& comm, std::vector<std::vector<T>> outgoing) {
  static_assert(std::is_trivially_copyable_v<T>);
  const size_t self = static_cast<size_t>(comm.rank());
  std::vector<std::vector<T>> arrived(outgoing.size());
  arrived[self] = std::move(outgoing[self]);
  outgoing[self].clear();
  std::vector<std::span<const std::byte>> bytes;
  for (const std::vector<T>& list : outgoing) bytes.push_back(std::as_bytes(std::span(list)));
  comm.exchange(bytes, [&](size_t rank, size_t size) {
    CHECK(size % sizeof(T) == 0);
    arrived[rank].resize(size / sizeof(T));
    return reinterpret_cast<std::byte*>(arrived[rank].data());
  });
  return arrived;
}

}  // namespace latecomer
