// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The runtime of OpenMP looks for ompt_start_tool when it starts, and calls from then on what it is given
// here.

#include <omp-tools.h>

#include "record/core/process_state.h"
#include "record/core/trouble.h"
#include "record/openmp/events.h"
#include "record/openmp/locks.h"

namespace latecomer::record::openmp {

namespace {

int initialize(ompt_function_lookup_t look_up, int /*device*/, ompt_data_t* /*tool*/) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(look_up("ompt_set_callback"));
  if (set == nullptr) return 0;
  const auto call = [&](ompt_callbacks_t event, auto* function) {
    set(event, reinterpret_cast<ompt_callback_t>(function));
  };
  call(ompt_callback_thread_begin, on_thread_begin);
  call(ompt_callback_thread_end, on_thread_end);
  call(ompt_callback_parallel_begin, on_parallel_begin);
  call(ompt_callback_parallel_end, on_parallel_end);
  call(ompt_callback_implicit_task, on_implicit_task);
  call(ompt_callback_sync_region, on_sync_region);
  call(ompt_callback_sync_region_wait, on_sync_region_wait);
  call(ompt_callback_work, on_work);
  call(ompt_callback_masked, on_masked);
  call(ompt_callback_task_create, on_task_create);
  call(ompt_callback_task_schedule, on_task_schedule);
  call(ompt_callback_mutex_acquire, on_mutex_acquire);
  call(ompt_callback_mutex_acquired, on_mutex_acquired);
  call(ompt_callback_mutex_released, on_mutex_released);
  return 1;  // the tool is active
}

void finalize(ompt_data_t* /*tool*/) {}

}  // namespace

}  // namespace latecomer::record::openmp

extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned /*version*/, const char* /*runtime*/) {
  using namespace latecomer::record;
  static ompt_start_tool_result_t tool{openmp::initialize, openmp::finalize, {}};
  return process == nullptr || process->mpi_only || !is_on() ? nullptr : &tool;
}
