// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The program is a list of acts that all ranks go through in the same order: a message (its send and its
// receive, or a matched probe, are started in one act), a collective operation (all members start it in one
// act), the receive of a message that a matched probe took, or the completion of pending requests by one
// rank. Going on in this order, no act ever waits for a later one, so there is no deadlock, and all times
// that an act needs are known when its turn comes.
//
// Any thread of a rank can do what comes next. Where MPI wants an order (messages of one envelope, operations
// on one communicator), a thread does not begin before the others have come far enough.

#include "random/random_program.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/check.h"
#include "random/simulated_run.h"
#include "trace/trace_builder.h"

namespace latecomer::tests {

namespace {

using report::ClockCondition;
using trace::CollectiveOp;
using trace::CommId;
using trace::Event;
using trace::EventKind;

struct CommOfRun {
  CommId id;
  std::vector<uint32_t> ranks;
};

/// Is a collective operation that the programs use.
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

/// Is a request that nobody has completed yet.
struct Pending {
  enum Kind { send, receive, collective } kind;
  Event completion;          ///< Is the event that will complete it, without its time.
  size_t message = 0;        ///< Is the message of a send or a receive.
  Membership part = {0, 0};  ///< Is the part in a collective operation.
  int64_t waits_until = 0;   ///< Is when others will have done what it needs.
  ThreadNumber thread = 0;   ///< Is the thread that started it.
  int64_t from_on = 0;       ///< Is when other threads may use it.
};

/// Is a message that a matched probe took and nobody has received yet.
struct Taken {
  size_t message;
  Event receive;  ///< Is the event that will receive it, without its time.
  uint64_t handle;
  int64_t from_on;  ///< Is when other threads may use it.
};

class Simulation {
 public:
  explicit Simulation(uint64_t seed) : random_(seed), ranks_(2 + pick(5)), coarse_clock_(pick(4) == 0) {
    const uint32_t most_threads = one_in(3) ? 3 : 1;
    std::vector<uint32_t> world;
    for (uint32_t rank = 0; rank < ranks_; ++rank) {
      world.push_back(rank);
      main_thread_.push_back(static_cast<ThreadNumber>(threads_.size()));
      const uint64_t count = 1 + pick(most_threads);
      for (uint32_t number = 0; number < count; ++number) {
        threads_.push_back({builder_.thread(rank, number)});
        run_.rank_of.push_back(rank);
        enter_region(static_cast<ThreadNumber>(threads_.size() - 1), number == 0 ? "main" : "worker");
      }
    }
    main_thread_.push_back(static_cast<ThreadNumber>(threads_.size()));
    pending_.resize(ranks_);
    taken_.resize(ranks_);
    comms_.push_back({trace::TraceBuilder::world(), world});
    for (int i = 0; i < 2; ++i) add_random_communicator(world, i);
  }

  RandomRun run() {
    const size_t acts = 20 + pick(60);
    for (size_t i = 0; i < acts; ++i) act();
    for (uint32_t rank = 0; rank < ranks_; ++rank) {
      while (!taken_[rank].empty()) receive_taken(rank);
      for (ThreadNumber t = main_thread_[rank]; t < main_thread_[rank + 1]; ++t) complete(t, SIZE_MAX);
    }
    finalize();
    Result<std::unique_ptr<trace::MemoryTrace>> trace = std::move(builder_).build();
    CHECK(trace);
    return {std::move(*trace), waits_by_definition(run_), meetings_of(run_), std::move(conditions_)};
  }

 private:
  struct Thread {
    trace::TraceBuilder::Thread handle;
    int64_t clock = 0;
    std::vector<std::string> open = {};  ///< Lists open regions.
    size_t call = 0;                     ///< Is the latest call, in run_.calls.
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

  ThreadNumber pick_thread(uint32_t rank) {
    return main_thread_[rank] + static_cast<ThreadNumber>(pick(main_thread_[rank + 1] - main_thread_[rank]));
  }

  // What threads do

  void add(ThreadNumber t, Event event) {
    event.time = Ticks(threads_[t].clock);
    builder_.events(threads_[t].handle).push_back(event);
  }
  EventPlace next_event(ThreadNumber t) {
    return {trace::LocationId(t), builder_.events(threads_[t].handle).size()};
  }
  EventPlace last_event(ThreadNumber t) {
    return {trace::LocationId(t), builder_.events(threads_[t].handle).size() - 1};
  }
  void enter_region(ThreadNumber t, const std::string& name) {
    add(t, {.kind = EventKind::enter, .region = builder_.region(name)});
    threads_[t].open.push_back(name);
  }
  void leave_region(ThreadNumber t) {
    add(t, {.kind = EventKind::leave});
    threads_[t].open.pop_back();
  }
  /// Computes for a while. With a coarse clock, things often happen at the same time.
  void compute(ThreadNumber t) { threads_[t].clock += static_cast<int64_t>(pick(coarse_clock_ ? 4 : 200)); }
  /// Goes on at `time` or later: what a call does in any case takes a while, too.
  void go_on_at(ThreadNumber t, int64_t time) {
    const uint64_t latency = coarse_clock_ ? pick(2) : 1 + pick(20);
    threads_[t].clock = std::max(threads_[t].clock, time) + static_cast<int64_t>(latency);
  }

  /// Takes care that the thread does what comes next after what another one did at `time`.
  void not_before(ThreadNumber t, int64_t time) {
    const uint32_t rank = run_.rank_of[t];
    const bool alone = main_thread_[rank + 1] - main_thread_[rank] == 1;
    if (!alone) threads_[t].clock = std::max(threads_[t].clock, time + 1);
  }

  /// Computes, then enters a call of MPI. Returns when that is.
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
    switch (pick(7)) {
      case 0:
      case 1:
        message();
        break;
      case 6: {
        const uint32_t rank = static_cast<uint32_t>(pick(ranks_));
        if (!taken_[rank].empty()) receive_taken(rank);
        break;
      }
      case 2:
        collective(pick_from(kOperations), false);
        break;
      case 3:
        collective(pick_from(kNonblockingOperations), true);
        break;
      case 4: {
        const uint32_t rank = static_cast<uint32_t>(pick(ranks_));
        complete(pick_thread(rank), 1 + pick(std::max<size_t>(1, pending_[rank].size())));
        break;
      }
      case 5:
        exchange();
        break;
    }
  }

  /// Is a communicator and two of its members.
  struct Pair {
    const CommOfRun& comm;
    uint32_t from;  ///< Is a rank in the communicator, as `to` is.
    uint32_t to;
    ThreadNumber sender;
    ThreadNumber receiver;
  };
  /// Says up to when messages of one envelope were sent, or asked for.
  struct Progress {
    int64_t sent = 0;
    int64_t asked = 0;
  };
  Progress& progress(const Pair& pair, uint32_t tag) {
    return progress_[{pair.comm.id.value, pair.from, pair.to, tag}];
  }
  Pair pick_pair() {
    const CommOfRun& comm = pick_from(comms_);
    const uint32_t from = static_cast<uint32_t>(pick(comm.ranks.size()));
    const uint32_t to = static_cast<uint32_t>((from + 1 + pick(comm.ranks.size() - 1)) % comm.ranks.size());
    return {comm, from, to, pick_thread(comm.ranks[from]), pick_thread(comm.ranks[to])};
  }

  void message() {
    static constexpr const char* kSends[] = {"MPI_Bsend", "MPI_Ssend", "MPI_Send", "MPI_Isend", "MPI_Isend"};
    Pair pair = pick_pair();
    const uint32_t tag = static_cast<uint32_t>(pick(2));
    const std::string function = pick_from(kSends);
    const size_t m = run_.messages.size();
    Progress& so_far = progress(pair, tag);
    not_before(pair.sender, so_far.sent);
    so_far.sent = enter(pair.sender, function);
    run_.messages.push_back({pair.sender, so_far.sent});
    sends_.push_back(next_event(pair.sender));
    const uint64_t request = function == "MPI_Isend" ? ++requests_ : 0;
    add(pair.sender, {.kind = request ? EventKind::isend : EventKind::send,
                      .comm = pair.comm.id,
                      .peer = pair.to,
                      .tag = tag,
                      .request = request,
                      .bytes_sent = 8});
    not_before(pair.receiver, so_far.asked);
    const Event receive{.comm = pair.comm.id, .peer = pair.from, .tag = tag, .bytes_received = 8};
    const bool probed = one_in(3) && probe(pair.receiver, receive, m);
    if (probed && one_in(2)) move_on(pair.receiver);
    if (function != "MPI_Ssend" && one_in(4)) {
      so_far.asked = take(pair.receiver, receive, m, probed);
    } else {
      so_far.asked = this->receive(pair.receiver, receive, m, 0);
    }
    finish_send(pair.sender, function, request, m);
  }

  /// Lets another thread of the rank go on where this one is.
  void move_on(ThreadNumber& t) {
    const ThreadNumber other = pick_thread(run_.rank_of[t]);
    if (other != t) not_before(other, threads_[t].clock);
    t = other;
  }

  /// Looks for the message once or several times. Returns whether it was there.
  bool probe(ThreadNumber t, const Event& receive, size_t m) {
    bool seen = false;
    for (size_t times = 1 + pick(2); times > 0; --times) {
      const bool blocking = one_in(2);
      enter(t, blocking ? "MPI_Probe" : "MPI_Iprobe");
      seen = see(t, receive, m, 0, !blocking, seen) || seen;
      leave(t);
    }
    return seen;
  }

  /// Does what a probe does inside. Returns whether it found the message.
  bool see(ThreadNumber t, Event probe, size_t m, uint64_t handle, bool test, bool seen_before) {
    const int64_t sent = run_.messages[m].sent;
    call(t).may_wait = !test;
    go_on_at(t, test ? 0 : sent);
    if (threads_[t].clock < sent) return false;
    probe.kind = EventKind::probe;
    probe.request = handle;
    probe.bytes_received = 0;
    add(t, probe);
    if (!seen_before) {
      call(t).probed.push_back(m);
      add_condition(conditions_, ClockCondition::probe, {sends_[m]}, last_event(t));
    }
    return true;
  }

  /// Takes the message with a matched probe. Returns when that is.
  int64_t take(ThreadNumber t, const Event& receive, size_t m, bool seen_before) {
    const bool test = threads_[t].clock >= run_.messages[m].sent && one_in(2);
    enter(t, test ? "MPI_Improbe" : "MPI_Mprobe");
    see(t, receive, m, ++handles_, test, seen_before);
    leave(t);
    taken_[run_.rank_of[t]].push_back({m, receive, handles_, threads_[t].clock});
    return threads_[t].clock;
  }

  void receive_taken(uint32_t rank) {
    std::shuffle(taken_[rank].begin(), taken_[rank].end(), random_);
    const Taken taken = taken_[rank].back();
    taken_[rank].pop_back();
    const ThreadNumber t = pick_thread(rank);
    not_before(t, taken.from_on);
    receive(t, taken.receive, taken.message, taken.handle);
  }

  /// Receives the message, or starts to; by its handle if it has one. Returns when that is.
  int64_t receive(ThreadNumber t, Event event, size_t m, uint64_t handle) {
    const bool blocking = one_in(2);
    SimulatedMessage& message = run_.messages[m];
    message.receiver = t;
    message.asked = enter(t, handle     ? (blocking ? "MPI_Mrecv" : "MPI_Imrecv")
                             : blocking ? "MPI_Recv"
                                        : "MPI_Irecv");
    if (handle) add(t, {.kind = EventKind::match, .request = handle});
    if (blocking) {
      go_on_at(t, message.sent);
      event.kind = EventKind::recv;
      add(t, event);
      note_received(t, m);
    } else {
      event.kind = EventKind::irecv;
      event.request = ++requests_;
      add(t, {.kind = EventKind::irecv_request, .request = event.request});
      go_on_at(t, 0);
      add_pending(t,
                  {.kind = Pending::receive, .completion = event, .message = m, .waits_until = message.sent});
    }
    leave(t);
    return message.asked;
  }

  /// Notes that the thread's last event completed the receive.
  void note_received(ThreadNumber t, size_t m) {
    call(t).received.push_back(m);
    add_condition(conditions_, ClockCondition::message, {sends_[m]}, last_event(t));
  }

  /// Adds a request that any thread of the rank can complete from now on.
  void add_pending(ThreadNumber t, Pending pending) {
    pending.thread = t;
    pending.from_on = threads_[t].clock;
    pending_[run_.rank_of[t]].push_back(pending);
  }

  /// Ends a send. Buffered sends never wait, others may, synchronous ones have to.
  void finish_send(ThreadNumber t, const std::string& function, uint64_t request, size_t m) {
    const int64_t asked = run_.messages[m].asked;
    const bool known = asked != kNever;  // not if a matched probe took the message
    const bool until_asked = known && (function == "MPI_Ssend" || (request && one_in(2)));
    go_on_at(t, until_asked && !request ? asked : 0);
    if (request) {
      add_pending(t, {.kind = Pending::send,
                      .completion = {.kind = EventKind::isend_complete, .request = request},
                      .message = m,
                      .waits_until = until_asked ? asked : 0});
    } else {
      if (function != "MPI_Bsend") call(t).sent.push_back(m);
      call(t).synchronous = function == "MPI_Ssend";
    }
    leave(t);
  }

  /// Lets two ranks send to each other and wait for what they receive, not for what they send.
  void exchange() {
    const Pair pair = pick_pair();
    const ThreadNumber threads[] = {pair.sender, pair.receiver};
    const uint32_t ranks[] = {pair.from, pair.to};
    const size_t first = run_.messages.size();
    Progress& there = progress(pair, 0);
    Progress& back = progress({pair.comm, pair.to, pair.from, pair.receiver, pair.sender}, 0);
    not_before(pair.sender, std::max(there.sent, back.asked));
    not_before(pair.receiver, std::max(back.sent, there.asked));
    for (const ThreadNumber t : threads) {
      run_.messages.push_back({t, enter(t, "MPI_Sendrecv")});
      sends_.push_back(next_event(t));
    }
    there.sent = back.asked = run_.messages[first].sent;
    back.sent = there.asked = run_.messages[first + 1].sent;
    for (size_t i = 0; i < 2; ++i) {
      const size_t incoming = first + 1 - i;
      run_.messages[incoming].receiver = threads[i];
      run_.messages[incoming].asked = run_.messages[first + i].sent;
      add(threads[i], {.kind = EventKind::send, .comm = pair.comm.id, .peer = ranks[1 - i], .bytes_sent = 8});
      go_on_at(threads[i], run_.messages[incoming].sent);
      add(threads[i],
          {.kind = EventKind::recv, .comm = pair.comm.id, .peer = ranks[1 - i], .bytes_received = 8});
      note_received(threads[i], incoming);
      leave(threads[i]);
    }
  }

  /// Returns the members of an operation that one of them waits for, or would if they came later.
  static std::vector<size_t> awaited(const SimulatedCollective& collective, size_t member) {
    std::vector<size_t> others;
    if (collective.empty[member]) return others;
    for (size_t i = 0; i < collective.members.size(); ++i) {
      const bool one_to_all = collective.kind == CollectiveKind::one_to_all;
      const bool all_to_one = collective.kind == CollectiveKind::all_to_one;
      const bool is_one = one_to_all   ? member != collective.root && i == collective.root
                          : all_to_one ? member == collective.root
                                       : collective.kind != CollectiveKind::prefix || i <= member;
      if (is_one && !collective.empty[i]) others.push_back(i);
    }
    return others;
  }

  /// Returns the enter that a member of an operation waits for; its own where it waits for nobody.
  static int64_t waits_until(const SimulatedCollective& collective, size_t member) {
    int64_t until = collective.enters[member];
    for (const size_t other : awaited(collective, member)) until = std::max(until, collective.enters[other]);
    return until;
  }

  void collective(const Operation& operation, bool nonblocking) {
    const CommOfRun& comm = pick_from(comms_);
    SimulatedCollective collective{
        .kind = operation.kind, .blocking = !nonblocking, .root = pick(comm.ranks.size())};
    std::vector<EventPlace> enters;
    for (const uint32_t rank : comm.ranks) {
      const ThreadNumber t = pick_thread(rank);
      not_before(t, last_collective_[{comm.id.value, rank}]);
      collective.members.push_back(t);
      // Zeros count once another operation has shown that the trace has the bytes of collective operations.
      collective.empty.push_back(operation.kind != CollectiveKind::barrier && bytes_recorded_ && one_in(6));
      collective.enters.push_back(enter(t, operation.name));
      enters.push_back(last_event(t));
    }
    collective_enters_.push_back(std::move(enters));
    const bool rooted =
        operation.kind == CollectiveKind::one_to_all || operation.kind == CollectiveKind::all_to_one;
    const Event end{.kind = nonblocking ? EventKind::icollective_complete : EventKind::collective_end,
                    .collective = operation.op,
                    .comm = comm.id,
                    .root = rooted ? static_cast<uint32_t>(collective.root) : trace::kNoRank,
                    .bytes_sent = 1,
                    .bytes_received = 1};
    bytes_recorded_ = true;
    for (size_t i = 0; i < collective.members.size(); ++i) {
      take_part(collective, i, end);
      last_collective_[{comm.id.value, comm.ranks[i]}] = threads_[collective.members[i]].clock;
    }
    run_.collectives.push_back(std::move(collective));
  }

  /// Does what a member of the operation does that comes next in run_.collectives.
  void take_part(const SimulatedCollective& collective, size_t member, Event end) {
    const ThreadNumber t = collective.members[member];
    const Membership part{run_.collectives.size(), member};
    const int64_t until = waits_until(collective, member);
    if (collective.empty[member]) end.bytes_sent = end.bytes_received = 0;
    if (collective.blocking) {
      add(t, {.kind = EventKind::collective_begin});
      go_on_at(t, until);
      add(t, end);
      note_end(t, collective, part);
    } else {
      end.request = ++requests_;
      add(t, {.kind = EventKind::icollective_request, .request = end.request});
      go_on_at(t, 0);
      add_pending(t, {.kind = Pending::collective, .completion = end, .part = part, .waits_until = until});
    }
    leave(t);
  }

  /// Notes that the thread's last event ended a member's part in the operation.
  void note_end(ThreadNumber t, const SimulatedCollective& collective, const Membership& part) {
    call(t).took_part.push_back(part);
    std::vector<EventPlace> causes;
    for (const size_t other : awaited(collective, part.member))
      causes.push_back(collective_enters_[part.collective][other]);
    add_condition(conditions_, condition_of(collective.kind), std::move(causes), last_event(t));
  }

  static ClockCondition condition_of(CollectiveKind kind) {
    switch (kind) {
      case CollectiveKind::one_to_all:
        return ClockCondition::one_to_all;
      case CollectiveKind::all_to_one:
        return ClockCondition::all_to_one;
      case CollectiveKind::prefix:
        return ClockCondition::prefix;
      default:
        return ClockCondition::all_to_all;
    }
  }

  /// Completes up to `most` of the rank's pending requests in one call, whichever of its threads started
  /// them.
  void complete(ThreadNumber t, size_t most) {
    std::vector<Pending>& pending = pending_[run_.rank_of[t]];
    std::shuffle(pending.begin(), pending.end(), random_);
    const size_t count = std::min(most, pending.size());
    if (count == 0) return;
    std::vector<Pending> done(pending.end() - static_cast<ptrdiff_t>(count), pending.end());
    pending.resize(pending.size() - count);
    std::sort(done.begin(), done.end(),
              [](const Pending& a, const Pending& b) { return a.completion.request < b.completion.request; });

    for (const Pending& each : done) {
      if (each.thread != t) not_before(t, each.from_on);
    }
    const bool test = count == 1 && one_in(3);
    enter(t, test ? "MPI_Test" : count == 1 ? "MPI_Wait" : "MPI_Waitall");
    call(t).may_wait = !test;
    for (const Pending& each : done) threads_[t].clock = std::max(threads_[t].clock, each.waits_until);
    go_on_at(t, 0);
    for (const Pending& each : done) {
      add(t, each.completion);
      if (each.kind == Pending::send) call(t).sent.push_back(each.message);
      if (each.kind == Pending::receive) note_received(t, each.message);
      if (each.kind == Pending::collective) note_end(t, run_.collectives[each.part.collective], each.part);
    }
    leave(t);
  }

  void finalize() {
    SimulatedCollective collective{.kind = CollectiveKind::finalize, .blocking = true, .root = 0};
    std::vector<EventPlace> enters;
    for (uint32_t rank = 0; rank < ranks_; ++rank) {
      const ThreadNumber main = main_thread_[rank];
      for (ThreadNumber t = main + 1; t < main_thread_[rank + 1]; ++t) {
        compute(t);
        leave_region(t);
        not_before(main, threads_[t].clock);
      }
      collective.members.push_back(main);
      collective.empty.push_back(false);
      collective.enters.push_back(enter(main, "MPI_Finalize"));
      enters.push_back(last_event(main));
    }
    collective_enters_.push_back(std::move(enters));
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
  /// Has the first thread of each rank, and one past the last thread.
  std::vector<ThreadNumber> main_thread_;
  std::vector<CommOfRun> comms_;
  std::vector<std::vector<Pending>> pending_;  ///< Has an entry for each rank.
  std::vector<std::vector<Taken>> taken_;      ///< Has an entry for each rank.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, Progress>
      progress_;  ///< Has an entry for each communicator, source, destination and tag.
  /// Has the end of the last collective operation of each communicator and rank.
  std::map<std::pair<uint32_t, uint32_t>, int64_t> last_collective_;
  bool bytes_recorded_ = false;  ///< Says that an operation had bytes.
  uint64_t requests_ = 0;
  uint64_t handles_ = 0;
  SimulatedRun run_;
  std::vector<EventPlace> sends_;  ///< Has the send event of each message.
  /// Has the enter of each member of each collective operation.
  std::vector<std::vector<EventPlace>> collective_enters_;
  std::vector<KnownCondition> conditions_;
};

}  // namespace

RandomRun simulate_random_program(uint64_t seed) {
  return Simulation(seed).run();
}

}  // namespace latecomer::tests
