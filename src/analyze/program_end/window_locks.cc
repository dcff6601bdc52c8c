// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Locks of windows that a thread has, and that it wants.
//
// The problem: that MPI_Win_lock has returned does not mean that the lock is there. A library may ask for it
// with the first access, and then it is the flush or the unlock that waits.
//
//     Lock(self)                              has it: of its own memory, the call returns with the lock
//     Lock(1)  Put(1)  Flush                  has it: the access is complete
//     Lock(1)  Put(1)  [Flush                 wants it
//     [Lock(1)                                wants it
//     Lock(1)  Put(1)  Flush  [Unlock         may have given it back
//
// Cost: O(operations on windows) of the thread.

#include "analyze/program_end/window_locks.h"

#include <algorithm>
#include <map>
#include <utility>

namespace latecomer::analyze {

namespace {

using trace::EventKind;
using trace::LocationGroupId;

struct Epoch {
  trace::CommId comm;
  bool exclusive = false;
  CallIndex requested = kNoCall;
  bool is_accessed = false;
  bool is_granted = false;  ///< Says that it is granted for certain.
};

using Target = std::pair<trace::WindowId, LocationGroupId>;

/// Returns epochs that were not ended, of one target each.
std::map<Target, Epoch> open_epochs(const CondensedTrace& trace, const CondensedLocation& location,
                                    const CommMembers& members) {
  const LocationGroupId self = trace.process_of(location.id);
  std::map<Target, Epoch> epochs;
  for (const WindowOperation& operation : location.window_operations) {
    if (operation.target == trace::kNoRank) continue;
    const trace::CommId comm = trace.definitions.windows[operation.window.index()].comm;
    const Target target{operation.window, members.process(comm, self, operation.target)};
    if (operation.kind == EventKind::rma_request_lock) {
      const bool has_returned = operation.start != location.open.call;
      epochs[target] = {.comm = comm,
                        .exclusive = operation.exclusive,
                        .requested = operation.start,
                        .is_granted = target.second == self && has_returned};
    }
    const auto epoch = epochs.find(target);
    if (epoch == epochs.end()) continue;
    switch (operation.kind) {
      case EventKind::rma_put:
      case EventKind::rma_get:
      case EventKind::rma_atomic:
        epoch->second.is_accessed = true;
        break;
      case EventKind::rma_complete_remote:
        epoch->second.is_granted = true;
        break;
      case EventKind::rma_release_lock:
        epochs.erase(epoch);
        break;
      default:
        break;
    }
  }
  return epochs;
}

/// Finds what a call waits for. Of one that gives back, or completes accesses, that is known where there is
/// only one that it can wait for.
std::optional<Pending> find_wanted(const std::map<Target, Epoch>& epochs, CallIndex call, bool is_lock_call) {
  std::vector<Pending> wanted;
  for (const auto& [target, epoch] : epochs) {
    const Pending lock{.kind = Pending::Kind::lock,
                       .process = target.second,
                       .comm = epoch.comm,
                       .window = target.first,
                       .exclusive = epoch.exclusive};
    if (epoch.requested == call) return lock;
    if (is_lock_call && epoch.is_accessed && !epoch.is_granted) wanted.push_back(lock);
  }
  return wanted.size() == 1 ? std::optional(wanted.front()) : std::nullopt;
}

}  // namespace

WindowLocks window_locks_at_end(const CondensedTrace& trace, const CondensedLocation& location,
                                const CommMembers& members) {
  const CallPathId path = location.paths[location.open.path.index()];
  const bool is_lock_call = trace.class_of(path).time == report::Builtin::mpi_rma_sync_passive;
  const bool may_have_released =
      is_lock_call && releases_window_locks(trace.definitions.regions[trace.call_tree[path].region.index()]);
  const std::map<Target, Epoch> epochs = open_epochs(trace, location, members);
  WindowLocks locks;
  locks.wanted = find_wanted(epochs, location.open.call, is_lock_call);
  for (const auto& [target, epoch] : epochs) {
    if (epoch.is_granted && !may_have_released)
      locks.held.push_back({trace.process_of(location.id), target.first, target.second, epoch.exclusive});
  }
  return locks;
}

}  // namespace latecomer::analyze
