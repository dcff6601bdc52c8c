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
// With the matches at hand each is a difference of two times. Cost: O(matches).

#include "analyze/waits/find_window_waits.h"

#include <algorithm>
#include <span>
#include <tuple>

#include "base/check.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

Builtin wait_metric(WindowEvent event, bool transfers) {
  switch (event) {
    case WindowEvent::post:
      return transfers ? Builtin::mpi_rma_comm_late_post : Builtin::mpi_rma_sync_late_post;
    case WindowEvent::complete:
      return Builtin::mpi_rma_early_wait;
    case WindowEvent::release:
      return transfers ? Builtin::mpi_rma_comm_lock_competition : Builtin::mpi_rma_sync_lock_competition;
    case WindowEvent::progress:
      return transfers ? Builtin::mpi_rma_comm_wait_for_progress : Builtin::mpi_rma_sync_wait_for_progress;
    case WindowEvent::access:
      return Builtin::mpi_rma_early_fence;
  }
  CHECK(false);
}

/// Returns what the call waited for: the last of the events; the target's call only if there is no other.
const WindowMatch& decisive(std::span<const WindowMatch> of_call) {
  const auto weight = [](const WindowMatch& match) {
    return std::tuple(match.event != WindowEvent::progress, match.time, match.location);
  };
  return *std::max_element(of_call.begin(), of_call.end(),
                           [&](const WindowMatch& a, const WindowMatch& b) { return weight(a) < weight(b); });
}

/// Adds the part of a fence's wait that the last of the accesses covers.
void add_early_fence(const Call& call, const WindowMatch& access,
                     const LargeVector<WaitState>& of_collectives, std::vector<WaitPart>& parts) {
  const auto wait =
      std::lower_bound(of_collectives.begin(), of_collectives.end(), access.call,
                       [](const WaitState& each, CallIndex index) { return each.call < index; });
  if (wait == of_collectives.end() || wait->call != access.call) return;
  if (wait->metric != Builtin::mpi_rma_wait_at_fence) return;
  const Ticks end = std::min(access.time, wait->end);
  if (end > call.enter) parts.push_back({Builtin::mpi_rma_early_fence, access.call, end - call.enter});
}

void find_in(const CondensedTrace& trace, const CondensedLocation& location,
             const std::vector<WindowMatch>& matches, const LargeVector<WaitState>& of_collectives,
             LargeVector<WaitState>& waits, std::vector<WaitPart>& parts) {
  for (size_t begin = 0, end = 0; begin < matches.size(); begin = end) {
    while (end < matches.size() && matches[end].call == matches[begin].call) ++end;
    const WindowMatch& match = decisive(std::span(matches).subspan(begin, end - begin));
    const Call& call = location.call(match.call);
    const RegionClass& region = trace.class_of(call);
    if (!trace.can_wait(location, match.call)) continue;
    if (match.event == WindowEvent::access) {
      add_early_fence(call, match, of_collectives, parts);
      continue;
    }
    const Ticks until = std::min(match.time, call.leave);
    if (until <= call.enter) continue;
    const bool synchronizes =
        region.time == Builtin::mpi_rma_sync_active || region.time == Builtin::mpi_rma_sync_passive;
    waits.push_back(
        {wait_metric(match.event, !synchronizes), match.call, until - call.enter, until, match.location});
    const bool accessed_no_more = match.event == WindowEvent::complete && match.accessed_until < until &&
                                  !location.is_polling_run(match.call);
    if (accessed_no_more) {
      parts.push_back(
          {Builtin::mpi_rma_late_complete, match.call, until - std::max(match.accessed_until, call.enter)});
    }
  }
}

}  // namespace

WindowWaits find_window_waits(const CondensedTrace& trace, const WindowMatches& matches,
                              const WaitStates& of_collectives) {
  WindowWaits result{WaitStates(trace.locations.size()),
                     std::vector<std::vector<WaitPart>>(trace.locations.size())};
  parallel_for(trace.locations.size(), [&](size_t l) {
    find_in(trace, trace.locations[l], matches[l], of_collectives[l], result.waits[l], result.parts[l]);
  });
  return result;
}

}  // namespace latecomer::analyze
