// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

namespace latecomer::otf2 {

/// The first byte of a record in an event file. Those up to `attributes` are no events.
enum class RecordType : uint8_t {
  chunk_end = 0,
  file_end = 2,
  chunk_begin = 3,
  time = 5,
  attributes = 6,
  buffer_flush = 10,
  measurement_on_off,
  enter,
  leave,
  mpi_send,
  mpi_isend,
  mpi_isend_complete,
  mpi_irecv_request,
  mpi_recv,
  mpi_irecv,
  mpi_request_test,
  mpi_request_cancelled,
  mpi_collective_begin,
  mpi_collective_end,
  omp_fork,
  omp_join,
  omp_acquire_lock,
  omp_release_lock,
  omp_task_create,
  omp_task_switch,
  omp_task_complete,
  metric,
  parameter_string,
  parameter_int,
  parameter_unsigned_int,
  rma_win_create,
  rma_win_destroy,
  rma_collective_begin,
  rma_collective_end,
  rma_group_sync,
  rma_request_lock,
  rma_acquire_lock,
  rma_try_lock,
  rma_release_lock,
  rma_sync,
  rma_wait_change,
  rma_put,
  rma_get,
  rma_atomic,
  rma_op_complete_blocking,
  rma_op_complete_nonblocking,
  rma_op_test,
  rma_op_complete_remote,
  thread_fork,
  thread_join,
  thread_team_begin,
  thread_team_end,
  thread_acquire_lock,
  thread_release_lock,
  thread_task_create,
  thread_task_switch,
  thread_task_complete,
  thread_create,
  thread_begin,
  thread_wait,
  thread_end,
  calling_context_enter,
  calling_context_leave,
  calling_context_sample,
  io_create_handle,
  io_destroy_handle,
  io_duplicate_handle,
  io_seek,
  io_change_status_flags,
  io_delete_file,
  io_operation_begin,
  io_operation_test,
  io_operation_issued,
  io_operation_complete,
  io_operation_cancelled,
  io_acquire_lock,
  io_release_lock,
  io_try_lock,
  program_begin,
  program_end,
  nonblocking_collective_request,
  nonblocking_collective_complete,
  comm_create,
  comm_destroy,
};
/// The event types of OTF2 3.0.
inline constexpr RecordType kFirstEvent = RecordType::buffer_flush;
inline constexpr RecordType kLastEvent = RecordType::comm_destroy;
static_assert(static_cast<uint8_t>(kLastEvent) == 88);

/// Whether records of that type have a single number and no length before it.
constexpr bool is_single_number(RecordType type) {
  switch (type) {
    case RecordType::enter:
    case RecordType::leave:
    case RecordType::mpi_isend_complete:
    case RecordType::mpi_irecv_request:
    case RecordType::mpi_request_test:
    case RecordType::mpi_request_cancelled:
    case RecordType::omp_fork:
    case RecordType::omp_task_create:
    case RecordType::omp_task_switch:
    case RecordType::omp_task_complete:
      return true;
    default:
      return false;
  }
}

}  // namespace latecomer::otf2
