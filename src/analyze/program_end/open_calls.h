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

/// What an open call waits for.
struct Pending {
  using Kind = PendingOperation::Kind;
  Kind kind = Kind::receive;
  bool any_process = false;        ///< MPI_ANY_SOURCE
  trace::LocationGroupId process;  ///< of a message; invalid: any, or no member of the communicator
  uint32_t tag = 0;                ///< of a message, or kAnyTag
  trace::CommId comm;
  trace::WindowId window;  ///< of a lock; `process` is then whose memory it is of
  bool exclusive = false;
  auto operator<=>(const Pending&) const = default;
};

/// Where a thread was when its program was killed, and since when.
struct OpenCallState {
  CallPathId path;
  bool computing = false;      ///< in the program's own code
  bool polling = false;        ///< in a polling run, which may go on whatever it waits for
  bool between_tests = false;  ///< of that, the last of which it left at `until`
  bool of_requests = false;    ///< what it waits for are operations that were started before
  bool for_any = false;        ///< until one of them is complete
  /// Of calls that can wait for requests, where it is not known which: sends, receives and collective
  /// operations that the thread had started and that were not completed.
  std::array<uint32_t, 3> incomplete = {};
  Ticks since;  ///< the call's enter; where it computed, the thread's last event
  Ticks until;  ///< as far as is known
  trace::LocationGroupId process;
  trace::LocationId location;
  auto operator<=>(const OpenCallState&) const = default;
};

struct OpenCall : OpenCallState {
  std::vector<Pending> pending;  ///< as far as the trace tells
  auto operator<=>(const OpenCall&) const = default;
};

/// What a process was up to when its program was killed.
struct ProcessAtEnd {
  /// `unknown`: it has no events. `ended`: all of its threads have. `finalized`: it has called MPI_Finalize,
  /// and sends nothing any more.
  enum class State : uint8_t { unknown, ended, runs, finalized };
  State state = State::unknown;
  // Operations of all its threads that were not completed.
  uint32_t incomplete_receives = 0;
  uint32_t incomplete_collectives = 0;
};

/// A lock of a window that a process has for certain.
struct HeldLock {
  trace::LocationGroupId holder;
  trace::WindowId window;
  trace::LocationGroupId process;  ///< whose memory it is of
  bool exclusive = false;
};

/// Of all ranks, on each of them; nothing where the program ended in the regular way.
struct EndOfProgram {
  std::vector<OpenCall> calls;  ///< by location
  std::vector<HeldLock> locks;
  std::vector<ProcessAtEnd> processes;  ///< all, by process
};

EndOfProgram find_open_calls(const CondensedTrace& trace, const CommMembers& members, Comm& comm);

}  // namespace latecomer::analyze
