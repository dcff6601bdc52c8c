// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Transfers follow each other in one order for all processes, and a sender waits for nobody, so there is no
// deadlock, and when partitions are ready is known when their receiver's turn comes.

#include "random/random_partitions.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "trace/trace_builder.h"

namespace latecomer::tests {

namespace {

using report::ClockCondition;
using trace::Event;
using trace::EventKind;

/// Is a transfer that was initialized on both sides.
struct Transfer {
  uint32_t from;
  uint32_t to;
  uint32_t sent_partitions;
  uint32_t received_partitions;
  uint64_t request;
};

/// Is a partition that is ready.
struct Ready {
  EventPlace event;
  int64_t time = 0;
};

class Execution {
 public:
  explicit Execution(uint64_t seed) : random_(seed) {
    const uint32_t ranks = 2 + static_cast<uint32_t>(pick(3));
    clock_.resize(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      handles_.push_back(builder_.thread(rank));
      enter(rank, "main");
    }
    std::vector<Transfer> transfers;
    const int64_t count = 1 + pick(4);
    for (int64_t i = 0; i < count; ++i) transfers.push_back(initialize(ranks));
    const int64_t starts = 2 + pick(10);
    for (int64_t i = 0; i < starts; ++i) transfer(transfers[static_cast<size_t>(pick(count))]);
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      compute(rank);
      leave(rank);
    }
  }

  RandomRun run() && {
    return {std::move(std::move(builder_).build()).value(), {}, {}, std::move(conditions_)};
  }

 private:
  int64_t pick(int64_t below) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(below)); }

  EventPlace record(uint32_t rank, Event event) {
    event.time = Ticks(clock_[rank]);
    std::vector<Event>& events = builder_.events(handles_[rank]);
    events.push_back(event);
    return {trace::LocationId(rank), events.size() - 1};
  }
  void enter(uint32_t rank, const char* region) {
    record(rank, {.kind = EventKind::enter, .region = builder_.region(region)});
  }
  void leave(uint32_t rank) { record(rank, {.kind = EventKind::leave}); }
  void compute(uint32_t rank) { clock_[rank] += pick(100); }
  /// Writes a call with one event, which takes a while before and after it.
  EventPlace call(uint32_t rank, const char* function, const Event& event) {
    enter(rank, function);
    clock_[rank] += pick(5);
    const EventPlace place = record(rank, event);
    clock_[rank] += pick(5);
    leave(rank);
    return place;
  }

  Transfer initialize(uint32_t ranks) {
    Transfer transfer{.from = static_cast<uint32_t>(pick(ranks)),
                      .to = 0,
                      .sent_partitions = 1 + static_cast<uint32_t>(pick(4)),
                      .received_partitions = 1 + static_cast<uint32_t>(pick(4)),
                      .request = ++requests_};
    transfer.to = (transfer.from + 1 + static_cast<uint32_t>(pick(ranks - 1))) % ranks;
    call(transfer.from, "MPI_Psend_init",
         {.kind = EventKind::psend_init,
          .comm = trace::TraceBuilder::world(),
          .peer = transfer.to,
          .number = transfer.sent_partitions,
          .request = transfer.request,
          .bytes_sent = 144});
    call(transfer.to, "MPI_Precv_init",
         {.kind = EventKind::precv_init,
          .comm = trace::TraceBuilder::world(),
          .peer = transfer.from,
          .number = transfer.received_partitions,
          .request = transfer.request,
          .bytes_received = 144});
    return transfer;
  }

  void transfer(const Transfer& transfer) {
    const std::vector<Ready> ready = send(transfer);
    const uint32_t to = transfer.to;
    compute(to);
    call(to, "MPI_Start", {.kind = EventKind::precv_request, .request = transfer.request});
    compute(to);
    int64_t all_ready = 0;
    std::vector<EventPlace> all;
    for (const Ready& each : ready) {
      all_ready = std::max(all_ready, each.time);
      all.push_back(each.event);
    }
    for (uint32_t j = 0; j < transfer.received_partitions; ++j) {
      if (pick(3) > 0) look_for(transfer, j, ready);
    }
    compute(to);
    enter(to, "MPI_Wait");
    clock_[to] = std::max(clock_[to], all_ready) + pick(5);
    const EventPlace complete = record(to, {.kind = EventKind::precv_complete, .request = transfer.request});
    for (const EventPlace& cause : all)
      add_condition(conditions_, ClockCondition::partition, {cause}, complete);
    leave(to);
  }

  /// Makes all partitions ready in any order.
  std::vector<Ready> send(const Transfer& transfer) {
    const uint32_t from = transfer.from;
    compute(from);
    call(from, "MPI_Start", {.kind = EventKind::psend_request, .request = transfer.request});
    std::vector<uint32_t> order(transfer.sent_partitions);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random_);
    std::vector<Ready> ready(transfer.sent_partitions);
    for (const uint32_t i : order) {
      compute(from);
      enter(from, "MPI_Pready");
      ready[i].time = clock_[from];
      ready[i].event = record(from, {.kind = EventKind::pready, .number = i, .request = transfer.request});
      clock_[from] += pick(5);
      leave(from);
    }
    call(from, "MPI_Wait", {.kind = EventKind::psend_complete, .request = transfer.request});
    return ready;
  }

  /// Tests once whether a partition has arrived: when all are ready that share data with it.
  void look_for(const Transfer& transfer, uint32_t j, const std::vector<Ready>& ready) {
    const uint32_t to = transfer.to;
    const size_t sent = transfer.sent_partitions;
    const size_t received = transfer.received_partitions;
    int64_t arrived = 0;
    std::vector<EventPlace> causes;
    for (size_t i = 0; i < sent; ++i) {
      const bool shares_data = i * received < (j + 1) * sent && j * sent < (i + 1) * received;
      if (!shares_data) continue;
      arrived = std::max(arrived, ready[i].time);
      causes.push_back(ready[i].event);
    }
    const bool is_there = clock_[to] >= arrived;
    const EventPlace seen = call(to, "MPI_Parrived",
                                 {.kind = is_there ? EventKind::parrived : EventKind::ptested,
                                  .number = j,
                                  .request = transfer.request});
    for (const EventPlace& cause : causes) {
      if (is_there) add_condition(conditions_, ClockCondition::partition, {cause}, seen);
    }
    compute(to);
  }

  std::mt19937_64 random_;
  trace::TraceBuilder builder_;
  std::vector<trace::TraceBuilder::Thread> handles_;
  std::vector<int64_t> clock_;
  uint64_t requests_ = 0;
  std::vector<KnownCondition> conditions_;
};

}  // namespace

RandomRun simulate_random_partitions(uint64_t seed) {
  return Execution(seed).run();
}

}  // namespace latecomer::tests
