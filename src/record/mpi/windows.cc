// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/windows.h"

#include <utility>

#include "record/mpi/call.h"
#include "record/mpi/communicators.h"
#include "record/mpi/known_objects.h"

namespace latecomer::record::mpi {

namespace {

constinit KnownObjects<MPI_Win, WindowInfo> windows;

void begin_collective_of_window(const trace::CommId& comm) {
  write(event_of(trace::EventKind::rma_collective_begin));
  may_wait_for_members(comm);
}

void end_collective(const WindowInfo& window, trace::CollectiveOp op) {
  trace::Event event = event_on(window, trace::EventKind::rma_collective_end);
  event.collective = op;
  write(event);
}

}  // namespace

WindowInfo* find_window(MPI_Win window) {
  return windows.find(window);
}

trace::Event event_on(const WindowInfo& window, trace::EventKind kind) {
  trace::Event event = event_of(kind);
  event.window = window.id;
  return event;
}

WindowCreation::WindowCreation(MPI_Comm comm, bool allocates)
    : comm_(find_comm_of(trace::EventKind::rma_collective_end, comm)), allocates_(allocates) {
  if (comm_ == nullptr) return;
  origin_ = next_child(*comm_);
  begin_collective_of_window(comm_->id);
}

void WindowCreation::created(int result, MPI_Win created) {
  if (comm_ == nullptr) return;
  std::unique_ptr<WindowInfo> window = std::make_unique<WindowInfo>();
  window->comm = comm_->id;
  window->size = comm_->size;
  window->has_memory = allocates_;
  const bool made = result == MPI_SUCCESS && created != MPI_WIN_NULL;
  if (made) {
    window->id = define_window({unique_id_of(origin_), comm_->unique_id, {}});
    write(event_on(*window, trace::EventKind::rma_win_create));
  }
  end_collective(*window, allocates_ ? trace::CollectiveOp::create_handle_and_allocate
                                     : trace::CollectiveOp::create_handle);
  if (made) windows.set(created, std::move(window));
}

// Taken out first: once the real function is done, another thread may get the same handle for a new window.
WindowRelease::WindowRelease(MPI_Win window) : handle_(window), taken_(windows.take(window)) {
  if (taken_) begin_collective_of_window(taken_->comm);
}

void WindowRelease::released(int result) {
  if (!taken_) return;
  const WindowInfo& window = *taken_;
  if (result == MPI_SUCCESS) write(event_on(window, trace::EventKind::rma_win_destroy));
  end_collective(window, window.has_memory ? trace::CollectiveOp::destroy_handle_and_deallocate
                                           : trace::CollectiveOp::destroy_handle);
  if (result != MPI_SUCCESS) windows.set(handle_, std::move(taken_));
}

WindowFence::WindowFence(MPI_Win window) : window_(find_window(window)) {
  if (window_ != nullptr) begin_collective_of_window(window_->comm);
}

void WindowFence::finished() {
  if (window_ != nullptr) end_collective(*window_, trace::CollectiveOp::barrier);
}

void window_named(MPI_Win window, std::string_view name, int result) {
  const WindowInfo* info = find_window(window);
  if (info != nullptr && result == MPI_SUCCESS) name_window(info->id, name);
}

}  // namespace latecomer::record::mpi
