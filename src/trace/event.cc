// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/event.h"

#include <iterator>

namespace latecomer::trace {

std::string_view name_of(EventKind kind) {
  static constexpr std::string_view kNames[] = {"enter",
                                                "leave",
                                                "send",
                                                "isend",
                                                "isend_complete",
                                                "irecv_request",
                                                "recv",
                                                "irecv",
                                                "request_test",
                                                "request_cancelled",
                                                "collective_begin",
                                                "collective_end",
                                                "icollective_request",
                                                "icollective_complete",
                                                "probe",
                                                "match",
                                                "receive_pending",
                                                "psend_init",
                                                "precv_init",
                                                "psend_request",
                                                "precv_request",
                                                "pready",
                                                "parrived",
                                                "ptested",
                                                "psend_complete",
                                                "precv_complete",
                                                "other_world",
                                                "thread_fork",
                                                "thread_join",
                                                "team_begin",
                                                "team_end",
                                                "acquire_lock",
                                                "release_lock",
                                                "rma_win_create",
                                                "rma_win_destroy",
                                                "rma_collective_begin",
                                                "rma_collective_end",
                                                "rma_group_sync",
                                                "rma_request_lock",
                                                "rma_acquire_lock",
                                                "rma_release_lock",
                                                "rma_put",
                                                "rma_get",
                                                "rma_atomic",
                                                "comm_create",
                                                "comm_destroy",
                                                "program_begin",
                                                "program_end",
                                                "measurement_off",
                                                "measurement_on",
                                                "buffer_flush",
                                                "other"};
  static_assert(std::size(kNames) == static_cast<size_t>(EventKind::other) + 1);
  return kNames[static_cast<size_t>(kind)];
}

std::string_view name_of(CollectiveOp op) {
  static constexpr std::string_view kNames[] = {"barrier",
                                                "bcast",
                                                "gather",
                                                "gatherv",
                                                "scatter",
                                                "scatterv",
                                                "allgather",
                                                "allgatherv",
                                                "alltoall",
                                                "alltoallv",
                                                "alltoallw",
                                                "allreduce",
                                                "reduce",
                                                "reduce_scatter",
                                                "reduce_scatter_block",
                                                "scan",
                                                "exscan",
                                                "create_handle",
                                                "destroy_handle",
                                                "allocate",
                                                "deallocate",
                                                "create_handle_and_allocate",
                                                "destroy_handle_and_deallocate",
                                                "none"};
  static_assert(std::size(kNames) == static_cast<size_t>(CollectiveOp::none) + 1);
  return kNames[static_cast<size_t>(op)];
}

}  // namespace latecomer::trace
