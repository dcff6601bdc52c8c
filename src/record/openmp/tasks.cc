// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Explicit tasks. Where a thread waits, at a barrier or for tasks, it can run some in the meantime, which can
// wait for others in turn; each is a region within the one before:
//
//     barrier ~~~| task A ... taskwait ~~| task B ... |~~ | ... |~~~~ |
//
// The runtime says which task ends or pauses and which one the thread goes on with.

#include "record/core/open_regions.h"
#include "record/core/trouble.h"
#include "record/openmp/callback.h"
#include "record/openmp/events.h"
#include "record/openmp/regions.h"
#include "record/openmp/thread.h"

namespace latecomer::record::openmp {

namespace {

constexpr uint64_t kExplicit = 1;

// In the calling thread's part; its number of tasks if it is not there.
size_t position_of(const ompt_data_t* task) noexcept {
  const Thread& thread = this_openmp_thread();
  const Part* const part = innermost_part();
  size_t position = part == nullptr ? 0 : part->first_task;
  while (position < thread.tasks.size() && thread.tasks[position].id != task) ++position;
  return position;
}

void begin_task(const ompt_data_t* task) noexcept {
  Callback callback;
  if (!callback) return;
  const Ticks time = now();
  if (!callback.was_in_program()) begin_computation(time);
  harmless([&] {
    this_openmp_thread().tasks.push_back({task, this_thread.files->open.size(), callback.was_in_program()});
  });
  begin_open_region(region_of(Construct::task), {}, nullptr, time);
  callback.go_on(true);
}

// And those that began after it.
void end_tasks_from(size_t position) noexcept {
  std::vector<Task>& tasks = this_openmp_thread().tasks;
  if (position >= tasks.size()) return;
  const Task outermost = tasks[position];
  tasks.resize(position);
  Callback callback;
  if (!callback) return;
  end_open_regions(outermost.open);
  callback.go_on(outermost.in_program);
}

bool has_ended(ompt_task_status_t status) noexcept {
  return status == ompt_task_complete || status == ompt_task_cancel || status == ompt_task_detach;
}

}  // namespace

void on_task_create(ompt_data_t* /*encountering*/, const ompt_frame_t* /*frame*/, ompt_data_t* created,
                    int flags, int /*has_dependences*/, const void* /*caller*/) noexcept {
  created->value = (static_cast<unsigned>(flags) & ompt_task_explicit) != 0 ? kExplicit : 0;
}

void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) noexcept {
  if (!is_part_recorded()) return;
  if (has_ended(status)) end_tasks_from(position_of(prior));
  if (next == nullptr) return;
  const size_t position = position_of(next);
  if (next->value != kExplicit) {
    const Part* const part = innermost_part();
    end_tasks_from(part == nullptr ? 0 : part->first_task);
  } else if (position < this_openmp_thread().tasks.size()) {
    end_tasks_from(position + 1);
  } else {
    begin_task(next);
  }
}

}  // namespace latecomer::record::openmp
