// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/init_finalize.h"

#include <mpi.h>

#include <atomic>

#include "record/libc/dlclose.h"
#include "record/libc/posix_files.h"
#include "record/mpi/clock.h"
#include "record/mpi/communicators.h"
#include "record/mpi/complete.h"
#include "record/mpi/next_functions.h"
#include "record/mpi/processes.h"
#include "record/mpi/requests.h"

namespace latecomer::record {

const bool kFileCallsBeginThreads = false;

}  // namespace latecomer::record

namespace latecomer::record::mpi {

namespace {

/// Is for the recorder's own messages, from MPI_Init to MPI_Finalize.
MPI_Comm own_comm = MPI_COMM_NULL;
ClockMeter* clock_meter = nullptr;  // never destroyed: MPI may be finalized while the process exits
std::atomic<int> open_sessions{0};
std::atomic<bool> joined{false};
std::atomic<bool> finalized{false};

void write_world_collective_end(trace::CollectiveOp op) {
  trace::Event event = event_of(trace::EventKind::collective_end);
  event.collective = op;
  const CommInfo* world = find_comm(MPI_COMM_WORLD);
  if (world != nullptr) event.comm = world->id;
  write(event);
}

/// Returns the archive of a world, chosen once, however many communicators have all of its processes.
uint32_t archive_of_world(bool spawned) {
  static const uint32_t archive = choose_archive(spawned);
  return archive;
}

/// Joins the world: `comm` has all of its processes, in their order. Rank 0 chooses the archive.
void join_world(MPI_Comm comm, bool spawned) {
  int rank = 0;
  int size = 1;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  find_shared_handle(comm);
  uint32_t archive = rank == 0 ? archive_of_world(spawned) : 0;
  if (size > 1) {
    MPI_Request request;
    PMPI_Ibcast(&archive, 1, MPI_UINT32_T, 0, comm, &request);
    complete(request);
  }
  joined_world(static_cast<uint32_t>(rank), static_cast<uint32_t>(size), spawned, archive);
  joined = true;
}

bool was_spawned() {
  MPI_Comm parent = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parent);
  return parent != MPI_COMM_NULL;
}

bool has_all_in_order(MPI_Comm comm) {
  int inter = 0;
  PMPI_Comm_test_inter(comm, &inter);
  if (inter != 0 || world_group() == MPI_GROUP_NULL) return false;
  MPI_Group group;
  PMPI_Comm_group(comm, &group);
  int order = MPI_UNEQUAL;
  PMPI_Group_compare(group, world_group(), &order);
  PMPI_Group_free(&group);
  return order == MPI_IDENT;
}

}  // namespace

void initializing() {
  write(event_of(trace::EventKind::collective_begin));
}

void initialized(int result) {
  if (result != MPI_SUCCESS) return;
  may_end(false);
  {
    const InsideLibrary inside;
    MPI_Group world;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    set_world_group(world);
    PMPI_Comm_dup(MPI_COMM_WORLD, &own_comm);
    join_world(own_comm, was_spawned());
    clock_meter = new ClockMeter(own_comm);
    clock_meter->measure();
  }
  if (world_rank() == 0) say_who_is_not_in_line();
  if (is_dlclose_called_past()) watch_unloading();
  define_predefined_comms();
  write_world_collective_end(trace::CollectiveOp::create_handle);
}

void session_initialized(int result, const std::function<void(MPI_Group*)>& get_world) {
  if (result != MPI_SUCCESS) return;
  ++open_sessions;
  may_end(false);
  if (finalized || world_group() != MPI_GROUP_NULL) return;
  const InsideLibrary inside;
  MPI_Group world = MPI_GROUP_NULL;
  get_world(&world);
  set_world_group(world);
}

void session_finalizing() {
  if (open_sessions == 1 && own_comm == MPI_COMM_NULL) set_world_group(MPI_GROUP_NULL);
}

void session_finalized(int result) {
  if (result == MPI_SUCCESS && --open_sessions == 0 && own_comm == MPI_COMM_NULL) may_end(true);
}

void made_from_group(int result, MPI_Comm comm) {
  if (result != MPI_SUCCESS || comm == MPI_COMM_NULL || own_comm != MPI_COMM_NULL) return;
  const InsideLibrary inside;
  if (!has_all_in_order(comm)) return;
  join_world(comm, false);
  define_world(comm);
  ClockMeter(comm).measure();
}

bool has_joined_world() {
  return joined;
}

void finalizing() {
  if (own_comm == MPI_COMM_NULL) return;  // MPI_Init was not recorded
  say_who_calls_past();
  write(event_of(trace::EventKind::collective_begin));
  Processes processes(own_comm);
  {
    const InsideLibrary inside;
    processes.barrier();
    clock_meter->measure();
  }
  destroy_predefined_comms();
  write_world_collective_end(trace::CollectiveOp::destroy_handle);
  leave_early();
  complete_released_receives();

  const InsideLibrary inside;
  write_archive(processes);
  PMPI_Comm_free(&own_comm);
  set_world_group(MPI_GROUP_NULL);
  finalized = true;
}

}  // namespace latecomer::record::mpi
