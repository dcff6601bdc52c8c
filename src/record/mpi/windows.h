// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <memory>
#include <string_view>

#include "record/core/recorder.h"
#include "record/mpi/accesses.h"
#include "record/mpi/comm_definitions.h"

// The windows that the recorder knows, by handle, and the events of making, fencing and freeing them.
namespace latecomer::record::mpi {

struct WindowInfo {
  trace::WindowId id;
  trace::CommId comm;       ///< Is the communicator whose members open their memory.
  int size = 0;             ///< Counts the members of `comm`.
  bool has_memory = false;  ///< Says that MPI has allocated memory with the window.
  // The processes with which an epoch is open, if one is: MPI_Win_complete and MPI_Win_wait do not name them.
  trace::GroupId targets;
  trace::GroupId origins;
  Accesses accesses;
};

/// Returns what is known of a window; nullptr for those made from a communicator that the recorder does not
/// know: only calls are recorded of their use. The pointer stays valid until the window is freed.
WindowInfo* find_window(MPI_Win window);

/// Returns an event of a window, with nothing else set.
trace::Event event_on(const WindowInfo& window, trace::EventKind kind);

/// Records MPI_Win_create and its siblings: the collective operation that makes a window from `comm`.
class WindowCreation {
 public:
  /// Begins the operation; `allocates` says that MPI makes the memory, too.
  WindowCreation(MPI_Comm comm, bool allocates);
  void created(int result, MPI_Win created);

 private:
  CommInfo* comm_;
  CommOrigin origin_;
  bool allocates_;
};

/// Records MPI_Win_free.
class WindowRelease {
 public:
  explicit WindowRelease(MPI_Win window);
  void released(int result);

 private:
  MPI_Win handle_;
  std::unique_ptr<WindowInfo> taken_;
};

/// Records MPI_Win_fence.
class WindowFence {
 public:
  explicit WindowFence(MPI_Win window);
  void finished();

 private:
  WindowInfo* window_;
};

void window_named(MPI_Win window, std::string_view name, int result);

}  // namespace latecomer::record::mpi
