// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Threads as ranks. Every operation is made of one primitive: a queue of messages for each ordered pair of
// ranks. That collectives and `send`/`receive` share the queues is safe because all ranks call collectives in
// the same order and pairs of ranks send and receive in matching order, so each queue is emptied in the order
// in which it was filled.
//
// A mistake in the program under test must not hang the test. The group knows which ranks run, wait or have
// ended; as soon as none runs and one waits, nobody can ever wake it, and the whole group fails with a list
// of who waits for whom.

#include "support/run_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

namespace latecomer {

namespace {

/// Is thrown in the ranks of a group in which another one failed; it ends their bodies and goes no further.
struct GroupFailed {};

class ThreadGroup {
 public:
  explicit ThreadGroup(int size)
      : size_(size),
        queues_(size_t(size) * size),
        async_messages_(size),
        states_(size, kRunning),
        wake_ups_(size) {}

  int size() const { return size_; }

  void put(int from, int to, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    queue(from, to).push_back(std::move(bytes));
    if (states_[to] != from) return;
    states_[to] = kRunning;
    wake_ups_[to].notify_one();
  }

  Bytes take(int from, int to) {
    std::unique_lock lock(mutex_);
    std::deque<Bytes>& messages = queue(from, to);
    if (messages.empty()) {
      states_[to] = from;
      fail_if_stuck();
      wake_ups_[to].wait(lock, [&] { return !messages.empty() || error_; });
    }
    if (error_) throw GroupFailed();
    Bytes bytes = std::move(messages.front());
    messages.pop_front();
    return bytes;
  }

  void send_async(int to, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    async_messages_[to].push_back(std::move(bytes));
    if (states_[to] != kCollecting) return;
    states_[to] = kRunning;
    wake_ups_[to].notify_one();
  }

  /// Returns the messages for the rank; none when all ranks wait in here and there are none.
  std::vector<Bytes> collect(int rank) {
    std::unique_lock lock(mutex_);
    if (async_messages_[rank].empty()) {
      states_[rank] = kCollecting;
      if (std::ranges::count(states_, kCollecting) == size_) end_collecting();
      fail_if_stuck();
      wake_ups_[rank].wait(lock, [&] { return states_[rank] != kCollecting || error_; });
    }
    if (error_) throw GroupFailed();
    if (states_[rank] == kCollectingEnded) {  // what is here by now was sent after that
      states_[rank] = kRunning;
      return {};
    }
    return std::exchange(async_messages_[rank], {});
  }

  void end(int rank, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    states_[rank] = kEnded;
    if (error) {
      fail(std::move(error));
    } else {
      fail_if_stuck();
    }
  }

  /// Returns, after all ranks have ended, what made the group fail, or null.
  std::exception_ptr verdict() {
    const std::lock_guard lock(mutex_);
    for (int from = 0; from < size_ && !error_; ++from) {
      for (int to = 0; to < size_ && !error_; ++to) {
        if (!queue(from, to).empty()) {
          fail(std::make_exception_ptr(std::logic_error(
              fmt::format("run_ranks: rank {} never received a message from rank {}", to, from))));
        }
      }
    }
    return error_;
  }

 private:
  /// Marks a rank that runs. A rank's state is one of these, or the rank (>= 0) that it waits for.
  static constexpr int kRunning = -1;
  static constexpr int kEnded = -2;
  static constexpr int kCollecting = -3;
  static constexpr int kCollectingEnded = -4;  ///< Marks a rank that runs, but has not noticed the end yet.

  std::deque<Bytes>& queue(int from, int to) { return queues_[size_t(from) * size_ + to]; }

  void fail(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
    for (std::condition_variable& wake_up : wake_ups_) wake_up.notify_one();
  }

  void end_collecting() {
    std::ranges::fill(states_, kCollectingEnded);
    for (std::condition_variable& wake_up : wake_ups_) wake_up.notify_one();
  }

  void fail_if_stuck() {
    const bool one_waits =
        std::ranges::any_of(states_, [](int state) { return state >= 0 || state == kCollecting; });
    const bool one_runs = std::ranges::any_of(
        states_, [](int state) { return state == kRunning || state == kCollectingEnded; });
    if (!one_waits || one_runs) return;
    std::string message = "run_ranks: no rank can go on:";
    for (int rank = 0; rank < size_; ++rank) {
      message += fmt::format(" rank {} {};", rank, text_of(states_[rank]));
    }
    message.pop_back();
    fail(std::make_exception_ptr(std::logic_error(message)));
  }

  static std::string text_of(int state) {
    if (state == kEnded) return "has ended";
    if (state == kCollecting) return "waits for posts";
    return fmt::format("waits for rank {}", state);
  }

  const int size_;
  std::mutex mutex_;  // guards everything below
  std::vector<std::deque<Bytes>> queues_;
  std::vector<std::vector<Bytes>> async_messages_;  ///< Has the messages to each rank.
  std::vector<int> states_;
  std::vector<std::condition_variable> wake_ups_;
  std::exception_ptr error_;
};

class ThreadComm final : public Comm {
 public:
  ThreadComm(ThreadGroup& group, int rank) : group_(group), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return group_.size(); }

  void do_exchange(Outgoing outgoing, const BufferFor& buffer_for) override {
    for (int to = 0; to < size(); ++to) {
      if (to != rank_) group_.put(rank_, to, to_bytes(outgoing[to]));
    }
    for (int from = 0; from < size(); ++from) {
      if (from == rank_) continue;
      const Bytes arrived = group_.take(from, rank_);
      std::ranges::copy(arrived, buffer_for(from, arrived.size()));
    }
  }

  std::vector<Bytes> do_all_gather(Bytes mine) override {
    for (int to = 0; to < size(); ++to) group_.put(rank_, to, mine);
    std::vector<Bytes> all;
    for (int from = 0; from < size(); ++from) all.push_back(group_.take(from, rank_));
    return all;
  }

  Bytes do_broadcast(Bytes bytes, int root) override {
    if (rank_ == root) {
      for (int to = 0; to < size(); ++to) group_.put(rank_, to, bytes);
    }
    return group_.take(root, rank_);
  }

  void do_send(int to, Bytes bytes) override {
    CHECK(to != rank_);
    group_.put(rank_, to, std::move(bytes));
  }
  Bytes do_receive(int from) override {
    CHECK(from != rank_);
    return group_.take(from, rank_);
  }

  void do_send_async(int to, Bytes bytes) override { group_.send_async(to, std::move(bytes)); }
  std::vector<Bytes> do_collect() override { return group_.collect(rank_); }
  void do_sum(std::span<int64_t> values) override {
    combine(values, [](int64_t a, int64_t b) { return a + b; });
  }
  void do_max(std::span<int64_t> values) override {
    combine(values, [](int64_t a, int64_t b) { return std::max(a, b); });
  }

  void do_barrier() override { do_all_gather({}); }

 private:
  template <class Operation>
  void combine(std::span<int64_t> values, const Operation& operation) {
    const std::vector<Bytes> all = do_all_gather(to_bytes<int64_t>(values));
    for (int from = 0; from < size(); ++from) {
      if (from == rank_) continue;
      const std::vector<int64_t> theirs = from_bytes<int64_t>(all[from]);
      CHECK(theirs.size() == values.size());
      std::ranges::transform(values, theirs, values.begin(), operation);
    }
  }

  ThreadGroup& group_;
  const int rank_;
};

void run_one_rank(ThreadGroup& group, int rank, const std::function<void(Comm&)>& body) {
  try {
    ThreadComm comm(group, rank);
    body(comm);
    group.end(rank, nullptr);
  } catch (const GroupFailed&) {
    group.end(rank, nullptr);
  } catch (...) {
    group.end(rank, std::current_exception());
  }
}

}  // namespace

void run_ranks(int size, const std::function<void(Comm&)>& body) {
  CHECK(size > 0);
  ThreadGroup group(size);
  {
    std::vector<std::jthread> threads;
    threads.reserve(size);
    for (int rank = 0; rank < size; ++rank) {
      threads.emplace_back([&group, rank, &body] { run_one_rank(group, rank, body); });
    }
  }
  if (std::exception_ptr error = group.verdict()) std::rethrow_exception(error);
}

}  // namespace latecomer
