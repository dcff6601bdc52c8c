// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Locks of windows.
//
// The problem: MPI may grant a lock in whichever call of the epoch it likes. MPI_Win_lock can return at once,
// and the access or MPI_Win_unlock waits instead; the trace does not say when a lock was granted.
//
//     origin 0:  | Lock |  Put  | Unlock |
//     origin 1:     | Lock | work  | Put ~~~ : |  Unlock  |         it is a release of the lock in the middle
//                                        ^ 0 leaves Unlock          of a call that shows where it waited
//
// The idea: of one target's lock, the epochs of all origins hold it one after the other, or together where
// they share it, so the order of their releases is that of their turns. An epoch had to wait for the last
// release before its own that excluded it, in the call in which that release lies, if there is one. The lock
// is free at some moment of the releasing unlock, so the call that waits can end before that unlock does. If
// it does, the lock was taken at least until the unlock began. The epochs travel to the rank of the target,
// are sorted there, and get their answers.
//
// Progress: without a lock in the way, a call can still wait for the target, where MPI serves it only while
// the target is in an MPI call. The call travels to the rank of the target as a question.
//
//     origin 0:  | Lock |  | Unlock ~~~~~~~~~~~~~~~ : |
//     target 1:  work work work work work work work | Recv |
//
// Cost: O(epochs x log) for locks, O(calls in lock epochs x log) for progress; 56 bytes each there at most,
// 32 back.

#include "analyze/match/match_window_locks.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace latecomer::analyze {

namespace {

using trace::LocationGroupId;
using trace::LocationId;
using trace::WindowId;

/// Is what the rank of its target has to know of an epoch.
struct LockAnnouncement {
  WindowId window;
  LocationGroupId target;
  LocationGroupId origin;
  uint32_t epoch;  ///< Is a position in the origin's `WindowEpochs::locks`.
  CallRef unlock;
  bool exclusive;
  Ticks requested;
  Ticks releases;  ///< Is when the unlock begins.
  Ticks released;  ///< Is when the unlock ends.
};

/// Is the answer: from whom it got its turn, and when.
struct LockAnswer {
  LocationGroupId origin;
  uint32_t epoch;
  CallRef unlock;
  Ticks releases;
  Ticks released;
};

struct ProgressQuestion {
  LocationGroupId target;
  LocationId location;
  CallIndex call;
  Ticks enter;
  Ticks leave;
};

struct ProgressAnswer {
  LocationId location;
  CallIndex call;
  CallRef served_by;
  Ticks time;
};

Outgoing<LockAnnouncement> announce_locks(const CondensedTrace& trace,
                                          const std::vector<WindowEpochs>& epochs, int ranks) {
  Outgoing<LockAnnouncement> announcements(static_cast<size_t>(ranks));
  for (size_t p = 0; p < epochs.size(); ++p) {
    for (uint32_t i = 0; i < epochs[p].locks.size(); ++i) {
      const LockEpoch& epoch = epochs[p].locks[i];
      if (!epoch.released) continue;
      const LocalCall unlock = epoch.calls.back();
      announcements[trace.rank_of(epoch.target)].push_back(
          {.window = epoch.window,
           .target = epoch.target,
           .origin = LocationGroupId(trace.own_processes.begin + p),
           .epoch = i,
           .unlock = {trace.locations[unlock.location].id, unlock.call},
           .exclusive = epoch.exclusive,
           .requested = call_of(trace, epoch.calls.front()).enter,
           .releases = call_of(trace, unlock).enter,
           .released = call_of(trace, unlock).leave});
    }
  }
  return announcements;
}

std::vector<LockAnnouncement> sort_by_turn(Outgoing<LockAnnouncement> arrived) {
  std::vector<LockAnnouncement> announcements;
  for (const std::vector<LockAnnouncement>& from_rank : arrived)
    announcements.insert(announcements.end(), from_rank.begin(), from_rank.end());
  const auto turn = [](const LockAnnouncement& announcement) {
    return std::tuple(announcement.window, announcement.target, announcement.released,
                      announcement.unlock.location, announcement.epoch);
  };
  std::sort(announcements.begin(), announcements.end(),
            [&](const LockAnnouncement& a, const LockAnnouncement& b) { return turn(a) < turn(b); });
  return announcements;
}

/// Takes every release in its turn, knowing the last release of all and the last of an exclusive lock.
Outgoing<LockAnswer> answer_locks(const CondensedTrace& trace,
                                  const std::vector<LockAnnouncement>& announcements, int ranks) {
  Outgoing<LockAnswer> answers(static_cast<size_t>(ranks));
  const LockAnnouncement* last = nullptr;
  const LockAnnouncement* last_exclusive = nullptr;
  for (const LockAnnouncement& announcement : announcements) {
    if (last && (last->window != announcement.window || last->target != announcement.target))
      last = last_exclusive = nullptr;
    const LockAnnouncement* const before = announcement.exclusive ? last : last_exclusive;
    if (before && before->released > announcement.requested) {
      answers[trace.rank_of(announcement.origin)].push_back(
          {announcement.origin, announcement.epoch, before->unlock, before->releases, before->released});
    }
    last = &announcement;
    if (announcement.exclusive) last_exclusive = &announcement;
  }
  return answers;
}

void match_release(const CondensedTrace& trace, const LockEpoch& epoch, const LockAnswer& release,
                   HandOvers& hand_overs) {
  for (const LocalCall each : epoch.calls) {
    const Call call = call_of(trace, each);
    for (const Ticks time : {release.released, release.releases}) {
      if (!lies_within(call, time)) continue;
      HandOver& lock = hand_overs[each.location].emplace_back(
          hand_over_of_window(trace, each, HandOver::Kind::window_lock, release.unlock, time));
      lock.is_at_leave = time == release.released;
      return;
    }
  }
}

/// Says when a process was in MPI, on any of its threads.
class MpiCalls {
 public:
  MpiCalls(const CondensedTrace& trace, LocationGroupId process) {
    const Range range = trace.distribution.locations_of(process);
    for (size_t l = range.begin; l < range.end; ++l) {
      const CondensedLocation& location = trace[LocationId(l)];
      for (CallIndex i = 0; i < location.calls.size(); ++i) {
        const Call call = location.call(i);
        if (trace.class_of(call).is_mpi) calls_.push_back({call.enter, call.leave, {location.id, i}});
      }
    }
    // Of several threads that enter at once, the highest counts.
    std::sort(calls_.begin(), calls_.end(), [](const Stay& a, const Stay& b) {
      return std::tuple(a.enter, b.call.location) < std::tuple(b.enter, a.call.location);
    });
    Ticks latest = Ticks::min();
    for (Stay& each : calls_) latest = each.latest_leave = std::max(latest, each.latest_leave);
  }

  /// Returns the first call of MPI after `time`, if nobody was in it then.
  std::optional<std::pair<Ticks, CallRef>> next_enter(Ticks time) const {
    const auto next = std::upper_bound(calls_.begin(), calls_.end(), time,
                                       [](Ticks at, const Stay& call) { return at < call.enter; });
    const bool inside = next != calls_.begin() && (next - 1)->latest_leave > time;
    if (inside || next == calls_.end()) return std::nullopt;
    return std::pair(next->enter, next->call);
  }

 private:
  struct Stay {
    Ticks enter;
    Ticks latest_leave;  ///< Is the latest leave of this call and those before it.
    CallRef call;
  };
  std::vector<Stay> calls_;
};

Outgoing<ProgressQuestion> ask_for_progress(const CondensedTrace& trace,
                                            const std::vector<WindowEpochs>& epochs, int ranks) {
  Outgoing<ProgressQuestion> questions(static_cast<size_t>(ranks));
  for (size_t p = 0; p < epochs.size(); ++p) {
    for (const LockEpoch& epoch : epochs[p].locks) {
      if (epoch.target.index() == trace.own_processes.begin + p) continue;
      for (const LocalCall each : epoch.calls) {
        // What a call that did not end waited for, progress did not bring.
        if (trace.locations[each.location].open.call == each.call) continue;
        const Call call = call_of(trace, each);
        questions[trace.rank_of(epoch.target)].push_back(
            {epoch.target, trace.locations[each.location].id, each.call, call.enter, call.leave});
      }
    }
  }
  return questions;
}

Outgoing<ProgressAnswer> answer_progress(const CondensedTrace& trace,
                                         const Outgoing<ProgressQuestion>& questions) {
  Outgoing<ProgressAnswer> answers(questions.size());
  std::vector<std::optional<MpiCalls>> calls(trace.own_processes.size());
  for (const std::vector<ProgressQuestion>& from_rank : questions) {
    for (const ProgressQuestion& question : from_rank) {
      std::optional<MpiCalls>& of_target = calls[question.target.index() - trace.own_processes.begin];
      if (!of_target) of_target.emplace(trace, question.target);
      const auto next = of_target->next_enter(question.enter);
      if (!next || next->first >= question.leave) continue;
      answers[trace.rank_of(question.location)].push_back(
          {question.location, question.call, next->second, next->first});
    }
  }
  return answers;
}

}  // namespace

void match_window_locks(const CondensedTrace& trace, const std::vector<WindowEpochs>& epochs, Comm& comm,
                        HandOvers& hand_overs) {
  const std::vector<LockAnnouncement> announcements =
      sort_by_turn(exchange(comm, announce_locks(trace, epochs, comm.size())));
  for (const std::vector<LockAnswer>& from_rank :
       exchange(comm, answer_locks(trace, announcements, comm.size()))) {
    for (const LockAnswer& answer : from_rank) {
      const WindowEpochs& of_origin = epochs[answer.origin.index() - trace.own_processes.begin];
      match_release(trace, of_origin.locks[answer.epoch], answer, hand_overs);
    }
  }
}

void match_progress(const CondensedTrace& trace, const std::vector<WindowEpochs>& epochs, Comm& comm,
                    HandOvers& hand_overs) {
  const Outgoing<ProgressQuestion> questions = exchange(comm, ask_for_progress(trace, epochs, comm.size()));
  for (const std::vector<ProgressAnswer>& from_rank : exchange(comm, answer_progress(trace, questions))) {
    for (const ProgressAnswer& answer : from_rank) {
      const LocalCall waiting{trace.local(answer.location), answer.call};
      hand_overs[waiting.location].push_back(
          hand_over_of_window(trace, waiting, HandOver::Kind::progress, answer.served_by, answer.time));
    }
  }
}

}  // namespace latecomer::analyze
