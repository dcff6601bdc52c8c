// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Waits in calls that did not end.
//
//     rank 0:  work work work work work work work |      the program was killed here
//     rank 1:  work | Recv from 0 ~~~~~~~~~~~~~~~ |
//     rank 2:  work work | Barrier ~~~~~~~~~~~~~~ |      for rank 1
//
// A call that was open in the end had waited since it began, unless what it waits for has been done: then
// data were on their way. Its kind is that of the wait state that it would have become.
//
// Nobody ended the wait. Whoever did work of its own meanwhile, and whom all that the call needs depends on
// alone, directly or through others, is the cause: here rank 0. Where calls wait for each other, or for ranks
// that have ended, nobody is, and the waiting is attributed to no one.
//
// Cost: O(open calls + what they need).

#include "analyze/program_end/open_waits.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analyze/waits/wait_kinds.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;
using trace::LocationGroupId;
using trace::LocationId;
using trace::RegionRole;
using Kind = Pending::Kind;

/// Returns whether what an open call waits for may have been done, so that it had not to wait any more.
bool can_end(const OpenCall& call, const std::vector<PendingState>& states) {
  const auto is_done = [](const PendingState& state) { return state.can_end; };
  if (states.empty()) return false;
  return call.for_any ? std::ranges::any_of(states, is_done) : std::ranges::all_of(states, is_done);
}

/// Finds who has the operations that each process waits for, down to one that works.
class Roots {
 public:
  Roots(const EndOfProgram& end, const PendingStates& states) : end_(end), states_(states) {
    nodes_.resize(end.processes.size() + states.missing.size());
    add_processes();
    for (size_t m = 0; m < states.missing.size(); ++m) {
      for (const LocationGroupId process : states.missing[m])
        add_need(end.processes.size() + m, process.index());
    }
    settle();
  }

  /// Returns the thread because of whose work the call did not end; invalid: nobody who is known.
  LocationId of(const OpenCall& call) const {
    const Node& node = nodes_[call.process.index()];
    return node.call == &call && node.is_settled ? node.root : LocationId();
  }

 private:
  struct Node {
    const OpenCall* call = nullptr;  ///< Is the only call of a process.
    std::vector<uint32_t> needed_by;
    size_t open_needs = 0;
    LocationId root;
    bool is_one = true;  ///< Says that all that was settled has the same root.
    bool is_settled = false;
  };

  void add_need(size_t node, size_t other) {
    nodes_[other].needed_by.push_back(static_cast<uint32_t>(node));
    ++nodes_[node].open_needs;
  }

  void add_processes() {
    std::vector<size_t> calls(end_.processes.size());
    for (const OpenCall& call : end_.calls) ++calls[call.process.index()];
    for (size_t c = 0; c < end_.calls.size(); ++c) {
      const OpenCall& call = end_.calls[c];
      const size_t process = call.process.index();
      const bool runs = end_.processes[process].state == ProcessAtEnd::State::runs;
      if (!runs || calls[process] > 1) continue;
      nodes_[process].call = &call;
      if (call.computing) {
        nodes_[process].root = call.location;
        ready_.push_back(process);
      } else if (!call.polling) {
        add_needs(process, call, states_.of_calls[c]);
      }
    }
  }

  /// Adds none, if not all is known.
  void add_needs(size_t process, const OpenCall& call, const std::vector<PendingState>& states) {
    for (size_t i = 0; i < states.size(); ++i) {
      const bool is_message = call.pending[i].kind == Kind::receive || call.pending[i].kind == Kind::send;
      if (states[i].can_end) continue;
      if (is_message && call.pending[i].process.valid() && !call.pending[i].any_process)
        add_need(process, call.pending[i].process.index());
      else if (!is_message && states[i].missing != PendingState::kNone)
        add_need(process, end_.processes.size() + states[i].missing);
      else
        ++nodes_[process].open_needs;  // it stays open
    }
  }

  void settle() {
    for (size_t next = 0; next < ready_.size(); ++next) {
      Node& node = nodes_[ready_[next]];
      node.is_settled = true;
      const LocationId root = node.is_one ? node.root : LocationId();
      node.root = root;
      for (const uint32_t needed_by : node.needed_by) {
        Node& other = nodes_[needed_by];
        if (!root.valid() || (other.root.valid() && other.root != root)) other.is_one = false;
        other.root = root;
        if (--other.open_needs == 0) ready_.push_back(needed_by);
      }
    }
  }

  const EndOfProgram& end_;
  const PendingStates& states_;
  std::vector<Node> nodes_;  ///< Are those of processes, and then of what PendingStates::missing has.
  std::vector<size_t> ready_;
};

Builtin collective_wait(RegionRole role) {
  switch (role) {
    case RegionRole::collective_one_to_all:
      return Builtin::mpi_latebroadcast;
    case RegionRole::collective_all_to_one:
      return Builtin::mpi_wait_n21;
    case RegionRole::collective_other:
      return Builtin::mpi_earlyscan;
    default:
      return Builtin::mpi_wait_nxn;
  }
}

/// Returns whether it waits for an operation of this kind that cannot end or, if that is unknown, may do so.
bool waits_for(const OpenCall& call, const std::vector<PendingState>& states, Kind kind) {
  for (size_t i = 0; i < states.size(); ++i) {
    if (call.pending[i].kind == kind && !states[i].can_end) return true;
  }
  return states.empty() && call.incomplete[static_cast<size_t>(kind)] > 0;
}

std::optional<Builtin> wait_for_requests(const OpenCall& call, const std::vector<PendingState>& states) {
  if (waits_for(call, states, Kind::receive)) return Builtin::mpi_latesender;
  if (waits_for(call, states, Kind::send)) return Builtin::mpi_latereceiver;
  if (waits_for(call, states, Kind::collective)) return Builtin::mpi_wait_nxn;
  return std::nullopt;
}

std::optional<Builtin> message_wait(const trace::Region& region, const OpenCall& call,
                                    const std::vector<PendingState>& states) {
  if (probes(region)) return Builtin::mpi_latesender_probe;
  if (call.of_requests || !states.empty()) return wait_for_requests(call, states);
  return sends_only(region) ? Builtin::mpi_latereceiver : Builtin::mpi_latesender;
}

std::optional<Builtin> active_target_wait(CallKind kind) {
  if (kind == CallKind::window_wait || kind == CallKind::test) return Builtin::mpi_rma_early_wait;
  if (kind == CallKind::window_start || kind == CallKind::window_complete)
    return Builtin::mpi_rma_sync_late_post;
  return Builtin::mpi_rma_wait_at_fence;
}

std::optional<Builtin> wait_in(const RegionClass& of, const trace::Region& region, const OpenCall& call,
                               const std::vector<PendingState>& states) {
  switch (of.time) {
    case Builtin::mpi_point2point:
      return message_wait(region, call, states);
    case Builtin::mpi_sync_collective:
      return Builtin::mpi_barrier_wait;
    case Builtin::mpi_collective:
      return collective_wait(region.role);
    case Builtin::mpi_init_exit:
      return Builtin::mpi_finalize_wait;
    case Builtin::mpi_mgmt_comm:
      return Builtin::mpi_mgmt_comm_wait;
    case Builtin::mpi_mgmt_win:
      return region.name.ends_with("free") ? Builtin::mpi_rma_wait_at_free : Builtin::mpi_rma_wait_at_create;
    case Builtin::mpi_rma_sync_active:
      return active_target_wait(of.kind);
    case Builtin::mpi_rma_sync_passive:
      // Which lock it waits for has to be known: one that is given back was had before.
      if (states.empty() || !waits_for(call, states, Kind::lock)) return std::nullopt;
      return Builtin::mpi_rma_sync_lock_competition;
    case Builtin::mpi_mgmt_file:
      return Builtin::mpi_mgmt_file_wait;
    case Builtin::mpi_io_collective:
      return Builtin::mpi_io_wait;
    case Builtin::omp_ebarrier:
      return Builtin::omp_ebarrier_wait;
    case Builtin::omp_ibarrier:
      return Builtin::omp_ibarrier_wait;
    case Builtin::pthread_management:
      return Builtin::pthread_join_wait;
    default:
      return wait_for_release(of.time);
  }
}

/// Returns the wait of the call, or of the polling run, that was open; nothing where it had not to wait.
std::optional<WaitState> open_wait(const CondensedTrace& trace, const OpenCall& call,
                                   const std::vector<PendingState>& states, const Roots& roots) {
  if (call.computing || can_end(call, states)) return std::nullopt;
  const CondensedLocation& location = trace[call.location];
  const CallIndex index = call.between_tests ? location.open.last_run : location.open.call;
  const trace::RegionId id = trace.call_tree[call.path].region;
  if (index == kNoCall || id.index() >= trace.definitions.regions.size()) return std::nullopt;
  const trace::Region& region = trace.definitions.regions[id.index()];
  if (!call.polling && !blocks(region)) return std::nullopt;
  std::optional<Builtin> metric = wait_in(trace.class_of(call.path), region, call, states);
  if (!metric) return std::nullopt;
  if (call.polling) metric = wait_kind(*metric).by_polling;
  const Call of_location = location.call(index);
  return WaitState{*metric, index, of_location.leave - of_location.enter, of_location.leave, roots.of(call)};
}

}  // namespace

WaitStates find_open_waits(const CondensedTrace& trace, const EndOfProgram& end,
                           const PendingStates& states) {
  WaitStates waits(trace.locations.size());
  const Roots roots(end, states);
  for (size_t c = 0; c < end.calls.size(); ++c) {
    const OpenCall& call = end.calls[c];
    if (!trace.is_local(call.location)) continue;
    const std::optional<WaitState> wait = open_wait(trace, call, states.of_calls[c], roots);
    if (wait) waits[trace.local(call.location)].push_back(*wait);
  }
  return waits;
}

void append_open_waits(WaitStates open, WaitStates& waits) {
  for (size_t l = 0; l < open.size(); ++l) {
    for (WaitState& wait : open[l]) {
      if (!waits[l].empty()) wait.amount = std::min(wait.amount, wait.end - waits[l].back().end);
      if (wait.amount > Ticks()) waits[l].push_back(wait);
    }
  }
}

}  // namespace latecomer::analyze
