// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>

#include "record/core/thread_state.h"
#include "record/mpi/call.h"

// Calls that neither communicate nor wait. Programs make millions of them a second, so they are counted only,
// unless each is asked for. A call is counted once, whoever passes it on: a procedure of Fortran calls the
// function of C, and a tool behind the recorder calls the profiling name.
namespace latecomer::record::mpi {

/// Counts the call and returns true, unless it is the thread's first, is within another one, or is to be
/// recorded. `position` is as in kLocalFunctions.
[[gnu::always_inline]] inline bool count_local_call(size_t position) noexcept {
  uint64_t* const counts = this_thread.counts;
  if (counts == nullptr || this_thread.depth != 0) [[unlikely]]
    return false;
  ++counts[position];
  return true;
}

/// Returns whether a call that count_local_call did not count is to be recorded; if not, it is counted here.
/// `is_first` says that no tool behind the recorder passes it on by another name.
bool is_local_call_recorded(size_t position, const Origin& origin, bool is_first) noexcept;

bool are_local_calls_counted() noexcept;

}  // namespace latecomer::record::mpi
