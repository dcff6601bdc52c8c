// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/accesses.h"

#include "record/mpi/call.h"
#include "record/mpi/point_to_point.h"
#include "record/mpi/windows.h"

namespace latecomer::record::mpi {

namespace {

uint64_t bytes_of(const Moved& moved) {
  return static_cast<uint64_t>(moved.count * size_of(moved.datatype));
}

}  // namespace

void window_accessed(const AccessArguments& arguments) {
  const WindowInfo* window = find_window(arguments.window);
  // MPI_PROC_NULL, or a target that MPI refuses.
  if (window == nullptr || arguments.target < 0 || arguments.target >= window->size) return;
  trace::Event event = event_on(*window, arguments.kind);
  event.peer = static_cast<trace::RankInComm>(arguments.target);
  event.bytes_sent = bytes_of(arguments.sent);
  event.bytes_received = bytes_of(arguments.received);
  write(event);
}

}  // namespace latecomer::record::mpi
