// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Waits in collective operations.
//
//     rank 0:  | Barrier ~~~~~~~~~~~~~~~~~~~ ::: |
//     rank 1:  work work | Barrier ~~~~~~~~~ :: |
//     rank 2:  work work work work | Barrier : |
//
// The wait (~) lasts until the last has entered. From there, or from when the first has left, it is
// completion (:), to one's own end.
//
// In an all-to-one operation the root waits in two steps, which together are an Early Reduce: for the first
// of the others, then for the last (Wait at N to 1), because from the first arrival on somebody could already
// have been served.
//
// With the matches at hand each is a difference of two times. Cost: O(members of all operations).

#include "analyze/waits/find_collective_waits.h"

#include <algorithm>
#include <optional>

#include "analyze/match/synchronization.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

std::optional<Builtin> wait_on_window(trace::CollectiveOp op) {
  if (frees(op)) return Builtin::mpi_rma_wait_at_free;
  switch (synchronization_of(op)) {
    case Synchronization::barrier:
      return Builtin::mpi_rma_wait_at_fence;
    case Synchronization::management:
      return Builtin::mpi_rma_wait_at_create;
    default:
      return std::nullopt;
  }
}

std::optional<Builtin> wait_metric(const Collective& collective, const RegionClass& call) {
  if (call.time == Builtin::execution) return std::nullopt;  // it is not of MPI
  if (collective.window.valid()) return wait_on_window(collective.op);
  if (collective.file.valid())
    return call.time == Builtin::mpi_mgmt_file ? Builtin::mpi_mgmt_file_wait : Builtin::mpi_io_wait;
  const Synchronization kind = synchronization_of(collective.op);
  if (call.kind == CallKind::finalize) return Builtin::mpi_finalize_wait;
  if (call.kind == CallKind::init) return std::nullopt;
  switch (kind) {
    case Synchronization::barrier:
      return Builtin::mpi_barrier_wait;
    case Synchronization::all_to_all:
      return Builtin::mpi_wait_nxn;
    case Synchronization::one_to_all:
      return Builtin::mpi_latebroadcast;
    case Synchronization::all_to_one:
      return Builtin::mpi_wait_n21;
    case Synchronization::prefix:
      return Builtin::mpi_earlyscan;
    case Synchronization::management:
      return Builtin::mpi_mgmt_comm_wait;
    case Synchronization::none:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Builtin> completion_metric(const Collective& collective, CallKind call) {
  if (collective.window.valid() || collective.file.valid()) return std::nullopt;
  const Synchronization kind = synchronization_of(collective.op);
  if (call == CallKind::init) return Builtin::mpi_init_completion;
  if (call == CallKind::finalize) return std::nullopt;
  if (kind == Synchronization::barrier) return Builtin::mpi_barrier_completion;
  if (kind == Synchronization::all_to_all) return Builtin::mpi_nxn_completion;
  return std::nullopt;
}

/// Adds the wait from `from` to `arrival`, both within the call; nothing if it is not positive.
void add_wait(LargeVector<WaitState>& waits, Builtin metric, CallIndex index, const Call& call, Ticks from,
              const Arrival& arrival) {
  if (!arrival.known()) return;
  const Ticks end = std::min(arrival.enter, call.leave);
  const Ticks amount = end - std::max(from, call.enter);
  if (amount > Ticks()) waits.push_back({metric, index, amount, end, arrival.location});
}

/// Returns whether it was held. Most of what is done to a file together need not hold its members, but can:
/// one that left before the last had entered was not held.
bool is_held(const Call& call, const Collective& collective, const CollectiveMatch& match) {
  const bool may_leave = collective.file.valid() && collective.op != trace::CollectiveOp::create_handle;
  return !may_leave || !match.last.known() || match.last.enter <= call.leave;
}

LargeVector<WaitState> waits_in(const Call& call, CallIndex index, const RegionClass& of_call,
                                const Collective& collective, const CollectiveMatch& match) {
  LargeVector<WaitState> waits;
  const std::optional<Builtin> metric = wait_metric(collective, of_call);
  if (!metric || !is_held(call, collective, match)) return waits;
  if (synchronization_of(collective.op) == Synchronization::all_to_one && match.first.known()) {
    add_wait(waits, Builtin::mpi_earlyreduce_first, index, call, call.enter, match.first);
    add_wait(waits, *metric, index, call, match.first.enter, match.last);
  } else {
    add_wait(waits, *metric, index, call, call.enter, match.last);
  }
  return waits;
}

std::optional<Completion> completion_in(const Call& call, CallIndex index, CallKind kind,
                                        const Collective& collective, Ticks end,
                                        const CollectiveMatch& match) {
  const std::optional<Builtin> metric = completion_metric(collective, kind);
  const Ticks until = std::min(end, call.leave);
  if (!metric || match.free_from >= until) return std::nullopt;
  return Completion{*metric, index, until - std::max(match.free_from, call.enter), until};
}

Ticks total(const LargeVector<WaitState>& waits) {
  Ticks sum;
  for (const WaitState& wait : waits) sum += wait.amount;
  return sum;
}

/// Returns whether an operation rather than another is what their call waited for: the one that was waited
/// for longer, among equals the one that ended with the higher rank, and among these the first one.
bool outweighs(const LargeVector<WaitState>& waits, const LargeVector<WaitState>& others) {
  if (waits.empty() || others.empty()) return others.empty();
  return std::pair(total(waits), waits.back().cause) > std::pair(total(others), others.back().cause);
}

/// Is a collective operation and the call that completed it.
struct Completed {
  CallIndex call;
  const Collective* collective;
  const CollectiveMatch* match;
  Ticks end;
};

/// Returns what the calls of a location completed, by call: first its own operations, then other threads'.
std::vector<Completed> completed_in(const CondensedTrace& trace, const CondensedLocation& location,
                                    const CollectiveMatches& matches) {
  std::vector<Completed> completed;
  const auto add = [&](const CondensedLocation& owner, uint32_t i, CallIndex call) {
    const CollectiveMatch& match = matches[trace.local(owner.id)][i];
    if (match.complete)
      completed.push_back({call, &owner.collectives[i], &match, trace.end_of(owner, owner.collectives[i])});
  };
  for (uint32_t i = 0; i < location.collectives.size(); ++i) {
    const CallIndex call = location.collectives[i].completion;
    if (call != kNoCall) add(location, i, call);
  }
  for (const CompletedForOther& each : location.collectives_of_others)
    add(trace[each.location], each.operation, each.call);
  std::stable_sort(completed.begin(), completed.end(),
                   [](const Completed& a, const Completed& b) { return a.call < b.call; });
  return completed;
}

/// Finds everything of one location, by call. Of several operations that one completes, the longest counts.
void find_in(const CondensedTrace& trace, const CondensedLocation& location, const CollectiveMatches& matches,
             LargeVector<WaitState>& waits, LargeVector<Completion>& completions) {
  const std::vector<Completed> completed = completed_in(trace, location, matches);
  for (size_t begin = 0, end = 0; begin < completed.size(); begin = end) {
    const CallIndex index = completed[begin].call;
    const Call& call = location.call(index);
    const RegionClass& of_region = trace.class_of(call);
    const CallKind kind = of_region.kind;
    const bool can_wait = trace.can_wait(location, index);
    LargeVector<WaitState> longest;
    std::optional<Completion> completion;
    for (; end < completed.size() && completed[end].call == index; ++end) {
      if (!can_wait) continue;
      const auto& [of_call, collective, match, collective_end] = completed[end];
      LargeVector<WaitState> found = waits_in(call, index, of_region, *collective, *match);
      if (outweighs(found, longest)) longest = std::move(found);
      const std::optional<Completion> rest =
          completion_in(call, index, kind, *collective, collective_end, *match);
      if (rest && (!completion || rest->amount < completion->amount))
        completion = rest;  // is that of the last to end
    }
    waits.insert(waits.end(), longest.begin(), longest.end());
    // The one that was waited for can be another one than the last to end.
    if (completion && !longest.empty())
      completion->amount = std::clamp(completion->end - longest.back().end, Ticks(), completion->amount);
    if (completion && completion->amount > Ticks()) completions.push_back(*completion);
  }
}

}  // namespace

CollectiveWaits find_collective_waits(const CondensedTrace& trace, const CollectiveMatches& matches) {
  CollectiveWaits result{WaitStates(trace.locations.size()),
                         std::vector<LargeVector<Completion>>(trace.locations.size())};
  parallel_for(trace.locations.size(), [&](size_t l) {
    find_in(trace, trace.locations[l], matches, result.waits[l], result.completions[l]);
  });
  return result;
}

}  // namespace latecomer::analyze
