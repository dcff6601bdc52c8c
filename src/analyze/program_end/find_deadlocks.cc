// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Which processes wait for each other, so that none of them can ever go on.
//
// A process can go on if any of its threads can; a thread, unless it is in a call that waits for what will
// never come. That is known of
//
//     a receive         its source, or any member of the communicator, has to go on and send
//     a barrier and     all members that have not entered have to go on
//     the like
//     a window's lock   all that have one that excludes it have to go on and give it back
//
// and with less certainty of
//
//     a send            its destination has to go on and receive, unless the library takes the data; that it
//                       did not is known only of a call that has been open for long, and that can wait for
//                       nothing else
//     other collective  some member that has not entered has to go on: whether that is so, and who, depends
//     operations        on the algorithm
//
// A call that waits for several operations waits for all of them, but MPI_Waitany, MPI_Waitsome for any. A
// process of which the trace says nothing can go on.
//
// Cost: O(processes + operations that open calls wait for).

#include "analyze/program_end/find_deadlocks.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyze/program_end/wait_for_graph.h"

namespace latecomer::analyze {

namespace {

using trace::CommId;
using trace::LocationGroupId;
using Kind = Pending::Kind;
using Node = WaitForGraph::Node;
using Needs = WaitForGraph::Needs;
using State = ProcessAtEnd::State;

/// Is longer than it takes to copy what an MPI library takes from a send that nobody receives.
constexpr double kLong = 1.0;  // is in seconds

/// Limits all receives from any source together; those that have more can go on, for all that is said here.
constexpr size_t kMostSources = 10'000'000;

class DeadlockSearch {
 public:
  DeadlockSearch(const TraceContext& trace, const CommMembers& members, const EndOfProgram& end,
                 const PendingStates& states)
      : trace_(trace), members_(members), end_(end), states_(states) {
    for (size_t p = 0; p < end.processes.size(); ++p) graph_.add(Needs::any);
    goes_on_ = graph_.add(Needs::all);
    add_calls();
    stuck_ = graph_.stuck();
  }

  std::vector<Deadlock> deadlocks() const {
    std::vector<Deadlock> found;
    for (const Circle& circle : find_circles(graph_, stuck_, end_.processes.size())) {
      Deadlock& deadlock = found.emplace_back();
      // A circle goes from a process to its call, to what that needs, to the next process, ...
      constexpr size_t kStep = 3;
      for (size_t i = 0; i < circle.nodes.size(); i += kStep) {
        const size_t next = (i + kStep) % circle.nodes.size();
        deadlock.circle.push_back(
            blocked(circle.nodes[i + 1], circle.nodes[i + 2], LocationGroupId(size_t{circle.nodes[next]})));
      }
      for (const Node node : circle.waiting) {
        if (node < end_.processes.size()) deadlock.waiting.emplace_back(size_t{node});
      }
      std::ranges::sort(deadlock.waiting);
    }
    return found;
  }

  std::vector<WaitForEnded> waits_for_ended() const {
    std::vector<WaitForEnded> found;
    for (const auto& [node, needs] : needs_of_calls_) {
      if (!stuck_[node]) continue;
      for (const auto& [need, pending] : needs) {
        std::vector<LocationGroupId> processes = ended(need, end_.calls[calls_.at(node)].process);
        if (processes.empty()) continue;
        found.push_back({calls_.at(node), pending, std::move(processes)});
        break;
      }
    }
    return found;
  }

 private:
  /// Holds what a call needs, with the position in its `pending`.
  using NeedsOfCall = std::vector<std::pair<Node, uint32_t>>;

  void add_calls() {
    for (size_t p = 0; p < end_.processes.size(); ++p) {
      if (end_.processes[p].state == State::unknown) graph_.add_need(static_cast<Node>(p), goes_on_);
    }
    std::set<LocationGroupId> in_calls;
    for (size_t c = 0; c < end_.calls.size(); ++c) {
      const LocationGroupId process = end_.calls[c].process;
      if (end_.processes[process.index()].state != State::runs) continue;
      in_calls.insert(process);
      graph_.add_need(process.value, add_call(static_cast<uint32_t>(c)));
    }
    for (size_t p = 0; p < end_.processes.size(); ++p) {
      if (end_.processes[p].state == State::runs && !in_calls.contains(LocationGroupId(p)))
        graph_.add_need(static_cast<Node>(p), goes_on_);
    }
  }

  Node add_call(uint32_t c) {
    const OpenCall& call = end_.calls[c];
    const bool buffered = trace_.class_of(call.path).kind == CallKind::buffered_send;
    if (call.computing || call.polling || buffered || call.pending.empty()) return goes_on_;
    NeedsOfCall needs;
    const bool certain = !call.for_any && add_certain_needs(c, needs);
    if (!certain && !add_all_needs(c, needs)) return goes_on_;
    const Node node = graph_.add(certain ? Needs::all : Needs::any);
    for (const auto& [need, pending] : needs) graph_.add_need(node, need);
    calls_[node] = c;
    needs_of_calls_[node] = std::move(needs);
    return node;
  }

  /// Adds those without which it cannot go on. Returns false if there are none.
  bool add_certain_needs(uint32_t c, NeedsOfCall& needs) {
    const OpenCall& call = end_.calls[c];
    for (uint32_t i = 0; i < call.pending.size(); ++i) {
      if (!states_.of_calls[c][i].can_end && is_certain(call, call.pending[i]))
        needs.emplace_back(add_operation(c, i), i);
    }
    return !needs.empty();
  }

  /// Adds those one of which it needs. Returns false if it may need none of them.
  bool add_all_needs(uint32_t c, NeedsOfCall& needs) {
    const OpenCall& call = end_.calls[c];
    const bool is_long = (call.until - call.since).seconds(trace_.definitions.ticks_per_second) >= kLong;
    for (uint32_t i = 0; i < call.pending.size(); ++i) {
      if (states_.of_calls[c][i].can_end || (!is_long && !is_certain(call, call.pending[i]))) return false;
      needs.emplace_back(add_operation(c, i), i);
    }
    return true;
  }

  bool is_certain(const OpenCall& call, const Pending& pending) const {
    if (pending.kind == Kind::receive || pending.kind == Kind::lock) return true;
    if (pending.kind == Kind::send) return trace_.class_of(call.path).kind == CallKind::synchronous_send;
    const trace::RegionId region = trace_.call_tree[call.path].region;
    return holds_all_members(trace_.definitions.regions[region.index()]) &&
           trace_.definitions.communicators[pending.comm.index()].kind != trace::CommKind::inter;
  }

  /// Adds who has to do their parts.
  Node add_operation(uint32_t c, uint32_t i) {
    const OpenCall& call = end_.calls[c];
    const Pending& pending = call.pending[i];
    if (pending.kind == Kind::collective || pending.kind == Kind::lock) {
      const Needs needs = is_certain(call, pending) ? Needs::all : Needs::any;
      const uint32_t missing = states_.of_calls[c][i].missing;
      const auto [found, is_new] = collectives_.try_emplace({missing, needs});
      if (!is_new) return found->second;
      found->second = graph_.add(needs);
      for (const LocationGroupId process : states_.missing[missing])
        graph_.add_need(found->second, process.value);
      return found->second;
    }
    return pending.any_process ? add_sources(call.process, pending.comm) : add_any({pending.process});
  }

  Node add_any(const std::vector<LocationGroupId>& processes) {
    const Node node = graph_.add(Needs::any);
    for (const LocationGroupId process : processes) graph_.add_need(node, process.value);
    return node;
  }

  /// Adds whom a member of a communicator can get messages from, other than itself.
  Node add_sources(LocationGroupId self, CommId comm) {
    const trace::Communicator& communicator = trace_.definitions.communicators[comm.index()];
    if (communicator.kind == trace::CommKind::self) return add_any({self});
    const bool remote = communicator.kind == trace::CommKind::inter && !members_.in_remote_group(comm, self);
    std::vector<LocationGroupId> sources =
        members_.processes(remote ? communicator.remote_group : communicator.group);
    if (sources.size() > 1) std::erase(sources, self);
    if (sources.size() > sources_left_) return goes_on_;
    sources_left_ -= sources.size();
    return add_any(sources);
  }

  Blocked blocked(Node call, Node need, LocationGroupId process) const {
    const NeedsOfCall& needs = needs_of_calls_.at(call);
    const auto found = std::ranges::find(needs, need, &std::pair<Node, uint32_t>::first);
    return {calls_.at(call), found->second, process};
  }

  bool has_ended(Node process) const {
    return end_.processes[process].state == State::ended || end_.processes[process].state == State::finalized;
  }

  /// Returns processes because of which what a call of `self` needs never comes: if any would do, all of
  /// them.
  std::vector<LocationGroupId> ended(Node need, LocationGroupId self) const {
    std::vector<LocationGroupId> found;
    size_t others = 0;
    for (const Node process : graph_.needs(need)) {
      if (process == self.value) continue;
      ++others;
      if (has_ended(process)) found.emplace_back(size_t{process});
    }
    const bool all_needed = graph_.kind(need) == Needs::all;
    if (!all_needed && found.size() < others) found.clear();
    return found;
  }

  const TraceContext& trace_;
  const CommMembers& members_;
  const EndOfProgram& end_;
  const PendingStates& states_;
  WaitForGraph graph_;  ///< Has the processes as its first nodes.
  Node goes_on_ = 0;
  std::map<Node, uint32_t> calls_;
  std::map<Node, NeedsOfCall> needs_of_calls_;
  std::map<std::pair<uint32_t, Needs>, Node> collectives_;
  size_t sources_left_ = kMostSources;
  std::vector<bool> stuck_;
};

}  // namespace

Deadlocks find_deadlocks(const TraceContext& trace, const CommMembers& members, const EndOfProgram& end,
                         const PendingStates& states) {
  const DeadlockSearch search(trace, members, end, states);
  return {search.deadlocks(), search.waits_for_ended()};
}

}  // namespace latecomer::analyze
