// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/init_finalize.h"

#include <mpi.h>

#include "record/mpi/clock.h"
#include "record/mpi/communicators.h"
#include "record/mpi/processes.h"

namespace latecomer::record::mpi {

namespace {

/// For the recorder's own messages, from MPI_Init to MPI_Finalize.
MPI_Comm own_comm = MPI_COMM_NULL;

void write_world_collective_end(trace::CollectiveOp op) {
  trace::Event event = event_of(trace::EventKind::collective_end);
  event.collective = op;
  const CommInfo* world = find_comm(MPI_COMM_WORLD);
  if (world != nullptr) event.comm = world->id;
  record(event);
}

}  // namespace

void initializing() { record(event_of(trace::EventKind::collective_begin)); }

void initialized(int result) {
  if (result != MPI_SUCCESS) return;
  int rank = 0;
  int size = 1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  joined_world(static_cast<uint32_t>(rank), static_cast<uint32_t>(size));
  {
    const RecursionGuard guard;
    PMPI_Comm_dup(MPI_COMM_WORLD, &own_comm);
    measure_clock_offset(own_comm);
  }
  define_predefined_comms();
  write_world_collective_end(trace::CollectiveOp::create_handle);
}

void finalizing(Call& call) {
  if (own_comm == MPI_COMM_NULL) return;  // MPI_Init was not recorded
  record(event_of(trace::EventKind::collective_begin));
  Processes processes(own_comm);
  {
    const RecursionGuard guard;
    processes.barrier();
  }
  destroy_predefined_comms();
  write_world_collective_end(trace::CollectiveOp::destroy_handle);
  call.leave();

  const RecursionGuard guard;
  measure_clock_offset(own_comm);
  write_archive(processes);
  PMPI_Comm_free(&own_comm);
}

}  // namespace latecomer::record::mpi
