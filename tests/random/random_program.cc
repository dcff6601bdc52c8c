// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The program is a list of acts that all ranks go through in the same order: a message (its send and its
// receive are started in one act), a collective operation (all members start it in one act), or the
// completion of pending requests by one rank. Going on in this order, no act ever waits for a later one, so
// there is no deadlock, and all times that an act needs are known when its turn comes.

#include "random/random_program.h"

#include <algorithm>
#include <random>
#include <vector>

#include "base/check.h"
#include "trace/trace_builder.h"

namespace latecomer::tests {

namespace {

using trace::CollectiveOp;
using trace::CommId;
using trace::Event;
using trace::EventKind;

struct CommOfRun {
  CommId id;
  std::vector<uint32_t> ranks;
};

/// A message whose send is known.
struct Received {
  int64_t sent;  ///< enter of the send
  uint32_t source;
};

struct Pending {
  enum Kind { send, receive, collective } kind;
  uint64_t request;
  Event completion;  ///< the event that will complete it, without its time
  int64_t other_enter =
      0;  ///< send: enter of the receive's start; receive: of the send; collective: of the last it waits for
  bool must_wait = true;  ///< false: it is complete at once, like a small message
  uint32_t source = 0;
  CollectiveOp op = CollectiveOp::none;
};

/// One call in which receives were completed.
struct ReceivingCall {
  std::string function;
  std::vector<Received> received;
  int64_t late_sender = 0;
  size_t late = 0;  ///< position in received
};

class Simulation {
 public:
  explicit Simulation(uint64_t seed) : random_(seed), ranks_(2 + pick(5)) {
    for (uint32_t r = 0; r < ranks_; ++r) {
      threads_.push_back(builder_.thread(r));
      clock_.push_back(0);
      add(r, {.kind = EventKind::enter, .region = builder_.region("main")});
    }
    pending_.resize(ranks_);
    receiving_.resize(ranks_);
    std::vector<uint32_t> world;
    for (uint32_t r = 0; r < ranks_; ++r) world.push_back(r);
    comms_.push_back({trace::TraceBuilder::world(), world});
    for (int i = 0; i < 2; ++i) add_random_communicator(world, i);
  }

  RandomRun run() {
    const size_t acts = 20 + pick(60);
    for (size_t i = 0; i < acts; ++i) act();
    for (uint32_t r = 0; r < ranks_; ++r) {
      while (!pending_[r].empty()) complete(r, pending_[r].size());
    }
    finalize();
    classify_late_senders();
    Result<std::unique_ptr<trace::MemoryTrace>> trace = std::move(builder_).build();
    CHECK(trace);
    return {std::move(*trace), std::move(waits_)};
  }

 private:
  uint64_t pick(uint64_t below) { return std::uniform_int_distribution<uint64_t>(0, below - 1)(random_); }
  uint32_t pick_rank() { return static_cast<uint32_t>(pick(ranks_)); }

  void add_random_communicator(std::vector<uint32_t> ranks, int number) {
    std::shuffle(ranks.begin(), ranks.end(), random_);
    ranks.resize(2 + pick(ranks.size() - 1));
    comms_.push_back({builder_.add_communicator("comm" + std::to_string(number), ranks), ranks});
  }

  void add(uint32_t rank, Event event) {
    event.time = Ticks(clock_[rank]);
    builder_.events(threads_[rank]).push_back(event);
  }
  int64_t enter(uint32_t rank, const std::string& function) {
    clock_[rank] += static_cast<int64_t>(pick(200));
    add(rank, {.kind = EventKind::enter, .region = builder_.region(function)});
    return clock_[rank];
  }
  void leave(uint32_t rank) { add(rank, {.kind = EventKind::leave}); }
  void advance_to(uint32_t rank, int64_t time) {
    clock_[rank] = std::max(clock_[rank], time) + 1 + static_cast<int64_t>(pick(20));
  }
  void wait(const std::string& metric, uint32_t rank, const std::string& function, int64_t ticks) {
    if (ticks > 0) waits_[{metric, rank, function}] += ticks;
  }

  void act() {
    switch (pick(5)) {
      case 0:
      case 1:
        message();
        break;
      case 2:
        collective(false);
        break;
      case 3:
        collective(true);
        break;
      case 4: {
        const uint32_t rank = pick_rank();
        if (!pending_[rank].empty()) complete(rank, 1 + pick(pending_[rank].size()));
        break;
      }
    }
  }

  void message() {
    const CommOfRun& comm = comms_[pick(comms_.size())];
    const uint32_t from = static_cast<uint32_t>(pick(comm.ranks.size()));
    const uint32_t to = static_cast<uint32_t>((from + 1 + pick(comm.ranks.size() - 1)) % comm.ranks.size());
    const uint32_t sender = comm.ranks[from];
    const uint32_t receiver = comm.ranks[to];
    const uint32_t tag = static_cast<uint32_t>(pick(2));
    const Event envelope{.comm = comm.id, .tag = tag, .bytes_sent = 8, .bytes_received = 8};
    const bool blocking_receive = pick(2) == 0;
    const bool nonblocking_send = pick(2) == 0;

    const std::string send_function = nonblocking_send ? "MPI_Isend"
                                      : pick(3) == 0   ? "MPI_Bsend"
                                      : pick(2) == 0   ? "MPI_Ssend"
                                                       : "MPI_Send";
    const int64_t sent = enter(sender, send_function);
    Event send = envelope;
    send.kind = nonblocking_send ? EventKind::isend : EventKind::send;
    send.peer = to;
    send.request = nonblocking_send ? ++requests_ : 0;
    add(sender, send);

    const std::string receive_function = blocking_receive ? "MPI_Recv" : "MPI_Irecv";
    const int64_t asked = enter(receiver, receive_function);
    Event receive = envelope;
    receive.peer = from;
    if (blocking_receive) {
      advance_to(receiver, sent);
      receive.kind = EventKind::recv;
      add(receiver, receive);
      note_receives(receiver, receive_function, asked, {{sent, sender}}, true);
    } else {
      add(receiver, {.kind = EventKind::irecv_request, .request = ++requests_});
      receive.kind = EventKind::irecv;
      receive.request = requests_;
      pending_[receiver].push_back({Pending::receive, requests_, receive, sent, true, sender});
      ++clock_[receiver];
    }
    leave(receiver);

    if (nonblocking_send) {
      const Event completion{.kind = EventKind::isend_complete, .request = send.request};
      pending_[sender].push_back({Pending::send, send.request, completion, asked, pick(2) == 0});
      ++clock_[sender];
    } else {
      advance_to(sender, send_function == "MPI_Ssend" ? asked : sent);
      if (send_function != "MPI_Bsend" && asked < clock_[sender])
        wait("mpi_latereceiver", sender, send_function, asked - sent);
    }
    leave(sender);
  }

  static const char* blocking_name(CollectiveOp op) {
    switch (op) {
      case CollectiveOp::barrier:
        return "MPI_Barrier";
      case CollectiveOp::allreduce:
        return "MPI_Allreduce";
      case CollectiveOp::bcast:
        return "MPI_Bcast";
      case CollectiveOp::gather:
        return "MPI_Gather";
      default:
        return "MPI_Scan";
    }
  }
  static const char* nonblocking_name(CollectiveOp op) {
    switch (op) {
      case CollectiveOp::barrier:
        return "MPI_Ibarrier";
      case CollectiveOp::allreduce:
        return "MPI_Iallreduce";
      default:
        return "MPI_Ibcast";
    }
  }
  static const char* wait_metric(CollectiveOp op) {
    switch (op) {
      case CollectiveOp::barrier:
        return "mpi_barrier_wait";
      case CollectiveOp::allreduce:
        return "mpi_wait_nxn";
      case CollectiveOp::bcast:
        return "mpi_latebroadcast";
      case CollectiveOp::gather:
        return "mpi_wait_n21";
      default:
        return "mpi_earlyscan";
    }
  }

  /// The latest enter that member `i` of an operation waits for; its own where it waits for nobody.
  static int64_t waits_until(CollectiveOp op, size_t i, size_t root, const std::vector<int64_t>& enters) {
    switch (op) {
      case CollectiveOp::bcast:
        return std::max(enters[i], enters[root]);
      case CollectiveOp::gather:
        return i == root ? *std::max_element(enters.begin(), enters.end()) : enters[i];
      case CollectiveOp::scan:
        return *std::max_element(enters.begin(), enters.begin() + static_cast<ptrdiff_t>(i) + 1);
      default:
        return *std::max_element(enters.begin(), enters.end());
    }
  }

  void collective(bool nonblocking) {
    static constexpr CollectiveOp kOps[] = {CollectiveOp::barrier, CollectiveOp::allreduce,
                                            CollectiveOp::bcast, CollectiveOp::gather, CollectiveOp::scan};
    const CollectiveOp op = kOps[pick(nonblocking ? 3 : 5)];
    const CommOfRun comm = comms_[pick(comms_.size())];
    const size_t root = pick(comm.ranks.size());
    const std::string function = nonblocking ? nonblocking_name(op) : blocking_name(op);
    std::vector<int64_t> enters;
    for (const uint32_t rank : comm.ranks) enters.push_back(enter(rank, function));
    const bool rooted = op == CollectiveOp::bcast || op == CollectiveOp::gather;
    const Event end{.collective = op,
                    .comm = comm.id,
                    .root = rooted ? static_cast<uint32_t>(root) : trace::kNoRank,
                    .bytes_sent = 1,
                    .bytes_received = 1};
    for (size_t i = 0; i < comm.ranks.size(); ++i) {
      const uint32_t rank = comm.ranks[i];
      const int64_t until = waits_until(op, i, root, enters);
      Event completion = end;
      if (nonblocking) {
        add(rank, {.kind = EventKind::icollective_request, .request = ++requests_});
        completion.kind = EventKind::icollective_complete;
        completion.request = requests_;
        pending_[rank].push_back({Pending::collective, requests_, completion, until, true, 0, op});
        ++clock_[rank];
      } else {
        add(rank, {.kind = EventKind::collective_begin});
        advance_to(rank, until);
        completion.kind = EventKind::collective_end;
        add(rank, completion);
        note_collective(op, rank, function, i == root, enters, i, until);
      }
      leave(rank);
    }
  }

  void note_collective(CollectiveOp op, uint32_t rank, const std::string& function, bool is_root,
                       const std::vector<int64_t>& enters, size_t member, int64_t until) {
    int64_t from = enters[member];
    if (op == CollectiveOp::gather && is_root) {
      int64_t first = INT64_MAX;
      for (size_t i = 0; i < enters.size(); ++i) first = i == member ? first : std::min(first, enters[i]);
      wait("mpi_earlyreduce", rank, function, first - from);
      from = std::max(from, first);
    }
    wait(wait_metric(op), rank, function, until - from);
  }

  /// Completes `count` of a rank's pending requests in one call.
  void complete(uint32_t rank, size_t count) {
    std::vector<Pending>& pending = pending_[rank];
    std::shuffle(pending.begin(), pending.end(), random_);
    std::vector<Pending> done(pending.end() - static_cast<ptrdiff_t>(count), pending.end());
    pending.resize(pending.size() - count);
    std::sort(done.begin(), done.end(),
              [](const Pending& a, const Pending& b) { return a.request < b.request; });

    const bool test = count == 1 && pick(3) == 0;
    const std::string function = test ? "MPI_Test" : count == 1 ? "MPI_Wait" : "MPI_Waitall";
    const int64_t from = enter(rank, function);
    for (const Pending& each : done) {
      if (each.must_wait) clock_[rank] = std::max(clock_[rank], each.other_enter);
    }
    advance_to(rank, from);
    for (const Pending& each : done) add(rank, each.completion);
    note_completion(rank, function, from, done, !test);
    leave(rank);
  }

  void note_completion(uint32_t rank, const std::string& function, int64_t from,
                       const std::vector<Pending>& done, bool waits) {
    std::vector<Received> received;
    int64_t message = 0;
    int64_t late_receiver = 0;
    const Pending* collective = nullptr;
    for (const Pending& each : done) {
      if (each.kind == Pending::receive) {
        received.push_back({each.other_enter, each.source});
        message = std::max(message, each.other_enter - from);
      } else if (each.kind == Pending::send && each.other_enter < clock_[rank]) {
        late_receiver = std::max(late_receiver, each.other_enter - from);
      } else if (each.kind == Pending::collective &&
                 (!collective || each.other_enter > collective->other_enter)) {
        collective = &each;
      }
    }
    const bool late_sender = message > 0;
    if (!late_sender) message = late_receiver;
    const int64_t collective_wait = collective ? std::max<int64_t>(0, collective->other_enter - from) : 0;
    const bool message_counts = waits && message >= collective_wait;
    note_receives(rank, function, from, received, message_counts && late_sender);
    if (message_counts && !late_sender) wait("mpi_latereceiver", rank, function, message);
    if (waits && !message_counts) wait(wait_metric(collective->op), rank, function, collective_wait);
  }

  /// A call completed these receives; `counts` if a late sender among them is the call's wait state.
  void note_receives(uint32_t rank, const std::string& function, int64_t from, std::vector<Received> received,
                     bool counts) {
    if (received.empty()) return;
    ReceivingCall call{function, std::move(received)};
    for (size_t i = 0; i < call.received.size(); ++i) {
      const int64_t amount = call.received[i].sent - from;
      const bool higher = call.received[i].source >= call.received[call.late].source;
      if (amount > call.late_sender || (amount == call.late_sender && higher)) {
        call.late = i;
        call.late_sender = std::max<int64_t>(0, amount);
      }
    }
    if (!counts) call.late_sender = 0;
    receiving_[rank].push_back(std::move(call));
  }

  void finalize() {
    std::vector<int64_t> enters;
    for (uint32_t r = 0; r < ranks_; ++r) enters.push_back(enter(r, "MPI_Finalize"));
    const int64_t last = *std::max_element(enters.begin(), enters.end());
    for (uint32_t r = 0; r < ranks_; ++r) {
      advance_to(r, last);
      add(r, {.kind = EventKind::collective_end,
              .collective = CollectiveOp::destroy_handle,
              .comm = trace::TraceBuilder::world()});
      wait("mpi_finalize_wait", r, "MPI_Finalize", last - enters[r]);
      leave(r);
      leave(r);
    }
  }

  /// By definition: whether a message that was received in a later call had been sent before the one waited
  /// for.
  void classify_late_senders() {
    for (uint32_t rank = 0; rank < ranks_; ++rank) {
      const std::vector<ReceivingCall>& calls = receiving_[rank];
      for (size_t i = 0; i < calls.size(); ++i) {
        if (calls[i].late_sender == 0) continue;
        const Received& late = calls[i].received[calls[i].late];
        const Received* before = nullptr;
        for (size_t j = i + 1; j < calls.size() && !before; ++j) {
          for (const Received& other : calls[j].received) {
            if (!before && other.sent < late.sent) before = &other;
          }
        }
        wait("mpi_latesender", rank, calls[i].function, calls[i].late_sender);
        if (!before) continue;
        wait(before->source == late.source ? "mpi_lswo_same" : "mpi_lswo_different", rank, calls[i].function,
             calls[i].late_sender);
      }
    }
  }

  std::mt19937_64 random_;
  const uint32_t ranks_;
  trace::TraceBuilder builder_;
  std::vector<trace::TraceBuilder::Thread> threads_;
  std::vector<int64_t> clock_;
  std::vector<CommOfRun> comms_;
  std::vector<std::vector<Pending>> pending_;
  std::vector<std::vector<ReceivingCall>> receiving_;
  uint64_t requests_ = 0;
  Waits waits_;
};

}  // namespace

RandomRun simulate_random_program(uint64_t seed) {
  return Simulation(seed).run();
}

}  // namespace latecomer::tests
