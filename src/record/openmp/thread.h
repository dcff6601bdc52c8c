// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <omp-tools.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "record/openmp/locks.h"
#include "trace/definitions.h"

namespace latecomer::record::openmp {

/// A team of threads, from a fork of its leader to the join; then the leader's next one of the same depth.
struct Team {
  trace::CommId number;
  const void* forked_from = nullptr;  ///< the address behind the call of the runtime
  trace::CallingContextId stack;      ///< of that
  bool is_of_gcc = false;             ///< the program calls the runtime as libgomp
};

/// A thread's part in a team, from the begin of its implicit task to the end.
struct Part {
  const Team* team = nullptr;  ///< nullptr: it is not recorded
  bool leads = false;
  bool has_ended = false;  ///< the leader's, in the recording
  bool is_stored = false;  ///< that it began
  size_t open = 0;         ///< how many regions were open in the thread before
  size_t first_task = 0;   ///< in the thread's tasks
};

/// An explicit task that a thread has begun and not ended.
struct Task {
  const ompt_data_t* id = nullptr;
  size_t open = 0;          ///< how many regions were open when it began
  bool in_program = false;  ///< whether the thread ran the program then, and was not waiting
};

/// What the calling thread does in OpenMP, from the outside inwards.
struct Thread {
  std::vector<Part> parts;
  std::vector<Task> tasks;
  ThreadLocks locks;
  std::vector<std::unique_ptr<Team>> led;  ///< by the number of parts in which the thread led it
};
Thread& this_openmp_thread();
/// To be called when the calling thread ends.
void forget_this_openmp_thread() noexcept;

/// The calling thread's innermost part; nullptr outside of teams.
Part* innermost_part() noexcept;
/// Whether what it does is recorded: not in a team that is not.
bool is_part_recorded() noexcept;

}  // namespace latecomer::record::openmp
