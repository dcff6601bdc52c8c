// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ticks.h"
#include "record/core/thread_state.h"
#include "trace/definitions.h"

namespace latecomer::record::openmp {

/// What a thread is in an instance of a team.
struct Member {
  const ThreadState* thread = nullptr;  ///< nullptr: it has not begun, or is not recorded
  size_t open = 0;                      ///< how many regions were open in it before
  bool is_stored = false;               ///< that it began
};

/// A team of threads, from a fork of its leader to the join; then the leader's next one of the same depth.
struct Team {
  trace::CommId number;
  const void* forked_from = nullptr;  ///< the address behind the call of the runtime
  trace::CallingContextId stack;      ///< of that
  bool is_of_gcc = false;             ///< the program calls the runtime as libgomp
  std::vector<Member> members;        ///< each is its own thread's until the join barrier
};

/// The calling thread begins as member `index`.
void begin_member(Team& team, size_t index);
/// All members have come to the join barrier, and done their tasks: that their work in the team ends is
/// stored by the leader, in the files of all. Workers hear of it with their next work, or never.
void end_members(const Team& team, Ticks time) noexcept;

}  // namespace latecomer::record::openmp
