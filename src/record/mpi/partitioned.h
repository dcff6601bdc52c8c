// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <cstdint>

#include "record/mpi/handle_table.h"
#include "record/mpi/point_to_point.h"

// Partitioned messages: initialization, and what the program says and asks about single partitions. Their
// starts and completions are those of persistent requests (requests.h).
namespace latecomer::record::mpi {

/// These functions make the requests known, after the real calls of MPI_Psend_init and MPI_Precv_init; the
/// count of `message` is that of one partition.
void partitioned_send_initialized(int result, const Envelope& message, int partitions, MPI_Request request);
void partitioned_receive_initialized(int result, const Envelope& message, int partitions,
                                     MPI_Request request);

/// These functions write events before MPI_Pready, MPI_Pready_range (`last` included), MPI_Pready_list.
void partition_ready(MPI_Request request, int partition);
void partition_range_ready(MPI_Request request, int first, int last);
void partition_list_ready(MPI_Request request, const int* partitions, int count);

/// Writes whether the partition has arrived, after the real call of MPI_Parrived.
void partition_tested(int result, MPI_Request request, int partition, bool arrived);

struct PartitionedRequest {
  uint64_t id = 0;
  int partitions = 0;
};
/// Is apart from the table of requests, because one thread can wait for the request while others make its
/// partitions ready.
extern HandleTable<MPI_Request, PartitionedRequest> partitioned_requests;

}  // namespace latecomer::record::mpi
