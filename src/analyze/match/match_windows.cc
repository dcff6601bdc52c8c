// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Matching one-sided communication.
//
// The problem: an origin's events name its target, but what lets the origin go on, or what it lets go on, is
// recorded only at the other process: that it opened its window, that it ended its accesses.
//
// The idea: both sides name an epoch alike. The n-th MPI_Win_start of an origin that has a target in its
// group belongs to the n-th MPI_Win_post of that target, on the same window, that has the origin in its
// group:
//
//     origin 0:  Start{1} #0  Put  Complete              Start{1,2} #1 and #0  Put  Complete
//     target 1:  Post{0} #0   work  Wait                 Post{0} #1   Wait
//     target 2:                                          Post{0} #0   Wait
//
// So each side sends what it did to the rank of the other, and finds what the other did under the same name.
// Accesses between fences need no name but the number of the fence that ends them. Locks have a file of
// their own.
//
// Cost: O(operations x log), one bulk exchange for each kind of event; about 32 bytes an epoch and partner.

#include "analyze/match/match_windows.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analyze/match/match_window_locks.h"
#include "analyze/match/window_epochs.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::LocationGroupId;
using trace::WindowId;

/// Is one epoch between an origin and a target.
struct EpochName {
  WindowId window;
  LocationGroupId origin;
  LocationGroupId target;
  uint32_t number;
  auto operator<=>(const EpochName&) const = default;
};

/// Goes from a target to an origin: the window is open.
struct PostNotice {
  EpochName epoch;
  Ticks time;
  CallRef from;
};

/// Goes from an origin to a target: the accesses have ended.
struct CompleteNotice {
  EpochName epoch;
  bool completed;
  Ticks time;
  CallRef from;
  Ticks accessed_until;
};

/// Goes from an origin to a target: its last access before a fence.
struct AccessNotice {
  WindowId window;
  uint32_t fence;
  LocationGroupId target;
  Ticks time;
  CallRef from;
};

/// Sends the notices, and sorts by epoch what arrived.
template <class Notice>
std::vector<Notice> exchange_by_epoch(Comm& comm, Outgoing<Notice> outgoing) {
  std::vector<Notice> notices;
  for (const std::vector<Notice>& from_rank : exchange(comm, std::move(outgoing)))
    notices.insert(notices.end(), from_rank.begin(), from_rank.end());
  std::sort(notices.begin(), notices.end(),
            [](const Notice& a, const Notice& b) { return a.epoch < b.epoch; });
  return notices;
}

/// Returns the notice of an epoch; null if the other side has none.
template <class Notice>
const Notice* find(const std::vector<Notice>& notices, const EpochName& epoch) {
  const auto found =
      std::lower_bound(notices.begin(), notices.end(), epoch,
                       [](const Notice& notice, const EpochName& name) { return notice.epoch < name; });
  return found != notices.end() && found->epoch == epoch ? &*found : nullptr;
}

/// Returns whichever came later; at equal times that of the higher location. Either may be null.
template <class Notice>
const Notice* later(const Notice* a, const Notice* b) {
  if (!a || !b) return a ? a : b;
  return std::tuple(a->time, a->from.location) < std::tuple(b->time, b->from.location) ? b : a;
}

class EpochMatcher {
 public:
  EpochMatcher(const CondensedTrace& trace, const std::vector<WindowEpochs>& epochs, Comm& comm,
               HandOvers& hand_overs)
      : trace_(trace), epochs_(epochs), comm_(comm), hand_overs_(hand_overs) {}

  void match_posts(AnomalyReport& anomalies) {
    Outgoing<PostNotice> outgoing(static_cast<size_t>(comm_.size()));
    for_each_process([&](LocationGroupId target, const WindowEpochs& epochs) {
      for (const ExposureEpoch& epoch : epochs.exposures) {
        for (const EpochPartner& origin : epoch.origins) {
          outgoing[trace_.rank_of(origin.process)].push_back(
              {{epoch.window, origin.process, target, origin.number},
               call(epoch.post).enter,
               ref(epoch.post)});
        }
      }
    });
    const std::vector<PostNotice> posts = exchange_by_epoch(comm_, std::move(outgoing));
    for_each_process([&](LocationGroupId origin, const WindowEpochs& epochs) {
      for (const AccessEpoch& epoch : epochs.accesses) match_posts_of(origin, epoch, posts, anomalies);
    });
  }

  void match_completes(AnomalyReport& anomalies) {
    Outgoing<CompleteNotice> outgoing(static_cast<size_t>(comm_.size()));
    for_each_process([&](LocationGroupId origin, const WindowEpochs& epochs) {
      for (const AccessEpoch& epoch : epochs.accesses) {
        const LocalCall end = epoch.complete.value_or(epoch.start);
        for (const EpochPartner& target : epoch.targets) {
          outgoing[trace_.rank_of(target.process)].push_back(
              {{epoch.window, origin, target.process, target.number},
               epoch.complete.has_value(),
               call(end).enter,
               ref(end),
               accessed_until(epoch)});
        }
      }
    });
    const std::vector<CompleteNotice> completes = exchange_by_epoch(comm_, std::move(outgoing));
    for_each_process([&](LocationGroupId target, const WindowEpochs& epochs) {
      for (const ExposureEpoch& epoch : epochs.exposures)
        match_completes_of(target, epoch, completes, anomalies);
    });
  }

  void match_fenced_accesses() {
    Outgoing<AccessNotice> outgoing(static_cast<size_t>(comm_.size()));
    for_each_process([&](LocationGroupId origin, const WindowEpochs& epochs) {
      for (const FencedAccess& access : epochs.fenced) {
        if (access.target == origin) continue;
        outgoing[trace_.rank_of(access.target)].push_back(
            {access.window, access.fence, access.target, call(access.call).leave, ref(access.call)});
      }
    });
    for (const std::vector<AccessNotice>& from_rank : exchange(comm_, std::move(outgoing))) {
      for (const AccessNotice& notice : from_rank) add_fenced_access(notice);
    }
  }

 private:
  template <class Body>
  void for_each_process(const Body& body) {
    for (size_t p = 0; p < epochs_.size(); ++p)
      body(LocationGroupId(trace_.own_processes.begin + p), epochs_[p]);
  }

  /// MPI_Win_start and MPI_Win_complete can need all targets, an access only its own.
  void match_posts_of(LocationGroupId origin, const AccessEpoch& epoch, const std::vector<PostNotice>& posts,
                      AnomalyReport& anomalies) {
    const PostNotice* last = nullptr;
    std::map<LocationGroupId, const PostNotice*> by_target;
    for (const EpochPartner& target : epoch.targets) {
      const PostNotice* const post = find(posts, {epoch.window, origin, target.process, target.number});
      if (!post) anomalies.count(occurrence_of(epoch.start, origin, target.process));
      by_target[target.process] = post;
      last = later(last, post);
    }
    add_post(epoch.start, last);
    for (const AccessEpoch::Access& access : epoch.accesses) {
      const auto target = by_target.find(access.target);
      if (target != by_target.end()) add_post(access.call, target->second);
    }
    if (epoch.complete) add_post(*epoch.complete, last);
  }

  void add_post(LocalCall waiting, const PostNotice* post) {
    if (post && lies_within(call(waiting), post->time)) add(waiting, HandOver::Kind::post, *post);
  }

  void match_completes_of(LocationGroupId target, const ExposureEpoch& epoch,
                          const std::vector<CompleteNotice>& completes, AnomalyReport& anomalies) {
    const CompleteNotice* last = nullptr;
    for (const EpochPartner& origin : epoch.origins) {
      const CompleteNotice* const complete =
          find(completes, {epoch.window, origin.process, target, origin.number});
      if (!complete) anomalies.count(occurrence_of(epoch.post, target, origin.process));
      if (complete && complete->completed) last = later(last, complete);
    }
    if (!epoch.wait || !last) return;
    add(*epoch.wait, HandOver::Kind::complete, *last).accessed_until = last->accessed_until;
  }

  void add_fenced_access(const AccessNotice& notice) {
    const WindowEpochs& epochs = epochs_[notice.target.index() - trace_.own_processes.begin];
    const auto collectives = epochs.collectives.find(notice.window);
    if (collectives == epochs.collectives.end() || notice.fence >= collectives->second.size()) return;
    const LocalCall fence = collectives->second[notice.fence];
    if (notice.time > call(fence).enter) add(fence, HandOver::Kind::access, notice);
  }

  template <class Notice>
  HandOver& add(LocalCall waiting, HandOver::Kind kind, const Notice& notice) {
    return hand_overs_[waiting.location].emplace_back(
        hand_over_of_window(trace_, waiting, kind, notice.from, notice.time));
  }

  /// Returns the end of the epoch's last access, or of its start where it has none.
  Ticks accessed_until(const AccessEpoch& epoch) const {
    Ticks until = call(epoch.start).leave;
    for (const AccessEpoch::Access& access : epoch.accesses) until = std::max(until, call(access.call).leave);
    return until;
  }

  /// Returns the anomaly of an epoch that `partner` has not.
  AnomalyReport::Occurrence occurrence_of(LocalCall begin, LocationGroupId process,
                                          LocationGroupId partner) const {
    return {Anomaly::unmatched_epoch, trace_.locations[begin.location].path_of(begin.call), process, partner};
  }

  Call call(LocalCall local) const { return call_of(trace_, local); }
  CallRef ref(LocalCall local) const { return {trace_.locations[local.location].id, local.call}; }

  const CondensedTrace& trace_;
  const std::vector<WindowEpochs>& epochs_;
  Comm& comm_;
  HandOvers& hand_overs_;
};

}  // namespace

HandOvers match_windows(const CondensedTrace& trace, const CommMembers& members, Comm& comm,
                        AnomalyReport& anomalies) {
  HandOvers hand_overs(trace.locations.size());
  if (trace.definitions.windows.empty()) return hand_overs;
  std::vector<WindowEpochs> epochs(trace.own_processes.size());
  parallel_for(epochs.size(), [&](size_t p) {
    epochs[p] = find_window_epochs(trace, members, LocationGroupId(trace.own_processes.begin + p));
  });
  for (const WindowEpochs& each : epochs) anomalies += each.anomalies;

  EpochMatcher matcher(trace, epochs, comm, hand_overs);
  matcher.match_posts(anomalies);
  matcher.match_completes(anomalies);
  matcher.match_fenced_accesses();
  match_window_locks(trace, epochs, comm, hand_overs);
  match_progress(trace, epochs, comm, hand_overs);

  parallel_for(hand_overs.size(), [&](size_t l) {
    std::ranges::sort(hand_overs[l], {}, [](const HandOver& each) {
      return std::tuple(each.call, each.kind, each.released, each.from);
    });
  });
  return hand_overs;
}

}  // namespace latecomer::analyze
