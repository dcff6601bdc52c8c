// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analyze/model/calls.h"
#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Says that a call wanted something of another location, and from when the other one let it have that.
struct HandOver {
  enum class Kind : uint8_t {
    // Threads hand these over to others of their process: what is kept in LockHolds.
    lock,          ///< Is a lock, a condition's signal and so on.
    lock_again,    ///< Is a lock that the call had given back before.
    thread_begin,  ///< Is a thread, handed over by who created it.
    thread_end,    ///< Is a thread, handed over by itself to who waits for its end.

    // Processes hand these over to others: what they did to windows.
    post,         ///< Is the target's window, from its enter of MPI_Win_post.
    complete,     ///< Is the target's window, given back, from the origin's enter of MPI_Win_complete.
    window_lock,  ///< Is a window's lock, from the leave, or the enter, of MPI_Win_unlock by who had it.
    progress,     ///< Is that a target outside of MPI serves others, from its enter of an MPI call.
    access,       ///< Is this process's window, from the leave of an access to it by the origin.
  };

  CallIndex call = kNoCall;  ///< Is the call that wanted it.
  Kind kind = Kind::lock;
  trace::LocationId from;  ///< Is who handed it over; invalid: that is not known.
  /// Says where: of threads, it is a position in the locks of `from`, else it is a call of `from`.
  uint32_t release = 0;
  /// Says that it is from the leave of that call on, of a lock of a window; else it is from its enter on.
  bool is_at_leave = false;
  Ticks wanted;          ///< Is since when the call wanted it.
  Ticks released;        ///< Is when `from` handed it over.
  Ticks had;             ///< Is when the call had it: of windows, its leave at the latest.
  Ticks accessed_until;  ///< Is, of `complete`, when the origin's last access of the epoch ended.

  bool known() const { return from.valid(); }
  /// Returns until when the call can have waited for it.
  Ticks awaited() const { return std::min(released, had); }
};

/// Holds hand-overs per local location that wanted something.
using HandOvers = std::vector<std::vector<HandOver>>;

}  // namespace latecomer::analyze
