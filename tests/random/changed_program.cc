// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The program is a list of acts, which the ranks go through in its order: work of a rank, a message, the
// completion of a rank's requests, a collective operation. So the times that an act needs are known when its
// turn comes. A call ends when its own work is done and, for each of its causes, what comes from there has
// arrived: these lengths are the machine's, and the same in both runs.
//
//     sender     work | send                          arrived: send's enter + latency
//     receiver   work   | receive . . . . . |         ends:    the later one of that and enter + own work
//
// A recorded run shows which of the two decided only if a cause that came after the enter did, and one that
// came before it did not. Where an act would not be so, a rank works longer before it.

#include "random/changed_program.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <utility>

#include "base/check.h"
#include "trace/trace_builder.h"

namespace latecomer::tests {

namespace {

using trace::CollectiveOp;
using trace::Event;
using trace::EventKind;

constexpr const char* kFunctions[] = {"assemble", "solve", "update", "sort", "main"};
constexpr size_t kMain =
    std::size(kFunctions) - 1;  ///< Is the one in which a rank is when it is in no other.
constexpr uint64_t kSizes[] = {8, 1000, 100'000, 2'000'000};
constexpr size_t kFirstSynchronous = 2;  ///< From this size on, senders wait for receivers.

/// Says who waits for whom in a collective operation.
enum class Awaits : uint8_t { all_for_all, others_for_root, root_for_others, each_for_those_up_to_it };

struct Operation {
  const char* function;
  CollectiveOp op;
  Awaits awaits;
};
constexpr Operation kOperations[] = {{"MPI_Barrier", CollectiveOp::barrier, Awaits::all_for_all},
                                     {"MPI_Allreduce", CollectiveOp::allreduce, Awaits::all_for_all},
                                     {"MPI_Bcast", CollectiveOp::bcast, Awaits::others_for_root},
                                     {"MPI_Gather", CollectiveOp::gather, Awaits::root_for_others},
                                     {"MPI_Scan", CollectiveOp::scan, Awaits::each_for_those_up_to_it},
                                     {"MPI_Finalize", CollectiveOp::destroy_handle, Awaits::all_for_all}};
constexpr size_t kFinalize = std::size(kOperations) - 1;

/// Says how long things take on the machine, in ticks.
struct Machine {
  std::vector<uint32_t> node_of;                                  ///< Has the node of each rank.
  std::array<std::array<int64_t, std::size(kSizes)>, 2> latency;  ///< Has them for one node, and for two.
  std::map<std::string, int64_t> own;                             ///< Has own work of calls, by function.
  std::array<int64_t, std::size(kOperations)> of_operation;       ///< Is from the last that is needed on.
  uint64_t largest_eager = kSizes[kFirstSynchronous] - 1;         ///< Larger messages wait for receivers.

  int64_t latency_of(uint32_t a, uint32_t b, size_t size) const {
    return latency[node_of[a] == node_of[b] ? 0 : 1][size];
  }
};

/// Is what the program does next.
struct Act {
  enum class Kind : uint8_t { work, message, complete, collective };
  Kind kind;
  uint32_t rank = 0;  ///< Works, sends, completes, or is the root.
  size_t function = 0;
  int64_t length = 0;
  uint32_t receiver = 0;
  size_t size = 0;  ///< Is a position among kSizes.
  bool sender_blocks = true;
  bool receiver_blocks = true;
  size_t operation = 0;
};

/// Is a time of a rank in a function or call, with what happens at its begin and end.
struct Piece {
  std::string function;
  int64_t begin;
  int64_t end;
  std::vector<Event> at_begin = {};
  std::vector<Event> at_end = {};
};

/// Is what a call needs of somebody: it can end so long after the cause.
struct Cause {
  int64_t time;
  int64_t latency;
};

/// Is a request that its rank has not completed.
struct Request {
  Event completion;
  std::optional<Cause> cause;
};

/// Goes through acts on a machine.
class Run {
 public:
  explicit Run(const Machine& machine)
      : machine_(&machine),
        clocks_(machine.node_of.size()),
        pieces_(clocks_.size()),
        requests_(clocks_.size()) {}

  void go_on(const Act& act) {
    switch (act.kind) {
      case Act::Kind::work:
        return work(act);
      case Act::Kind::message:
        return message(act);
      case Act::Kind::complete:
        return complete(act.rank);
      case Act::Kind::collective:
        return collective(act);
    }
  }

  /// Returns whether one can see of each call so far what decided when it ended.
  bool is_clear() const { return is_clear_; }
  bool has_requests(uint32_t rank) const { return !requests_[rank].empty(); }
  /// Returns whether a rank has been in a function since its last call.
  bool has_worked(uint32_t rank, size_t function) const {
    for (auto piece = pieces_[rank].rbegin(); piece != pieces_[rank].rend(); ++piece) {
      if (piece->function == kFunctions[function]) return true;
      if (piece->function.starts_with("MPI_")) return false;
    }
    return false;
  }
  int64_t clock(uint32_t rank) const { return clocks_[rank]; }

  std::unique_ptr<trace::MemoryTrace> trace() const {
    trace::TraceBuilder builder;
    for (uint32_t rank = 0; rank < pieces_.size(); ++rank) {
      builder.on_node("node" + std::to_string(machine_->node_of[rank]));
      const trace::TraceBuilder::Thread thread = builder.thread(rank);
      int64_t now = 0;
      const auto add = [&](Event event) {
        event.time = Ticks(now);
        if (event.kind != EventKind::enter && event.kind != EventKind::leave)
          event.comm = trace::TraceBuilder::world();
        builder.events(thread).push_back(event);
      };
      add({.kind = EventKind::enter, .region = builder.region("main")});
      for (const Piece& piece : pieces_[rank]) {
        now = piece.begin;
        add({.kind = EventKind::enter, .region = builder.region(piece.function)});
        for (const Event& event : piece.at_begin) add(event);
        now = piece.end;
        for (const Event& event : piece.at_end) add(event);
        add({.kind = EventKind::leave, .region = builder.region(piece.function)});
      }
      add({.kind = EventKind::leave, .region = builder.region("main")});
    }
    Result<std::unique_ptr<trace::MemoryTrace>> trace = std::move(builder).build();
    CHECK(trace);
    return std::move(*trace);
  }

 private:
  void work(const Act& act) {
    const int64_t begin = std::exchange(clocks_[act.rank], clocks_[act.rank] + act.length);
    if (act.function != kMain)
      pieces_[act.rank].push_back({kFunctions[act.function], begin, clocks_[act.rank]});
  }

  /// Lets a rank be in a call until all that it needs is there.
  Piece& call(uint32_t rank, const std::string& function, int64_t own, const std::vector<Cause>& causes) {
    const int64_t enter = clocks_[rank];
    const int64_t ready = enter + own;
    int64_t leave = ready;
    for (const Cause& cause : causes) leave = std::max(leave, cause.time + cause.latency);
    is_clear_ = is_clear_ && (causes.empty() || shows(enter, ready, leave, causes));
    clocks_[rank] = leave;
    return pieces_[rank].emplace_back(Piece{function, enter, leave});
  }
  Piece& call(uint32_t rank, const std::string& function, const std::vector<Cause>& causes = {}) {
    return call(rank, function, machine_->own.at(function), causes);
  }
  /// Returns whether one can see whether the call's own work or the last cause decided when it ended.
  static bool shows(int64_t enter, int64_t ready, int64_t leave, const std::vector<Cause>& causes) {
    const auto last = std::ranges::max_element(causes, {}, &Cause::time);
    if (last->time <= enter) return leave == ready;
    return std::ranges::all_of(causes, [&](const Cause& cause) {
      return cause.time < last->time || cause.time + cause.latency == leave;
    });
  }

  void message(const Act& act) {
    const uint32_t from = act.rank;
    const uint32_t to = act.receiver;
    const int64_t latency = machine_->latency_of(from, to, act.size);
    const bool is_synchronous = kSizes[act.size] > machine_->largest_eager;
    const int64_t sent = clocks_[from];
    const int64_t asked = clocks_[to];
    const Cause arrival = {is_synchronous ? std::max(sent, asked) : sent, latency};
    const Event send{.peer = to, .bytes_sent = kSizes[act.size]};
    const Event receive{.peer = from, .bytes_received = kSizes[act.size]};
    // A message that is copied before its receiver asks for it takes its sender as long as to transfer it.
    const bool is_copied = !is_synchronous && act.size >= kFirstSynchronous;
    const std::optional<Cause> for_sender =
        is_synchronous || is_copied ? std::optional(arrival) : std::nullopt;
    start(from, act.sender_blocks, act.size, for_sender, true, send);
    start(to, act.receiver_blocks, act.size, arrival, false, receive);
  }

  /// Sends or receives, or starts to. A call that transfers a message does nothing else.
  void start(uint32_t rank, bool blocks, size_t size, const std::optional<Cause>& cause, bool sends,
             Event event) {
    if (blocks) {
      const std::string function = sends ? "MPI_Send" : "MPI_Recv";
      const bool transfers = size >= kFirstSynchronous;
      const bool is_there = cause && cause->time >= clocks_[rank];
      const int64_t own = !transfers ? machine_->own.at(function) : is_there ? cause->latency : 0;
      Piece& piece = call(rank, function, own, cause ? std::vector{*cause} : std::vector<Cause>());
      event.kind = sends ? EventKind::send : EventKind::recv;
      (sends ? piece.at_begin : piece.at_end).push_back(event);
      return;
    }
    event.request = ++last_request_;
    Piece& piece = call(rank, sends ? "MPI_Isend" : "MPI_Irecv");
    if (sends) {
      event.kind = EventKind::isend;
      piece.at_begin.push_back(event);
      requests_[rank].push_back({{.kind = EventKind::isend_complete, .request = event.request}, cause});
    } else {
      piece.at_begin.push_back({.kind = EventKind::irecv_request, .request = event.request});
      event.kind = EventKind::irecv;
      requests_[rank].push_back({event, cause});
    }
  }

  void complete(uint32_t rank) {
    std::vector<Cause> causes;
    for (const Request& each : requests_[rank])
      if (each.cause) causes.push_back(*each.cause);
    Piece& piece = call(rank, "MPI_Waitall", causes);
    for (const Request& each : requests_[rank]) piece.at_end.push_back(each.completion);
    requests_[rank].clear();
  }

  void collective(const Act& act) {
    const Operation& operation = kOperations[act.operation];
    const std::vector<int64_t> enters = clocks_;
    const int64_t latency = machine_->of_operation[act.operation];
    const bool has_root =
        operation.awaits == Awaits::others_for_root || operation.awaits == Awaits::root_for_others;
    const bool holds_all = operation.awaits == Awaits::all_for_all;
    for (uint32_t rank = 0; rank < enters.size(); ++rank) {
      std::vector<Cause> causes;
      for (uint32_t other = 0; other < enters.size(); ++other)
        if (is_awaited(operation.awaits, rank, other, act.rank)) causes.push_back({enters[other], latency});
      // Nobody has own work in an operation that holds all: its time is that from the last one on.
      Piece& piece = holds_all ? call(rank, operation.function, latency, causes)
                               : call(rank, operation.function, causes);
      piece.at_begin.push_back({.kind = EventKind::collective_begin});
      piece.at_end.push_back({.kind = EventKind::collective_end,
                              .collective = operation.op,
                              .root = has_root ? act.rank : trace::kNoRank,
                              .bytes_sent = 8,
                              .bytes_received = 8});
    }
  }

  static bool is_awaited(Awaits awaits, uint32_t rank, uint32_t other, uint32_t root) {
    switch (awaits) {
      case Awaits::all_for_all:
        return true;
      case Awaits::others_for_root:
        return rank != root && other == root;
      case Awaits::root_for_others:
        return rank == root && other != root;
      case Awaits::each_for_those_up_to_it:
        return other <= rank;
    }
    return false;
  }

  const Machine* machine_;
  std::vector<int64_t> clocks_;
  std::vector<std::vector<Piece>> pieces_;
  std::vector<std::vector<Request>> requests_;
  uint64_t last_request_ = 0;
  bool is_clear_ = true;
};

/// Makes up a machine, a program and changes.
class RandomProgram {
 public:
  explicit RandomProgram(uint64_t seed) : random_(seed) {}

  ChangedProgram simulate() {
    make_machine();
    Run run(machine_);
    run_ = &run;
    show_each_kind();
    for (size_t i = 20 + pick(40); i > 0; --i) add_random();
    for (uint32_t rank = 0; rank < ranks(); ++rank)
      if (run.has_requests(rank)) add({.kind = Act::Kind::complete, .rank = rank});
    add({.kind = Act::Kind::collective, .operation = kFinalize});
    ChangedProgram program;
    program.recorded = run.trace();
    make_changes(program.changes);
    Machine machine = machine_;
    for (const ProgramChange& change : program.changes) apply(change, machine);
    Run changed(machine);
    for (const Act& act : acts_) changed.go_on(act);
    program.changed = changed.trace();
    return program;
  }

 private:
  uint64_t pick(uint64_t below) { return std::uniform_int_distribution<uint64_t>(0, below - 1)(random_); }
  bool one_in(uint64_t number) { return pick(number) == 0; }
  uint32_t ranks() const { return static_cast<uint32_t>(machine_.node_of.size()); }
  uint32_t pick_rank() { return static_cast<uint32_t>(pick(ranks())); }
  /// Returns a length of five significant bits, as lengths are known to.
  int64_t pick_length(uint64_t doublings) { return static_cast<int64_t>((16 + pick(16)) << pick(doublings)); }

  void make_machine() {
    const uint64_t ranks = 2 + pick(5);
    const uint64_t nodes = 1 + pick(2);
    for (uint64_t rank = 0; rank < ranks; ++rank)
      machine_.node_of.push_back(static_cast<uint32_t>(rank * nodes / ranks));
    for (auto& of_sizes : machine_.latency) {
      for (int64_t& latency : of_sizes) latency = pick_length(4);
      std::ranges::sort(of_sizes);
    }
    for (const char* function : {"MPI_Send", "MPI_Recv", "MPI_Isend", "MPI_Irecv", "MPI_Waitall"})
      machine_.own[function] = pick_length(2);
    for (size_t i = 0; i < std::size(kOperations); ++i) {
      machine_.own[kOperations[i].function] = pick_length(2);
      machine_.of_operation[i] = pick_length(4);
    }
    // A member of a scan waits for itself as well.
    int64_t& scan = machine_.own["MPI_Scan"];
    for (size_t i = 0; i < std::size(kOperations); ++i)
      if (kOperations[i].op == CollectiveOp::scan) scan = std::max(scan, machine_.of_operation[i]);
  }

  /// Adds an act if one can see what decides in it. Where one cannot, somebody works longer before it.
  bool add(const Act& act) {
    for (int attempt = 0; attempt < 20; ++attempt) {
      Run next = *run_;
      next.go_on(act);
      if (next.is_clear()) {
        *run_ = std::move(next);
        acts_.push_back(act);
        return true;
      }
      const bool of_both = act.kind == Act::Kind::message && one_in(2);
      add_work(act.kind == Act::Kind::collective ? pick_rank() : of_both ? act.receiver : act.rank);
    }
    CHECK(act.kind != Act::Kind::complete && act.operation != kFinalize);
    return false;
  }

  /// Lets a rank work, in a function in which it has not been since its last call, or in none.
  void add_work(uint32_t rank, int64_t at_least = 0) {
    size_t function = pick(kMain);
    for (size_t tries = 0; tries < kMain && run_->has_worked(rank, function); ++tries)
      function = (function + 1) % kMain;
    if (run_->has_worked(rank, function)) function = kMain;
    const int64_t length = at_least + static_cast<int64_t>(1 + pick(2000));
    // Those of one function or none are scaled together, so each has to be whole when it is scaled.
    const Act work{
        .kind = Act::Kind::work, .rank = rank, .function = function, .length = (length / 20 + 1) * 20};
    run_->go_on(work);
    acts_.push_back(work);
  }

  /// Lets a rank come to its next call later than all others.
  void let_come_last(uint32_t rank) {
    int64_t latest = 0;
    for (uint32_t other = 0; other < ranks(); ++other) latest = std::max(latest, run_->clock(other));
    add_work(rank, latest - run_->clock(rank) + 1000);
  }

  /// Begins with each kind of call and message, waiting and without waiting.
  void show_each_kind() {
    for (uint32_t other : {1U, ranks() - 1}) {
      for (size_t size = 0; size < std::size(kSizes); ++size)
        for (const bool sender_waits : {false, true})
          for (const auto& [sender_blocks, receiver_blocks] :
               {std::pair(true, true), {true, false}, {false, true}, {false, false}}) {
            let_come_last(sender_waits ? other : 0);
            add({.kind = Act::Kind::message,
                 .rank = 0,
                 .receiver = other,
                 .size = size,
                 .sender_blocks = sender_blocks,
                 .receiver_blocks = receiver_blocks});
            for (const uint32_t rank : {0U, other}) {
              if (!run_->has_requests(rank)) continue;
              add({.kind = Act::Kind::complete, .rank = rank});
            }
          }
    }
    for (size_t i = 0; i < kFinalize; ++i)
      for (const uint32_t last : {0U, 1U}) {
        let_come_last(last);
        add({.kind = Act::Kind::collective, .rank = 0, .operation = i});
      }
  }

  void add_random() {
    const uint32_t rank = pick_rank();
    switch (pick(5)) {
      case 0:
      case 1:
        return add_work(rank);
      case 2: {
        const uint32_t receiver = static_cast<uint32_t>((rank + 1 + pick(ranks() - 1)) % ranks());
        const bool sender_blocks = one_in(2);
        add({.kind = Act::Kind::message,
             .rank = rank,
             .receiver = receiver,
             .size = pick(std::size(kSizes)),
             .sender_blocks = sender_blocks,
             .receiver_blocks = one_in(2)});
        return;
      }
      case 3:
        if (run_->has_requests(rank)) add({.kind = Act::Kind::complete, .rank = rank});
        return;
      case 4:
        add({.kind = Act::Kind::collective, .rank = rank, .operation = pick(kFinalize)});
        return;
    }
  }

  void make_changes(std::vector<ProgramChange>& changes) {
    using Kind = ProgramChange::Kind;
    static constexpr double kFactors[] = {0, 0.1, 0.25, 0.5, 0.9, 1, 1.25, 2, 5};
    static constexpr double kSpeeds[] = {0.5, 0.8, 2, 4};
    const Kind kind = static_cast<Kind>(pick(9));
    ProgramChange change{.kind = kind};
    if (kind <= Kind::even) change.function = kFunctions[pick(kMain)];
    change.factor =
        kind == Kind::rank_speed ? kSpeeds[pick(std::size(kSpeeds))] : kFactors[pick(std::size(kFactors))];
    const bool is_of_ranks = kind == Kind::rank_speed || (kind <= Kind::even && one_in(3));
    for (uint32_t rank = 0; is_of_ranks && rank < ranks(); ++rank)
      if (one_in(2)) change.ranks.push_back(rank);
    if (is_of_ranks && change.ranks.empty()) change.ranks.push_back(pick_rank());
    if (kind == Kind::network) {
      change.latency = static_cast<int64_t>(pick(300));
      change.bytes_per_tick = static_cast<int64_t>(1 + pick(5000));
    }
    static constexpr uint64_t kLargest[] = {0, 8, 999, 1000, 100'000, 1'000'000'000};
    if (kind == Kind::eager) change.bytes = kLargest[pick(std::size(kLargest))];
    // The mean of lengths that are multiples of 20 can be half a tick, which is rounded up or down.
    size_t visits = 0;
    for_each_work(change, [&](const Act&) { ++visits; });
    if (change.kind == Kind::even && visits % 8 == 0) change.kind = Kind::balance_each;
    changes.push_back(change);
    const bool is_of_network = kind >= Kind::collectives;
    if (!is_of_network && one_in(4)) changes.push_back({.kind = Kind::instant_network});
  }

  // What changes

  void apply(const ProgramChange& change, Machine& machine) {
    using Kind = ProgramChange::Kind;
    switch (change.kind) {
      case Kind::scale:
        return for_each_work(change, [&](Act& work) { scale(work, change.factor); });
      case Kind::rank_speed:
        return for_each_work(change, [&](Act& work) { scale(work, 1 / change.factor); });
      case Kind::balance:
        return balance(change);
      case Kind::balance_each:
        return balance_each(change);
      case Kind::even:
        return make_even(change);
      case Kind::collectives:
        for (size_t i = 0; i < std::size(kOperations); ++i) {
          scale(machine.of_operation[i], change.factor);
          scale(machine.own[kOperations[i].function], change.factor);
        }
        return;
      case Kind::instant_network:
        for (auto& of_sizes : machine.latency) of_sizes = {};
        for (auto& [function, own] : machine.own) own = 0;
        machine.of_operation = {};
        return;
      case Kind::network:
        return change_network(change, machine);
      case Kind::eager:
        machine.largest_eager = change.bytes;
    }
  }

  /// Gives messages the network's latency and speed, and collective operations the latency for each doubling
  /// of their members; the end of the program is none of these.
  void change_network(const ProgramChange& change, Machine& machine) const {
    const auto of_bytes = [&](uint64_t bytes) {
      return static_cast<double>(bytes) / static_cast<double>(change.bytes_per_tick);
    };
    const auto latency = static_cast<double>(change.latency);
    for (auto& of_sizes : machine.latency)
      for (size_t i = 0; i < std::size(kSizes); ++i)
        of_sizes[i] = std::llround(latency + of_bytes(kSizes[i]));
    const double doublings = std::ceil(std::log2(ranks()));
    for (size_t i = 0; i < kFinalize; ++i)
      machine.of_operation[i] = std::llround(doublings * latency + of_bytes(8));
  }

  static void scale(int64_t& length, double factor) {
    length = std::llround(factor * static_cast<double>(length));
  }
  static void scale(Act& work, double factor) { scale(work.length, factor); }

  template <class Visit>
  void for_each_work(const ProgramChange& change, const Visit& visit) {
    for (Act& act : acts_) {
      const bool is_of_rank = change.ranks.empty() || std::ranges::count(change.ranks, act.rank) > 0;
      const bool is_in_function = change.function.empty() || change.function == kFunctions[act.function];
      if (act.kind == Act::Kind::work && is_of_rank && is_in_function) visit(act);
    }
  }

  void balance(const ProgramChange& change) {
    std::map<uint32_t, int64_t> totals;
    for_each_work(change, [&](const Act& work) { totals[work.rank] += work.length; });
    double sum = 0;
    for (const auto& [rank, total] : totals) sum += static_cast<double>(total);
    for_each_work(change, [&](Act& work) {
      scale(work, sum / static_cast<double>(totals.size()) / static_cast<double>(totals[work.rank]));
    });
  }

  void balance_each(const ProgramChange& change) {
    std::map<uint32_t, std::vector<Act*>> visits;
    for_each_work(change, [&](Act& work) { visits[work.rank].push_back(&work); });
    for (size_t n = 0;; ++n) {
      std::vector<Act*> nth;
      for (const auto& [rank, of_rank] : visits)
        if (n < of_rank.size()) nth.push_back(of_rank[n]);
      if (nth.empty()) return;
      double sum = 0;
      for (const Act* act : nth) sum += static_cast<double>(act->length);
      const double mean = sum / static_cast<double>(nth.size());
      for (Act* act : nth) scale(*act, mean / static_cast<double>(act->length));
    }
  }

  void make_even(const ProgramChange& change) {
    double sum = 0;
    double visits = 0;
    for_each_work(change, [&](const Act& work) {
      sum += static_cast<double>(work.length);
      ++visits;
    });
    for_each_work(change, [&](Act& work) { scale(work, sum / visits / static_cast<double>(work.length)); });
  }

  std::mt19937_64 random_;
  Machine machine_;
  std::vector<Act> acts_;
  Run* run_ = nullptr;  ///< Is the recorded run, as far as it has come.
};

}  // namespace

ChangedProgram simulate_changed_program(uint64_t seed) {
  return RandomProgram(seed).simulate();
}

}  // namespace latecomer::tests
