// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The Comm over MPI, compiled once per MPI library. Two rules shape it:
// - It waits for nonblocking operations only, testing them and leaving the core to others in between.
//   Blocking calls of MPICH poll without yielding, which makes more ranks than cores slower by orders of
//   magnitude.
// - MPI's counts are ints, so whatever can be longer goes in pieces of at most `largest_message` bytes. The
//   length travels ahead, hence both sides cut alike.
// MPI's default error handler ends the program with a message of its own; return codes need no look.

#include <mpi.h>
#include <sys/prctl.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "comm/comm.h"
#include "comm/mpi/complete.h"
#include "comm/mpi/mailbox.h"
#include "comm/mpi_loader.h"

namespace latecomer {

namespace {

constexpr int kTag = 1;

/// Holds operations that are under way together; their buffers stay untouched until `wait` returns.
class Requests {
 public:
  MPI_Request* add() { return &requests_.emplace_back(MPI_REQUEST_NULL); }

  void wait() {
    complete(requests_);
    requests_.clear();
  }

 private:
  std::vector<MPI_Request> requests_;
};

class MpiComm final : public Comm {
 public:
  explicit MpiComm(size_t largest_message) : largest_message_(largest_message) {
    CHECK(largest_message_ > 0 && largest_message_ <= kLargestMpiMessage);
    int initialized = 0;
    MPI_Initialized(&initialized);
    if (initialized == 0) {
      int provided = MPI_THREAD_SINGLE;
      MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    }
    finalizes_ = initialized == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    mailbox_.emplace(largest_message_);
    // Sleeps are as short as asked for, instead of 50 us longer.
    constexpr unsigned long kPreciseNanoseconds = 1000;
    prctl(PR_SET_TIMERSLACK, kPreciseNanoseconds);
  }
  MpiComm(const MpiComm&) = delete;
  MpiComm& operator=(const MpiComm&) = delete;
  ~MpiComm() override {
    do_barrier();  // late ranks are waited for here, patiently, and not by MPI itself, polling
    mailbox_->free();
    if (!finalizes_) return;
    MPI_Finalize();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void do_exchange(Outgoing outgoing, const BufferFor& buffer_for) override {
    std::vector<uint64_t> lengths;
    for (const std::span<const std::byte> bytes : outgoing) lengths.push_back(bytes.size());
    lengths[rank_] = 0;
    const std::vector<uint64_t> lengths_in = exchange_lengths(lengths);
    Requests requests;
    for (int distance = 1; distance < size_; ++distance) {
      // Every rank starts with its neighbour, so that not all of them send to rank 0 first.
      const int to = (rank_ + distance) % size_;
      const int from = (rank_ + size_ - distance) % size_;
      start_receive(from, {buffer_for(from, lengths_in[from]), lengths_in[from]}, requests);
      start_send(to, outgoing[to], requests);
    }
    requests.wait();
  }

  std::vector<Bytes> do_all_gather(Bytes mine) override {
    return gather_in_pieces(mine, gather_lengths(mine.size()));
  }

  Bytes do_broadcast(Bytes bytes, int root) override {
    uint64_t length = bytes.size();
    Requests requests;
    MPI_Ibcast(&length, 1, MPI_UINT64_T, root, MPI_COMM_WORLD, requests.add());
    requests.wait();
    bytes.resize(length);
    for_each_piece<std::byte>(bytes, [&](std::span<std::byte> piece) {
      MPI_Ibcast(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, root, MPI_COMM_WORLD,
                 requests.add());
      requests.wait();
    });
    return bytes;
  }

  void do_send(int to, Bytes bytes) override {
    CHECK(to != rank_);
    const uint64_t length = bytes.size();
    Requests requests;
    MPI_Isend(&length, 1, MPI_UINT64_T, to, kTag, MPI_COMM_WORLD, requests.add());
    start_send(to, bytes, requests);
    requests.wait();
  }

  Bytes do_receive(int from) override {
    CHECK(from != rank_);
    uint64_t length = 0;
    Requests requests;
    MPI_Irecv(&length, 1, MPI_UINT64_T, from, kTag, MPI_COMM_WORLD, requests.add());
    requests.wait();
    Bytes bytes(length);
    start_receive(from, bytes, requests);
    requests.wait();
    return bytes;
  }

  void do_send_async(int to, Bytes bytes) override { mailbox_->send(to, std::move(bytes)); }
  std::vector<Bytes> do_collect() override { return mailbox_->collect(); }

  void do_sum(std::span<int64_t> values) override { combine(values, MPI_SUM); }
  void do_max(std::span<int64_t> values) override { combine(values, MPI_MAX); }

  void do_barrier() override {
    Requests requests;
    MPI_Ibarrier(MPI_COMM_WORLD, requests.add());
    requests.wait();
  }

 private:
  template <class T, class Action>
  void for_each_piece(std::span<T> values, const Action& action) const {
    const size_t piece = std::max<size_t>(1, largest_message_ / sizeof(T));
    for (size_t begin = 0; begin < values.size(); begin += piece) {
      action(values.subspan(begin, std::min(piece, values.size() - begin)));
    }
  }

  void start_send(int to, std::span<const std::byte> bytes, Requests& requests) const {
    for_each_piece(bytes, [&](std::span<const std::byte> piece) {
      MPI_Isend(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, to, kTag, MPI_COMM_WORLD,
                requests.add());
    });
  }

  void start_receive(int from, std::span<std::byte> bytes, Requests& requests) const {
    for_each_piece(bytes, [&](std::span<std::byte> piece) {
      MPI_Irecv(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, from, kTag, MPI_COMM_WORLD,
                requests.add());
    });
  }

  /// Sends every rank how much it is going to get; returns how much this one is going to get from each.
  std::vector<uint64_t> exchange_lengths(const std::vector<uint64_t>& out) const {
    std::vector<uint64_t> in(size_);
    Requests requests;
    MPI_Ialltoall(out.data(), 1, MPI_UINT64_T, in.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD, requests.add());
    requests.wait();
    return in;
  }

  std::vector<uint64_t> gather_lengths(uint64_t mine) const {
    std::vector<uint64_t> lengths(size_);
    Requests requests;
    MPI_Iallgather(&mine, 1, MPI_UINT64_T, lengths.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD, requests.add());
    requests.wait();
    return lengths;
  }

  /// Gathers a piece of everybody per round, all pieces of a round together being one message.
  std::vector<Bytes> gather_in_pieces(const Bytes& mine, const std::vector<uint64_t>& lengths) const {
    const uint64_t piece = std::max<uint64_t>(1, largest_message_ / size_);
    const uint64_t longest = *std::ranges::max_element(lengths);
    std::vector<Bytes> all(size_);
    for (int r = 0; r < size_; ++r) all[r].reserve(lengths[r]);
    for (uint64_t begin = 0; begin < longest; begin += piece) gather_pieces(mine, lengths, begin, piece, all);
    return all;
  }

  /// Appends bytes [begin, begin + piece) of every rank's contribution, as far as it has them, to `all`.
  void gather_pieces(const Bytes& mine, const std::vector<uint64_t>& lengths, uint64_t begin, uint64_t piece,
                     std::vector<Bytes>& all) const {
    std::vector<int> counts(size_);
    std::vector<int> offsets(size_);
    for (int r = 0; r < size_; ++r) {
      counts[r] = static_cast<int>(std::min(piece, lengths[r] - std::min(begin, lengths[r])));
    }
    std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0);
    Bytes pieces(static_cast<size_t>(offsets.back()) + counts.back());
    Requests requests;
    MPI_Iallgatherv(mine.data() + std::min<uint64_t>(begin, mine.size()), counts[rank_], MPI_BYTE,
                    pieces.data(), counts.data(), offsets.data(), MPI_BYTE, MPI_COMM_WORLD, requests.add());
    requests.wait();
    for (int r = 0; r < size_; ++r) {
      all[r].insert(all[r].end(), pieces.begin() + offsets[r], pieces.begin() + offsets[r] + counts[r]);
    }
  }

  void combine(std::span<int64_t> values, MPI_Op operation) {
    Requests requests;
    for_each_piece(values, [&](std::span<int64_t> piece) {
      MPI_Iallreduce(MPI_IN_PLACE, piece.data(), static_cast<int>(piece.size()), MPI_INT64_T, operation,
                     MPI_COMM_WORLD, requests.add());
      requests.wait();
    });
  }

  const size_t largest_message_;
  bool finalizes_ = false;
  int rank_ = 0;
  int size_ = 1;
  std::optional<Mailbox> mailbox_;  ///< Exists as long as MPI runs.
};

}  // namespace

extern "C" Comm* latecomer_make_mpi_comm(size_t largest_message) {
  return new MpiComm(largest_message);
}

}  // namespace latecomer
