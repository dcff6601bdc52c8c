// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <omp-tools.h>

// What the runtime of OpenMP calls, as its interface for tools (OMPT) says, but for locks (locks.h). Nothing
// here throws.
namespace latecomer::record::openmp {

void on_thread_begin(ompt_thread_t kind, ompt_data_t* thread) noexcept;
void on_thread_end(ompt_data_t* thread) noexcept;
void on_parallel_begin(ompt_data_t* encountering, const ompt_frame_t* frame, ompt_data_t* parallel,
                       unsigned threads, int flags, const void* caller) noexcept;
void on_parallel_end(ompt_data_t* parallel, ompt_data_t* encountering, int flags,
                     const void* caller) noexcept;
void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                      unsigned threads, unsigned index, int flags) noexcept;
void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                    ompt_data_t* task, const void* caller) noexcept;
void on_sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                         ompt_data_t* task, const void* caller) noexcept;
void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
             uint64_t count, const void* caller) noexcept;
void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
               const void* caller) noexcept;
void on_task_create(ompt_data_t* encountering, const ompt_frame_t* frame, ompt_data_t* created, int flags,
                    int has_dependences, const void* caller) noexcept;
void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) noexcept;

}  // namespace latecomer::record::openmp
