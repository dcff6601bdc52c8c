// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/accesses.h"

#include <utility>

#include "record/mpi/call.h"
#include "record/mpi/point_to_point.h"
#include "record/mpi/requests.h"
#include "record/mpi/windows.h"

namespace latecomer::record::mpi {

namespace {

uint64_t bytes_of(const Moved& moved) {
  return static_cast<uint64_t>(moved.count * size_of(moved.datatype));
}

/// Returns nullptr for MPI_PROC_NULL and targets that MPI refuses.
WindowInfo* window_of(const AccessArguments& arguments) {
  WindowInfo* window = find_window(arguments.window);
  return window == nullptr || arguments.target < 0 || arguments.target >= window->size ? nullptr : window;
}

void write_access(const WindowInfo& window, const AccessArguments& arguments, uint64_t operation) {
  trace::Event event = event_on(window, arguments.kind);
  event.target() = static_cast<trace::RankInComm>(arguments.target);
  event.operation() = operation;
  event.bytes_sent = bytes_of(arguments.sent);
  event.bytes_received = bytes_of(arguments.received);
  write(event);
}

void write_completions(WindowInfo& window, trace::EventKind kind, int target) {
  trace::Event event = event_on(window, kind);
  for (const uint64_t operation : window.accesses.incomplete_at(target)) {
    event.operation() = operation;
    write(event);
  }
}

}  // namespace

uint64_t Accesses::operation_to(int target) {
  if (locks_.load(std::memory_order_relaxed) == 0) return 0;
  const std::scoped_lock lock(mutex_);
  uint64_t& operation = by_target_[target].together;
  if (operation == 0) operation = next_request();
  return operation;
}

uint64_t Accesses::requested_operation_to(int target) {
  const std::scoped_lock lock(mutex_);
  return by_target_[target].requested = next_request();
}

std::vector<uint64_t> Accesses::incomplete_at(int target) {
  std::vector<uint64_t> operations;
  const std::scoped_lock lock(mutex_);
  for (const auto& [each, incomplete] : by_target_) {
    if (target != kAllTargets && target != each) continue;
    if (incomplete.together != 0) operations.push_back(incomplete.together);
    if (incomplete.requested != 0) operations.push_back(incomplete.requested);
  }
  return operations;
}

void Accesses::completed_at(int target) {
  const std::scoped_lock lock(mutex_);
  if (target == kAllTargets)
    by_target_.clear();
  else
    by_target_.erase(target);
}

void window_accessed(const AccessArguments& arguments) {
  WindowInfo* window = window_of(arguments);
  if (window != nullptr) write_access(*window, arguments, window->accesses.operation_to(arguments.target));
}

RequestedAccess::RequestedAccess(const AccessArguments& arguments) {
  WindowInfo* window = storing() ? window_of(arguments) : nullptr;
  if (window == nullptr) return;
  completion_ = event_on(*window, trace::EventKind::rma_complete_local);
  completion_.operation() = window->accesses.requested_operation_to(arguments.target);
  write_access(*window, arguments, completion_.operation());
}

void RequestedAccess::started(int result, MPI_Request request) {
  if (completion_.operation() == 0 || result != MPI_SUCCESS) return;
  RequestInfo info;
  info.completion = completion_;
  add_request(request, info);
}

void accesses_completed_remotely(int result, MPI_Win handle, int target) {
  WindowInfo* window = find_window(handle);
  if (window == nullptr || result != MPI_SUCCESS) return;
  write_completions(*window, trace::EventKind::rma_complete_remote, target);
  window->accesses.completed_at(target);
}

void accesses_completed_locally(int result, MPI_Win handle, int target) {
  WindowInfo* window = find_window(handle);
  if (window != nullptr && result == MPI_SUCCESS)
    write_completions(*window, trace::EventKind::rma_complete_local, target);
}

}  // namespace latecomer::record::mpi
