// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/init_finalize.h"

#include <mpi.h>

#include <atomic>
#include <optional>

#include "record/mpi/clock.h"
#include "record/mpi/communicators.h"
#include "record/mpi/polite_wait.h"
#include "record/mpi/processes.h"
#include "record/mpi/requests.h"

namespace latecomer::record::mpi {

namespace {

/// For the recorder's own messages, from MPI_Init to MPI_Finalize.
MPI_Comm own_comm = MPI_COMM_NULL;
std::optional<ClockMeter> clock_meter;
std::atomic<int> open_sessions{0};

void write_world_collective_end(trace::CollectiveOp op) {
  trace::Event event = event_of(trace::EventKind::collective_end);
  event.collective = op;
  const CommInfo* world = find_comm(MPI_COMM_WORLD);
  if (world != nullptr) event.comm = world->id;
  record(event);
}

/// Rank 0 chooses the archive of this MPI_COMM_WORLD.
void join_world(int rank, int size) {
  MPI_Comm parent = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parent);
  const bool spawned = parent != MPI_COMM_NULL;
  uint32_t archive = rank == 0 ? choose_archive(spawned) : 0;
  MPI_Request request;
  PMPI_Ibcast(&archive, 1, MPI_UINT32_T, 0, own_comm, &request);
  wait_politely(request);
  joined_world(static_cast<uint32_t>(rank), static_cast<uint32_t>(size), spawned, archive);
}

}  // namespace

void initializing() {
  record(event_of(trace::EventKind::collective_begin));
}

void initialized(int result) {
  if (result != MPI_SUCCESS) return;
  may_end(false);
  int rank = 0;
  int size = 1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  {
    const InsideLibrary inside;
    PMPI_Comm_dup(MPI_COMM_WORLD, &own_comm);
    join_world(rank, size);
    clock_meter.emplace(own_comm);
    clock_meter->measure();
  }
  define_predefined_comms();
  write_world_collective_end(trace::CollectiveOp::create_handle);
}

void session_initialized(int result) {
  if (result != MPI_SUCCESS) return;
  ++open_sessions;
  may_end(false);
}

void session_finalized(int result) {
  if (result == MPI_SUCCESS && --open_sessions == 0 && own_comm == MPI_COMM_NULL) may_end(true);
}

void finalizing(Call& call) {
  if (own_comm == MPI_COMM_NULL) return;  // MPI_Init was not recorded
  record(event_of(trace::EventKind::collective_begin));
  Processes processes(own_comm);
  {
    const InsideLibrary inside;
    processes.barrier();
    clock_meter->measure();
  }
  destroy_predefined_comms();
  write_world_collective_end(trace::CollectiveOp::destroy_handle);
  call.leave();
  complete_released_receives();

  const InsideLibrary inside;
  write_archive(processes);
  PMPI_Comm_free(&own_comm);
}

}  // namespace latecomer::record::mpi
