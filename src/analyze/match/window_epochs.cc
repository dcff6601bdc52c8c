// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Epochs of windows.
//
// The problem: MPI lets a process access another's window only within an epoch, and who has to wait for whom
// follows from the kind of epoch. The trace has the calls that open and close epochs, and the accesses, which
// say their target but not their epoch.
//
//     fences:   Fence  Put(1)  Put(2)  Fence            an epoch ends where the next one begins
//     groups:   Start{1,2}  Put(1)  Complete            at the origin; at the target: Post  Wait
//     locks:    Lock(1)  Put(1)  Flush  Unlock(1)       only at the origin, one for each target
//
// The idea: go through the process's operations in the order of their starts, with the open epochs at hand.
// An access is in the lock epoch of its target if one is open, else in the group's, else between fences.
// MPI_Win_lock_all opens the epoch of a target with the first access to it, as MPI libraries do: targets that
// are never accessed keep nobody waiting.
//
// Cost: O(operations x log(open epochs) + members of the groups).

#include "analyze/match/window_epochs.h"

#include <algorithm>
#include <utility>

#include "analyze/match/process_order.h"

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::EventKind;
using trace::LocationGroupId;
using trace::WindowId;

class EpochFinder {
 public:
  EpochFinder(const CondensedTrace& trace, const CommMembers& members, LocationGroupId process,
              WindowEpochs& epochs)
      : trace_(trace), members_(members), process_(process), epochs_(epochs) {}

  void take(const WindowOperation& operation, LocalCall call) {
    switch (operation.kind) {
      case EventKind::rma_collective_end:
        return end_fenced(operation.window, call);
      case EventKind::rma_group_sync:
        return synchronize(operation, call);
      case EventKind::rma_request_lock:
        return lock(operation, call);
      case EventKind::rma_acquire_lock:
        return acquire(operation, call);
      case EventKind::rma_release_lock:
        return unlock(operation, call);
      case EventKind::rma_complete_local:
      case EventKind::rma_complete_remote:
        return complete(operation, call);
      default:
        return access(operation, call);
    }
  }

  /// Counts what is open now, and was never closed.
  void finish() {
    for (const AccessEpoch& epoch : epochs_.accesses) {
      if (!epoch.complete) count(Anomaly::unmatched_epoch, epoch.start);
    }
    for (const ExposureEpoch& epoch : epochs_.exposures) {
      if (!epoch.wait) count(Anomaly::unmatched_epoch, epoch.post);
    }
    for (const LockEpoch& epoch : epochs_.locks) {
      if (!epoch.released) count(Anomaly::unreleased_lock, epoch.calls.front(), epoch.target);
    }
    for (const auto& [window, all] : locks_of_all_) {
      if (all.epochs.empty()) count(Anomaly::unreleased_lock, all.lock);
    }
  }

 private:
  /// Names a process with which a window was synchronized or accessed: (window, process).
  using Pair = std::pair<WindowId, LocationGroupId>;

  /// Is MPI_Win_lock_all, before and beside the epochs of the targets that are accessed.
  struct LockOfAll {
    LocalCall lock;
    std::vector<size_t> epochs;  ///< Are positions in `epochs_.locks`.
  };

  void end_fenced(WindowId window, LocalCall call) {
    std::vector<LocalCall>& collectives = epochs_.collectives[window];
    const uint32_t number = static_cast<uint32_t>(collectives.size());
    const auto begin = fenced_.lower_bound({window, LocationGroupId(size_t{0})});
    const auto end = fenced_.upper_bound({window, LocationGroupId()});
    for (auto each = begin; each != end; ++each)
      epochs_.fenced.push_back({window, number, each->first.second, each->second});
    fenced_.erase(begin, end);
    collectives.push_back(call);
  }

  void synchronize(const WindowOperation& operation, LocalCall call) {
    const WindowId window = operation.window;
    switch (trace_.class_of(trace_.locations[call.location].call(call.call)).kind) {
      case CallKind::window_post:
        open_exposures_[window] = epochs_.exposures.size();
        epochs_.exposures.push_back({window, partners(operation, posts_), call, std::nullopt});
        break;
      case CallKind::window_start:
        open_accesses_[window] = epochs_.accesses.size();
        epochs_.accesses.push_back({window, partners(operation, starts_), call, {}, std::nullopt});
        break;
      case CallKind::window_complete:
        if (const std::optional<size_t> open = close(open_accesses_, window, call))
          epochs_.accesses[*open].complete = call;
        break;
      case CallKind::window_wait:
      case CallKind::test:
        if (const std::optional<size_t> open = close(open_exposures_, window, call))
          epochs_.exposures[*open].wait = call;
        break;
      default:
        break;
    }
  }

  std::vector<EpochPartner> partners(const WindowOperation& operation, std::map<Pair, uint32_t>& numbers) {
    std::vector<EpochPartner> result;
    for (const LocationGroupId process : members_.processes(operation.group))
      result.push_back({process, numbers[{operation.window, process}]++});
    return result;
  }

  std::optional<size_t> close(std::map<WindowId, size_t>& open, WindowId window, LocalCall call) {
    const auto found = open.find(window);
    if (found == open.end()) {
      count(Anomaly::unmatched_epoch, call);
      return std::nullopt;
    }
    const size_t epoch = found->second;
    open.erase(found);
    return epoch;
  }

  void lock(const WindowOperation& operation, LocalCall call) {
    if (operation.target == trace::kNoRank) {
      locks_of_all_[operation.window] = {call, {}};
      return;
    }
    const LocationGroupId target = target_of(operation, call);
    if (!target.valid()) return;
    open_locks_[{operation.window, target}] = epochs_.locks.size();
    epochs_.locks.push_back({operation.window, target, operation.exclusive, {call}});
  }

  void acquire(const WindowOperation& operation, LocalCall call) {
    if (operation.target == trace::kNoRank) return;
    const auto open = open_locks_.find({operation.window, target_of(operation, call)});
    if (open != open_locks_.end()) epochs_.locks[open->second].calls.push_back(call);
  }

  void unlock(const WindowOperation& operation, LocalCall call) {
    if (operation.target == trace::kNoRank) return unlock_all(operation.window, call);
    const LocationGroupId target = target_of(operation, call);
    const auto open = open_locks_.find({operation.window, target});
    if (open == open_locks_.end()) return count(Anomaly::unreleased_lock, call, target);
    release(epochs_.locks[open->second], call);
    open_locks_.erase(open);
  }

  void unlock_all(WindowId window, LocalCall call) {
    const auto all = locks_of_all_.find(window);
    if (all == locks_of_all_.end()) return count(Anomaly::unreleased_lock, call);
    for (const size_t epoch : all->second.epochs) {
      release(epochs_.locks[epoch], call);
      open_locks_.erase({window, epochs_.locks[epoch].target});
    }
    locks_of_all_.erase(all);
  }

  static void release(LockEpoch& epoch, LocalCall call) {
    if (epoch.calls.back() != call) epoch.calls.push_back(call);
    epoch.released = true;
  }

  /// Completes accesses; of those under a lock, a call completes them once.
  void complete(const WindowOperation& operation, LocalCall call) {
    const auto open = open_locks_.find({operation.window, target_of(operation, call)});
    if (open == open_locks_.end()) return;
    std::vector<LocalCall>& calls = epochs_.locks[open->second].calls;
    if (calls.back() != call) calls.push_back(call);
  }

  void access(const WindowOperation& operation, LocalCall call) {
    const LocationGroupId target = target_of(operation, call);
    if (!target.valid()) return;
    if (LockEpoch* const locked = lock_epoch(operation.window, target)) return locked->calls.push_back(call);
    const auto open = open_accesses_.find(operation.window);
    if (open != open_accesses_.end()) {
      epochs_.accesses[open->second].accesses.push_back({target, call});
      return;
    }
    const auto [last, is_first] = fenced_.try_emplace({operation.window, target}, call);
    if (!is_first && leave_of(last->second) <= leave_of(call)) last->second = call;
  }

  /// Returns the open epoch of this target; null if it is not locked.
  LockEpoch* lock_epoch(WindowId window, LocationGroupId target) {
    const auto open = open_locks_.find({window, target});
    if (open != open_locks_.end()) return &epochs_.locks[open->second];
    const auto all = locks_of_all_.find(window);
    if (all == locks_of_all_.end()) return nullptr;
    all->second.epochs.push_back(epochs_.locks.size());
    open_locks_[{window, target}] = epochs_.locks.size();
    return &epochs_.locks.emplace_back(LockEpoch{window, target, false, {all->second.lock}});
  }

  LocationGroupId target_of(const WindowOperation& operation, LocalCall call) {
    const trace::Window& window = trace_.definitions.windows[operation.window.index()];
    const LocationGroupId target = members_.process(window.comm, process_, operation.target);
    if (!target.valid()) count(Anomaly::undefined_reference, call);
    return target;
  }

  Ticks leave_of(LocalCall call) const { return trace_.locations[call.location].leave_of(call.call); }

  void count(Anomaly anomaly, LocalCall call, LocationGroupId partner = {}) {
    epochs_.anomalies.count({anomaly, trace_.locations[call.location].path_of(call.call), process_, partner});
  }

  const CondensedTrace& trace_;
  const CommMembers& members_;
  const LocationGroupId process_;
  WindowEpochs& epochs_;
  std::map<WindowId, size_t> open_accesses_;
  std::map<WindowId, size_t> open_exposures_;
  std::map<Pair, size_t> open_locks_;
  std::map<WindowId, LockOfAll> locks_of_all_;
  std::map<Pair, LocalCall> fenced_;  ///< Holds, by target, the access that ended last since the last fence.
  std::map<Pair, uint32_t> posts_;    ///< Counts posts so far, by origin.
  std::map<Pair, uint32_t> starts_;   ///< Counts starts so far, by target.
};

}  // namespace

WindowEpochs find_window_epochs(const CondensedTrace& trace, const CommMembers& members,
                                LocationGroupId process) {
  WindowEpochs epochs;
  EpochFinder finder(trace, members, process, epochs);
  const auto operations = [](const CondensedLocation& location) -> const std::vector<WindowOperation>& {
    return location.window_operations;
  };
  const auto call_of = [](const CondensedLocation& location, uint32_t operation) {
    return CallRef{location.id, location.window_operations[operation].start};
  };
  ProcessOrder(trace, process, operations, call_of).for_each([&](uint32_t l, uint32_t i) {
    const WindowOperation& operation = trace.locations[l].window_operations[i];
    finder.take(operation, {l, operation.start});
  });
  finder.finish();
  return epochs;
}

}  // namespace latecomer::analyze
