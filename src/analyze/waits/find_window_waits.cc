// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Waits of one-sided communication.
//
//     origin:  work | Start ~~~~ : | Put | work work | Complete |
//     target:  work work work | Post |  | Wait ~~~~~~~~ :       |
//
// In Start the origin waits until the target enters Post (Late Post), in Wait the target until the origin
// enters Complete (Early Wait).
//
// Which call of an epoch waits for the post, or for the release of a lock, is left to MPI; it is the one in
// which that lies. Only where nothing else explains a call's wait does it count as a Wait for Progress.
//
// Two parts of waits are metrics of their own: Late Complete, that of an Early Wait after the origin's last
// access, and Early Fence, that of a Wait at Fence in which others still accessed this process's window.
//
// With the hand-overs at hand each is a difference of two times. Cost: O(hand-overs).

#include "analyze/waits/find_window_waits.h"

#include <algorithm>
#include <span>
#include <tuple>

#include "base/check.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

Builtin wait_metric(HandOver::Kind kind, bool transfers) {
  using Kind = HandOver::Kind;
  switch (kind) {
    case Kind::post:
      return transfers ? Builtin::mpi_rma_comm_late_post : Builtin::mpi_rma_sync_late_post;
    case Kind::complete:
      return Builtin::mpi_rma_early_wait;
    case Kind::window_lock:
      return transfers ? Builtin::mpi_rma_comm_lock_competition : Builtin::mpi_rma_sync_lock_competition;
    case Kind::progress:
      return transfers ? Builtin::mpi_rma_comm_wait_for_progress : Builtin::mpi_rma_sync_wait_for_progress;
    case Kind::access:
      return Builtin::mpi_rma_early_fence;
    default:
      break;
  }
  CHECK(false);
}

/// Returns what the call waited for: what was released last; the target's progress only if nothing else was.
const HandOver& decisive(std::span<const HandOver> of_call) {
  return *std::ranges::max_element(of_call, {}, [](const HandOver& each) {
    return std::tuple(each.kind != HandOver::Kind::progress, each.released, each.from);
  });
}

/// Adds the part of a fence's wait that the last of the accesses covers.
void add_early_fence(const HandOver& access, const LargeVector<WaitState>& of_collectives,
                     std::vector<WaitPart>& parts) {
  const auto wait =
      std::lower_bound(of_collectives.begin(), of_collectives.end(), access.call,
                       [](const WaitState& each, CallIndex index) { return each.call < index; });
  if (wait == of_collectives.end() || wait->call != access.call) return;
  if (wait->metric != Builtin::mpi_rma_wait_at_fence) return;
  const Ticks end = std::min(access.released, wait->end);
  if (end > access.wanted) parts.push_back({Builtin::mpi_rma_early_fence, access.call, end - access.wanted});
}

void find_in(const CondensedTrace& trace, const CondensedLocation& location,
             const std::vector<HandOver>& hand_overs, const LargeVector<WaitState>& of_collectives,
             LargeVector<WaitState>& waits, std::vector<WaitPart>& parts) {
  for (size_t begin = 0, end = 0; begin < hand_overs.size(); begin = end) {
    while (end < hand_overs.size() && hand_overs[end].call == hand_overs[begin].call) ++end;
    const HandOver& last = decisive(std::span(hand_overs).subspan(begin, end - begin));
    if (!trace.can_wait(location, last.call)) continue;
    if (last.kind == HandOver::Kind::access) {
      add_early_fence(last, of_collectives, parts);
      continue;
    }
    const Ticks until = last.awaited();
    if (until <= last.wanted) continue;
    const RegionClass& region = trace.class_of(location.call(last.call));
    const bool synchronizes =
        region.time == Builtin::mpi_rma_sync_active || region.time == Builtin::mpi_rma_sync_passive;
    waits.push_back(
        {wait_metric(last.kind, !synchronizes), last.call, until - last.wanted, until, last.from});
    const bool accessed_no_more = last.kind == HandOver::Kind::complete && last.accessed_until < until &&
                                  !location.is_polling_run(last.call);
    if (accessed_no_more)
      parts.push_back(
          {Builtin::mpi_rma_late_complete, last.call, until - std::max(last.accessed_until, last.wanted)});
  }
}

}  // namespace

WindowWaits find_window_waits(const CondensedTrace& trace, const HandOvers& hand_overs,
                              const WaitStates& of_collectives) {
  WindowWaits result{WaitStates(trace.locations.size()), WaitParts(trace.locations.size())};
  parallel_for(trace.locations.size(), [&](size_t l) {
    find_in(trace, trace.locations[l], hand_overs[l], of_collectives[l], result.waits[l], result.parts[l]);
  });
  return result;
}

}  // namespace latecomer::analyze
