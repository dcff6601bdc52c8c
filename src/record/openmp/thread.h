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

/// Describes a team from the fork to the join, and then the leader's next one of the same depth.
struct Team {
  trace::CommId number;
  const void* forked_from = nullptr;  ///< Is the fork's address: that behind the call of the runtime.
  trace::CallingContextId stack;      ///< Is the call stack of the fork.
  bool is_of_gcc = false;             ///< Says that the program calls the runtime as libgomp.
};

/// Describes a thread's part in a team, from the begin of its implicit task to the end.
struct Part {
  const Team* team = nullptr;  ///< Is the team; nullptr for one that is not recorded.
  bool leads = false;
  bool has_ended = false;  ///< Says that the leader's part has ended in the recording.
  bool is_stored = false;  ///< Says that the begin of the part is recorded.
  size_t open = 0;         ///< Counts regions that were open in the thread before the part.
  size_t first_task = 0;   ///< Is the position of the part's first task in the thread's tasks.
};

/// Describes an explicit task that a thread has begun and not ended.
struct Task {
  const ompt_data_t* id = nullptr;
  size_t open = 0;          ///< Counts regions that were open when the task began.
  bool in_program = false;  ///< Says that the thread was not waiting when the task began.
};

/// Says what the calling thread does in OpenMP, from the outside inwards.
struct Thread {
  std::vector<Part> parts;
  std::vector<Task> tasks;
  ThreadLocks locks;
  std::vector<std::unique_ptr<Team>> led;  ///< < Has the teams that it leads, from the outside inwards.
};
Thread& this_openmp_thread();
/// Forgets the calling thread, when it ends.
void forget_this_openmp_thread() noexcept;

/// Returns the calling thread's innermost part; nullptr outside of teams.
Part* innermost_part() noexcept;
/// Returns whether the calling thread's innermost part is recorded, or it is in no team.
bool is_part_recorded() noexcept;

}  // namespace latecomer::record::openmp
