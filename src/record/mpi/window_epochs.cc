// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/window_epochs.h"

#include <map>
#include <mutex>
#include <vector>

#include "record/mpi/call.h"
#include "record/mpi/communicators.h"
#include "record/mpi/windows.h"

namespace latecomer::record::mpi {

namespace {

/// Holds the groups that were defined so far: programs open epochs with the same ones again and again.
struct Groups {
  std::mutex mutex;
  std::map<std::vector<uint32_t>, trace::GroupId> defined;
};

// Never destroyed: threads may still communicate while the process exits.
trace::GroupId define_group(MPI_Group group) {
  static Groups* const groups = new Groups;
  const std::vector<uint32_t> members = world_ranks_of(group);
  const std::scoped_lock lock(groups->mutex);
  const auto [known, added] = groups->defined.try_emplace(members);
  if (added) known->second = define_processes(members);
  return known->second;
}

void write_group_sync(const WindowInfo& window, trace::EventKind kind, trace::GroupId group) {
  trace::Event event = event_on(window, kind);
  event.group() = group;
  write(event);
}

void open_epoch(int result, MPI_Group group, MPI_Win window, trace::GroupId WindowInfo::*partners) {
  WindowInfo* info = find_window(window);
  if (info == nullptr || result != MPI_SUCCESS) return;
  info->*partners = define_group(group);
  write_group_sync(*info, trace::EventKind::rma_group_sync, info->*partners);
}

void close_epoch(int result, MPI_Win window, trace::GroupId WindowInfo::*partners) {
  const WindowInfo* info = find_window(window);
  if (info != nullptr && result == MPI_SUCCESS)
    write_group_sync(*info, trace::EventKind::rma_group_sync, info->*partners);
}

/// Returns nullptr if MPI refuses the target, or nothing is locked: MPI_PROC_NULL.
WindowInfo* lockable_window(MPI_Win window, int target) {
  WindowInfo* info = find_window(window);
  const bool has_target = info != nullptr && (target == kAllTargets || (target >= 0 && target < info->size));
  return has_target ? info : nullptr;
}

trace::Event lock_event(const WindowInfo& window, trace::EventKind kind, int target) {
  trace::Event event = event_on(window, kind);
  if (target != kAllTargets) event.target() = static_cast<trace::RankInComm>(target);
  return event;
}

}  // namespace

void accesses_started(int result, MPI_Group targets, MPI_Win window) {
  open_epoch(result, targets, window, &WindowInfo::targets);
}

void exposure_posted(int result, MPI_Group origins, MPI_Win window) {
  open_epoch(result, origins, window, &WindowInfo::origins);
}

void accesses_completed(int result, MPI_Win window) {
  close_epoch(result, window, &WindowInfo::targets);
}

void exposure_ended(int result, MPI_Win window) {
  close_epoch(result, window, &WindowInfo::origins);
}

void exposure_tested(int result, bool ended, MPI_Win window) {
  if (ended) return exposure_ended(result, window);
  if (result != MPI_SUCCESS || !mark_test_unsuccessful()) return;
  const WindowInfo* info = find_window(window);
  if (info != nullptr) write_group_sync(*info, trace::EventKind::rma_group_test, info->origins);
}

void lock_requested(MPI_Win window, int target, bool exclusive) {
  WindowInfo* info = lockable_window(window, target);
  if (info == nullptr) return;
  info->accesses.locked();
  trace::Event event = lock_event(*info, trace::EventKind::rma_request_lock, target);
  event.exclusive() = exclusive ? 1 : 0;
  write(event);
}

void lock_released(int result, MPI_Win window, int target) {
  WindowInfo* info = lockable_window(window, target);
  if (info == nullptr || result != MPI_SUCCESS) return;
  accesses_completed_remotely(result, window, target);
  info->accesses.unlocked();
  write(lock_event(*info, trace::EventKind::rma_release_lock, target));
}

}  // namespace latecomer::record::mpi
