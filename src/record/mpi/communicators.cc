// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/communicators.h"

#include <numeric>
#include <optional>
#include <utility>

#include "record/mpi/call.h"
#include "record/mpi/init_finalize.h"
#include "record/mpi/known_objects.h"
#include "record/mpi/requests.h"

namespace latecomer::record::mpi {

namespace {

constexpr uint64_t kSelfUniqueId = 1;
constexpr uint64_t kWorldUniqueId = 2;

constinit KnownObjects<MPI_Comm, CommInfo> comms;
CommInfo* world_comm = nullptr;  // the most frequent one needs no lookup

void write_comm_event(trace::EventKind kind, trace::CommId comm) {
  trace::Event event = event_of(kind);
  event.comm = comm;
  write(event);
}

void write_collective_end(trace::CollectiveOp op, trace::CommId comm, int result) {
  trace::Event event = event_of(trace::EventKind::collective_end);
  event.collective = op;
  event.comm = comm;
  write(result == MPI_SUCCESS ? event : without_part(event));
}

std::unique_ptr<CommInfo> describe(MPI_Comm comm) {
  std::unique_ptr<CommInfo> info = std::make_unique<CommInfo>();
  int inter = 0;
  PMPI_Comm_test_inter(comm, &inter);
  info->inter = inter != 0;
  PMPI_Comm_rank(comm, &info->rank);
  PMPI_Comm_size(comm, &info->size);
  info->peers = info->size;
  if (info->inter) PMPI_Comm_remote_size(comm, &info->peers);
  return info;
}

/// Keeps `info` as that of the handle and writes `comm_create`.
CommInfo& remember(MPI_Comm comm, std::unique_ptr<CommInfo> info, const CommDefinition& definition) {
  info->unique_id = definition.unique_id;
  info->id = define_comm(definition);
  write_comm_event(trace::EventKind::comm_create, info->id);
  CommInfo& known = *info;
  comms.set(comm, std::move(info));
  if (comm == MPI_COMM_WORLD) world_comm = &known;
  return known;
}

CommDefinition world_definition(const CommInfo& info) {
  CommDefinition world;
  world.unique_id = kWorldUniqueId;
  world.name = "MPI_COMM_WORLD";
  if (info.rank == 0) {
    world.world_ranks.resize(info.size);
    std::iota(world.world_ranks.begin(), world.world_ranks.end(), 0);
  }
  return world;
}

/// Returns whether a valid communicator has processes of another world, on all members the same.
bool has_other_world(MPI_Comm comm) {
  const InsideLibrary inside;
  return world_group() != MPI_GROUP_NULL && !is_within_world(comm, *describe(comm));
}

/// Keeps only that the communicator has another world: the archive has nothing of it.
void remember_other_world(MPI_Comm comm) {
  std::unique_ptr<CommInfo> info = std::make_unique<CommInfo>();
  info->has_other_world = true;
  comms.set(comm, std::move(info));
}

/// Makes a communicator known whose members have to agree on its id; returns nullptr if that cannot be.
/// Without a world that was joined, nothing says which processes of the archive its members are.
CommInfo* make_known_together(MPI_Comm comm, uint64_t parent_unique_id) {
  if (has_other_world(comm)) {
    remember_other_world(comm);
    return nullptr;
  }
  std::optional<CommDefinition> definition;
  std::unique_ptr<CommInfo> info;
  {
    const InsideLibrary inside;
    info = describe(comm);
    definition = define_together(comm, *info, parent_unique_id);
  }
  if (!definition || !has_joined_world()) return nullptr;
  return &remember(comm, std::move(info), *definition);
}

}  // namespace

CommInfo* find_comm(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD) return world_comm;
  CommInfo* known = comms.find(comm);
  return known == nullptr || known->has_other_world ? nullptr : known;
}

CommInfo* find_comm_of(trace::EventKind kind, MPI_Comm comm) {
  CommInfo* info = comm == MPI_COMM_WORLD ? world_comm : comms.find(comm);
  if (comm == MPI_COMM_NULL || (info != nullptr && !info->has_other_world)) return info;
  if (info != nullptr) {
    write(event_of(trace::EventKind::other_world));
    return nullptr;
  }
  if (kind == trace::EventKind::collective_end) write(event_of(trace::EventKind::collective_begin));
  write(event_of(kind));
  return nullptr;
}

void begin_collective(const CommInfo& comm) {
  write(event_of(trace::EventKind::collective_begin));
  may_wait_for_members(comm.id);
}

trace::GroupId define_processes(std::span<const uint32_t> world_ranks) {
  return define_sources(kWorldUniqueId, world_ranks);
}

void define_world(MPI_Comm comm) {
  define_comm(world_definition(*describe(comm)));
}

void define_predefined_comms() {
  std::unique_ptr<CommInfo> info = describe(MPI_COMM_WORLD);
  const CommDefinition world = world_definition(*info);
  remember(MPI_COMM_WORLD, std::move(info), world);

  CommDefinition self;
  self.unique_id = kSelfUniqueId;
  self.name = "MPI_COMM_SELF";
  self.kind = trace::CommKind::self;
  self.world_ranks = {static_cast<uint32_t>(world_rank())};
  remember(MPI_COMM_SELF, describe(MPI_COMM_SELF), self);
}

void destroy_predefined_comms() {
  for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
    const CommInfo* info = find_comm(comm);
    if (info != nullptr) write_comm_event(trace::EventKind::comm_destroy, info->id);
  }
}

CommOrigin next_child(CommInfo& parent) {
  return {parent.unique_id, parent.children.fetch_add(1, std::memory_order_relaxed)};
}

CommInfo& make_known(MPI_Comm comm, const CommOrigin& origin) {
  CommDefinition definition;
  std::unique_ptr<CommInfo> info;
  {
    const InsideLibrary inside;
    info = describe(comm);
    definition = define_child(comm, *info, origin);
  }
  return remember(comm, std::move(info), definition);
}

trace::CommId define_twin(MPI_Comm comm, CommInfo& info) {
  const InsideLibrary inside;
  return define_comm(define_child(comm, info, next_child(info)));
}

void parent_found(int result, MPI_Comm parent) {
  if (result == MPI_SUCCESS && parent != MPI_COMM_NULL && comms.find(parent) == nullptr)
    remember_other_world(parent);
}

CommCreation::CommCreation(MPI_Comm parent) : handle_(parent), parent_(find_comm(parent)) {
  if (parent_ == nullptr) return;
  origin_ = next_child(*parent_);
  begin_collective(*parent_);
}

void CommCreation::created(int result, MPI_Comm created) {
  const bool is_made = result == MPI_SUCCESS && created != MPI_COMM_NULL;
  if (parent_ != nullptr) {
    if (is_made) make_known(created, origin_);
    write_collective_end(trace::CollectiveOp::create_handle, parent_->id, result);
  } else if (is_made && has_other_world(handle_)) {
    make_known_together(created, 0);  // its members may be those of this world
  }
}

void CommCreation::created_with_others(int result, MPI_Comm created) {
  if (result == MPI_SUCCESS && created != MPI_COMM_NULL) make_known_together(created, origin_.parent);
  if (parent_ != nullptr) write_collective_end(trace::CollectiveOp::create_handle, parent_->id, result);
}

CommCreationByGroup::CommCreationByGroup(MPI_Comm parent) {
  const CommInfo* known = find_comm(parent);
  if (known != nullptr) parent_ = known->unique_id;
  write(event_of(trace::EventKind::collective_begin));
}

void CommCreationByGroup::created(int result, MPI_Comm created) {
  const CommInfo* info = nullptr;
  if (result == MPI_SUCCESS && created != MPI_COMM_NULL) info = make_known_together(created, parent_);
  if (info == nullptr) info = find_comm(MPI_COMM_SELF);  // nobody else takes part
  const trace::CommId comm = info == nullptr ? trace::CommId() : info->id;
  write_collective_end(trace::CollectiveOp::create_handle, comm, result);
}

// Taken out first: once the real function is done, another thread may get the same handle for a new
// communicator.
CommRelease::CommRelease(MPI_Comm comm) : handle_(comm), taken_(comms.take(comm)) {
  if (taken_ && !taken_->has_other_world) begin_collective(*taken_);
}

void CommRelease::released(int result) {
  if (!taken_) return;
  if (!taken_->has_other_world) {
    const trace::CommId comm = taken_->id;
    if (result == MPI_SUCCESS) write_comm_event(trace::EventKind::comm_destroy, comm);
    write_collective_end(trace::CollectiveOp::destroy_handle, comm, result);
  }
  if (result != MPI_SUCCESS) comms.set(handle_, std::move(taken_));
}

void comm_named(MPI_Comm comm, std::string_view name, int result) {
  const CommInfo* info = find_comm(comm);
  if (info != nullptr && result == MPI_SUCCESS) name_comm(info->id, name);
}

}  // namespace latecomer::record::mpi
