// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "base/ticks.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Is what an open call waits for.
struct Pending {
  using Kind = PendingOperation::Kind;
  Kind kind = Kind::receive;
  bool any_process = false;  ///< Says that it waits for MPI_ANY_SOURCE.
  /// Is the other process of a message; invalid: any, or no member of the communicator.
  trace::LocationGroupId process;
  uint32_t tag = 0;  ///< Is the tag of a message, or kAnyTag.
  trace::CommId comm;
  trace::WindowId window;  ///< Is the window of a lock; `process` is then the one whose memory is locked.
  bool exclusive = false;
  auto operator<=>(const Pending&) const = default;
};

/// Says where a thread was when its program was killed, and since when.
struct OpenCallState {
  CallPathId path;
  bool computing = false;  ///< Says that the thread was in the program's own code.
  /// Says that the thread was in a polling run, which may go on whatever it waits for.
  bool polling = false;
  bool between_tests = false;  ///< Says that the thread left the last test of the run at `until`.
  bool of_requests = false;    ///< Says that the call waits for operations that were started before.
  bool for_any = false;        ///< Says that the call waits until one operation is complete.
  /// Counts sends, receives and collective operations that the thread had started and that were not
  /// completed, for calls that can wait for requests, where it is not known which.
  std::array<uint32_t, 3> incomplete = {};
  Ticks since;  ///< Is the call's enter; where it computed, the thread's last event.
  Ticks until;  ///< Is the last time at which the thread is known to be there.
  trace::LocationGroupId process;
  trace::LocationId location;
  auto operator<=>(const OpenCallState&) const = default;
};

struct OpenCall : OpenCallState {
  std::vector<Pending> pending;  ///< Lists what it waits for, as far as the trace says.
  auto operator<=>(const OpenCall&) const = default;
};

/// Says what a process did when its program was killed.
struct ProcessAtEnd {
  /// Says how far it came. `unknown`: it has no events. `ended`: all of its threads have. `finalized`: it has
  /// called MPI_Finalize, and sends nothing any more.
  enum class State : uint8_t { unknown, ended, runs, finalized };
  State state = State::unknown;
  // These numbers count operations of all its threads that were not completed.
  uint32_t incomplete_receives = 0;
  uint32_t incomplete_collectives = 0;
};

/// Is a lock of a window that a process has for certain.
struct HeldLock {
  trace::LocationGroupId holder;
  trace::WindowId window;
  trace::LocationGroupId process;  ///< Is the process whose memory is locked.
  bool exclusive = false;
};

/// Says how the program ended on all ranks, the same on each; it is empty where it ended in the regular way.
struct EndOfProgram {
  std::vector<OpenCall> calls;  ///< Holds calls by location.
  std::vector<HeldLock> locks;
  std::vector<ProcessAtEnd> processes;  ///< Holds all processes.
};

EndOfProgram find_open_calls(const CondensedTrace& trace, const CommMembers& members, Comm& comm);

}  // namespace latecomer::analyze
