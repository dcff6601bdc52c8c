// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The program is a list of acts that all ranks go through in the same order: a message (its send and its
// receive are started in one act), a collective operation (all members start it in one act), or the
// completion of pending requests by one rank. Going on in this order, no act ever waits for a later one, so
// there is no deadlock, and all times that an act needs are known when its turn comes.

#include "random/random_program.h"

#include <algorithm>
#include <random>
#include <string>

#include "base/check.h"
#include "random/simulated_run.h"
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

/// A collective operation that the programs use.
struct Operation {
  const char* name;
  CollectiveOp op;
  CollectiveKind kind;
};

constexpr Operation kOperations[] = {
    {"MPI_Barrier", CollectiveOp::barrier, CollectiveKind::barrier},
    {"MPI_Allreduce", CollectiveOp::allreduce, CollectiveKind::all_to_all},
    {"MPI_Bcast", CollectiveOp::bcast, CollectiveKind::one_to_all},
    {"MPI_Gather", CollectiveOp::gather, CollectiveKind::all_to_one},
    {"MPI_Scan", CollectiveOp::scan, CollectiveKind::prefix},
};

constexpr Operation kNonblockingOperations[] = {
    {"MPI_Ibarrier", CollectiveOp::barrier, CollectiveKind::barrier},
    {"MPI_Iallreduce", CollectiveOp::allreduce, CollectiveKind::all_to_all},
    {"MPI_Ibcast", CollectiveOp::bcast, CollectiveKind::one_to_all},
};

/// A request that nobody has completed yet.
struct Pending {
  enum Kind { send, receive, collective } kind;
  Event completion;          ///< the event that will complete it, without its time
  size_t message = 0;        ///< of a send or a receive
  Membership part = {0, 0};  ///< of a collective operation
  int64_t waits_until;       ///< when others will have done what it needs
};

class Simulation {
 public:
  explicit Simulation(uint64_t seed) : random_(seed), ranks_(2 + pick(5)), coarse_clock_(pick(4) == 0) {
    std::vector<uint32_t> world;
    for (uint32_t rank = 0; rank < ranks_; ++rank) {
      world.push_back(rank);
      threads_.push_back({builder_.thread(rank)});
      run_.rank_of.push_back(rank);
      enter_region(rank, "main");
    }
    pending_.resize(ranks_);
    comms_.push_back({trace::TraceBuilder::world(), world});
    for (int i = 0; i < 2; ++i) add_random_communicator(world, i);
  }

  RandomRun run() {
    const size_t acts = 20 + pick(60);
    for (size_t i = 0; i < acts; ++i) act();
    for (uint32_t rank = 0; rank < ranks_; ++rank) {
      while (!pending_[rank].empty()) complete(rank, pending_[rank].size());
    }
    finalize();
    Result<std::unique_ptr<trace::MemoryTrace>> trace = std::move(builder_).build();
    CHECK(trace);
    return {std::move(*trace), waits_by_definition(run_), meetings_of(run_)};
  }

 private:
  struct Thread {
    trace::TraceBuilder::Thread handle;
    int64_t clock = 0;
    std::vector<std::string> open = {};  ///< regions
    size_t call = 0;                     ///< the latest, in run_.calls
  };

  uint64_t pick(uint64_t below) { return std::uniform_int_distribution<uint64_t>(0, below - 1)(random_); }
  bool one_in(uint64_t number) { return pick(number) == 0; }
  template <class List>
  const auto& pick_from(const List& list) {
    return list[pick(std::size(list))];
  }

  void add_random_communicator(std::vector<uint32_t> ranks, int number) {
    std::shuffle(ranks.begin(), ranks.end(), random_);
    ranks.resize(2 + pick(ranks.size() - 1));
    comms_.push_back({builder_.add_communicator("comm" + std::to_string(number), ranks), ranks});
  }

  // What threads do

  void add(ThreadNumber t, Event event) {
    event.time = Ticks(threads_[t].clock);
    builder_.events(threads_[t].handle).push_back(event);
  }
  void enter_region(ThreadNumber t, const std::string& name) {
    add(t, {.kind = EventKind::enter, .region = builder_.region(name)});
    threads_[t].open.push_back(name);
  }
  void leave_region(ThreadNumber t) {
    add(t, {.kind = EventKind::leave});
    threads_[t].open.pop_back();
  }
  /// With a coarse clock, things often happen at the same time.
  void compute(ThreadNumber t) { threads_[t].clock += static_cast<int64_t>(pick(coarse_clock_ ? 4 : 200)); }
  /// What a call does in any case takes a while, too.
  void go_on_at(ThreadNumber t, int64_t time) {
    const uint64_t latency = coarse_clock_ ? pick(2) : 1 + pick(20);
    threads_[t].clock = std::max(threads_[t].clock, time) + static_cast<int64_t>(latency);
  }

  /// Computes, then enters a call of MPI. Returns when.
  int64_t enter(ThreadNumber t, const std::string& function) {
    static constexpr const char* kWork[] = {"assemble", "solve", "update"};
    compute(t);
    if (one_in(2)) {
      enter_region(t, pick_from(kWork));
      compute(t);
      leave_region(t);
    }
    if (one_in(4)) enter_region(t, "communicate");
    enter_region(t, function);
    std::string path;
    for (const std::string& region : threads_[t].open) path += (path.empty() ? "" : "/") + region;
    threads_[t].call = run_.calls.size();
    run_.calls.push_back({t, path, threads_[t].clock});
    return threads_[t].clock;
  }
  SimulatedCall& call(ThreadNumber t) { return run_.calls[threads_[t].call]; }
  void leave(ThreadNumber t) {
    call(t).leave = threads_[t].clock;
    while (threads_[t].open.size() > 1) {
      leave_region(t);
      if (threads_[t].open.size() > 1) compute(t);
    }
  }

  // What the program does

  void act() {
    switch (pick(6)) {
      case 0:
      case 1:
        message();
        break;
      case 2:
        collective(pick_from(kOperations), false);
        break;
      case 3:
        collective(pick_from(kNonblockingOperations), true);
        break;
      case 4: {
        const uint32_t rank = static_cast<uint32_t>(pick(ranks_));
        if (!pending_[rank].empty()) complete(rank, 1 + pick(pending_[rank].size()));
        break;
      }
      case 5:
        exchange();
        break;
    }
  }

  /// A communicator and two of its members.
  struct Pair {
    const CommOfRun& comm;
    uint32_t from;  ///< ranks in the communicator
    uint32_t to;
    ThreadNumber sender;
    ThreadNumber receiver;
  };
  Pair pick_pair() {
    const CommOfRun& comm = pick_from(comms_);
    const uint32_t from = static_cast<uint32_t>(pick(comm.ranks.size()));
    const uint32_t to = static_cast<uint32_t>((from + 1 + pick(comm.ranks.size() - 1)) % comm.ranks.size());
    return {comm, from, to, comm.ranks[from], comm.ranks[to]};
  }

  void message() {
    static constexpr const char* kSends[] = {"MPI_Bsend", "MPI_Ssend", "MPI_Send", "MPI_Isend", "MPI_Isend"};
    const Pair pair = pick_pair();
    const uint32_t tag = static_cast<uint32_t>(pick(2));
    const std::string function = pick_from(kSends);
    const size_t m = run_.messages.size();
    run_.messages.push_back({pair.sender, enter(pair.sender, function)});
    const uint64_t request = function == "MPI_Isend" ? ++requests_ : 0;
    add(pair.sender, {.kind = request ? EventKind::isend : EventKind::send,
                      .comm = pair.comm.id,
                      .peer = pair.to,
                      .tag = tag,
                      .request = request,
                      .bytes_sent = 8});
    receive(pair, tag, m);
    finish_send(pair.sender, function, request, m);
  }

  void receive(const Pair& pair, uint32_t tag, size_t m) {
    const bool blocking = one_in(2);
    const ThreadNumber t = pair.receiver;
    run_.messages[m].receiver = t;
    run_.messages[m].asked = enter(t, blocking ? "MPI_Recv" : "MPI_Irecv");
    Event event{.kind = blocking ? EventKind::recv : EventKind::irecv,
                .comm = pair.comm.id,
                .peer = pair.from,
                .tag = tag,
                .bytes_received = 8};
    if (blocking) {
      go_on_at(t, run_.messages[m].sent);
      add(t, event);
      call(t).received.push_back(m);
    } else {
      event.request = ++requests_;
      add(t, {.kind = EventKind::irecv_request, .request = event.request});
      pending_[run_.rank_of[t]].push_back({.kind = Pending::receive,
                                           .completion = event,
                                           .message = m,
                                           .waits_until = run_.messages[m].sent});
      go_on_at(t, 0);
    }
    leave(t);
  }

  /// Buffered sends never wait, others may, synchronous ones have to.
  void finish_send(ThreadNumber t, const std::string& function, uint64_t request, size_t m) {
    const int64_t asked = run_.messages[m].asked;
    const bool until_asked = function == "MPI_Ssend" || (request && one_in(2));
    if (request) {
      pending_[run_.rank_of[t]].push_back(
          {.kind = Pending::send,
           .completion = {.kind = EventKind::isend_complete, .request = request},
           .message = m,
           .waits_until = until_asked ? asked : 0});
      go_on_at(t, 0);
    } else {
      go_on_at(t, until_asked ? asked : 0);
      if (function != "MPI_Bsend") call(t).sent.push_back(m);
      call(t).synchronous = function == "MPI_Ssend";
    }
    leave(t);
  }

  /// Two ranks send to each other and wait for what they receive, not for what they send.
  void exchange() {
    const Pair pair = pick_pair();
    const ThreadNumber threads[] = {pair.sender, pair.receiver};
    const uint32_t ranks[] = {pair.from, pair.to};
    const size_t first = run_.messages.size();
    for (const ThreadNumber t : threads) {
      run_.messages.push_back({t, enter(t, "MPI_Sendrecv")});
    }
    for (size_t i = 0; i < 2; ++i) {
      const size_t incoming = first + 1 - i;
      run_.messages[incoming].receiver = threads[i];
      run_.messages[incoming].asked = run_.messages[first + i].sent;
      add(threads[i], {.kind = EventKind::send, .comm = pair.comm.id, .peer = ranks[1 - i], .bytes_sent = 8});
      go_on_at(threads[i], run_.messages[incoming].sent);
      add(threads[i],
          {.kind = EventKind::recv, .comm = pair.comm.id, .peer = ranks[1 - i], .bytes_received = 8});
      call(threads[i]).received.push_back(incoming);
      leave(threads[i]);
    }
  }

  /// The enter that a member of an operation waits for; its own where it waits for nobody.
  static int64_t waits_until(const SimulatedCollective& collective, size_t member) {
    const std::vector<int64_t>& enters = collective.enters;
    switch (collective.kind) {
      case CollectiveKind::one_to_all:
        return std::max(enters[member], enters[collective.root]);
      case CollectiveKind::all_to_one:
        return member == collective.root ? *std::max_element(enters.begin(), enters.end()) : enters[member];
      case CollectiveKind::prefix:
        return *std::max_element(enters.begin(), enters.begin() + static_cast<ptrdiff_t>(member) + 1);
      default:
        return *std::max_element(enters.begin(), enters.end());
    }
  }

  void collective(const Operation& operation, bool nonblocking) {
    const CommOfRun& comm = pick_from(comms_);
    SimulatedCollective collective{
        .kind = operation.kind, .blocking = !nonblocking, .root = pick(comm.ranks.size())};
    for (const uint32_t rank : comm.ranks) {
      collective.members.push_back(rank);
      collective.enters.push_back(enter(rank, operation.name));
    }
    const bool rooted =
        operation.kind == CollectiveKind::one_to_all || operation.kind == CollectiveKind::all_to_one;
    const Event end{.kind = nonblocking ? EventKind::icollective_complete : EventKind::collective_end,
                    .collective = operation.op,
                    .comm = comm.id,
                    .root = rooted ? static_cast<uint32_t>(collective.root) : trace::kNoRank,
                    .bytes_sent = 1,
                    .bytes_received = 1};
    for (size_t i = 0; i < collective.members.size(); ++i) take_part(collective, i, end);
    run_.collectives.push_back(std::move(collective));
  }

  /// What a member of the operation does that comes next in run_.collectives.
  void take_part(const SimulatedCollective& collective, size_t member, Event end) {
    const ThreadNumber t = collective.members[member];
    const Membership part{run_.collectives.size(), member};
    const int64_t until = waits_until(collective, member);
    if (collective.blocking) {
      add(t, {.kind = EventKind::collective_begin});
      go_on_at(t, until);
      add(t, end);
      call(t).took_part.push_back(part);
    } else {
      end.request = ++requests_;
      add(t, {.kind = EventKind::icollective_request, .request = end.request});
      pending_[run_.rank_of[t]].push_back(
          {.kind = Pending::collective, .completion = end, .part = part, .waits_until = until});
      go_on_at(t, 0);
    }
    leave(t);
  }

  /// Completes `count` of a rank's pending requests in one call.
  void complete(uint32_t rank, size_t count) {
    std::vector<Pending>& pending = pending_[rank];
    std::shuffle(pending.begin(), pending.end(), random_);
    std::vector<Pending> done(pending.end() - static_cast<ptrdiff_t>(count), pending.end());
    pending.resize(pending.size() - count);
    std::sort(done.begin(), done.end(),
              [](const Pending& a, const Pending& b) { return a.completion.request < b.completion.request; });

    const ThreadNumber t = rank;
    const bool test = count == 1 && one_in(3);
    enter(t, test ? "MPI_Test" : count == 1 ? "MPI_Wait" : "MPI_Waitall");
    call(t).may_wait = !test;
    for (const Pending& each : done) threads_[t].clock = std::max(threads_[t].clock, each.waits_until);
    go_on_at(t, 0);
    for (const Pending& each : done) {
      add(t, each.completion);
      if (each.kind == Pending::send) call(t).sent.push_back(each.message);
      if (each.kind == Pending::receive) call(t).received.push_back(each.message);
      if (each.kind == Pending::collective) call(t).took_part.push_back(each.part);
    }
    leave(t);
  }

  void finalize() {
    SimulatedCollective collective{.kind = CollectiveKind::finalize, .blocking = true, .root = 0};
    for (uint32_t rank = 0; rank < ranks_; ++rank) {
      collective.members.push_back(rank);
      collective.enters.push_back(enter(rank, "MPI_Finalize"));
    }
    const Event end{.kind = EventKind::collective_end,
                    .collective = CollectiveOp::destroy_handle,
                    .comm = trace::TraceBuilder::world()};
    for (size_t i = 0; i < collective.members.size(); ++i) {
      take_part(collective, i, end);
      leave_region(collective.members[i]);
    }
    run_.collectives.push_back(std::move(collective));
  }

  std::mt19937_64 random_;
  const uint32_t ranks_;
  const bool coarse_clock_;
  trace::TraceBuilder builder_;
  std::vector<Thread> threads_;
  std::vector<CommOfRun> comms_;
  std::vector<std::vector<Pending>> pending_;  ///< per rank
  uint64_t requests_ = 0;
  SimulatedRun run_;
};

}  // namespace

RandomRun simulate_random_program(uint64_t seed) {
  return Simulation(seed).run();
}

}  // namespace latecomer::tests
