// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Every member of a communicator must define it with the same unique id, so that the archive writer can see
// which definitions of different processes are one. Nearly always the id follows from what each member knows:
// the parent's id, how many communicators were made from the parent before (all members of the parent take
// part in each, in the same order), and who is the first member, since one call can make several
// communicators, none of which share a member.
//
//     Comm_split(world)                 (world, 0, first 0)    (world, 0, first 2)
//     Comm_dup of the first of them     (its id, 0, first 0)
//
// Where no such order exists, since others take part who have no parent in common (MPI_Intercomm_create,
// MPI_Comm_create_group, MPI_Comm_create_from_group), the new communicator's rank 0 draws the id from its own
// world rank and a count, and broadcasts it over the new communicator before the program gets its handle.
// Only rank 0 lists the members.

#include "record/mpi/comm_definitions.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>
#include <vector>

#include "record/mpi/communicators.h"
#include "record/mpi/complete.h"

namespace latecomer::record::mpi {

namespace {

// Zero, which is no group, stands for none: MPI can be initialized before constructors of the recorder have
// run.
constinit std::atomic<MPI_Group> world{};

/// Mixes two numbers into one that is different for different pairs, as good as certainly.
uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t mixed = a * 0x9e3779b97f4a7c15 + b;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

/// Returns the id of what is made from a parent. Its upper bits count the generations, so that in the order
/// of ids each communicator comes after its parent, as OTF2 wants their definitions.
uint64_t child_id(uint64_t parent, uint64_t mixed) {
  constexpr int kShift = 52;
  constexpr uint64_t kLastGeneration = (uint64_t{1} << (64 - kShift)) - 1;
  return std::min((parent >> kShift) + 1, kLastGeneration) << kShift | mixed >> (64 - kShift);
}

uint64_t draw_unique_id(uint64_t parent) {
  constexpr uint64_t kDrawn = UINT64_MAX;  // no rank: unlike the ids that follow from their parents'
  static std::atomic<uint32_t> drawn{0};
  const uint64_t nth = drawn.fetch_add(1, std::memory_order_relaxed);
  return child_id(parent, mix(mix(static_cast<uint64_t>(world_rank()), nth), kDrawn));
}

/// Is the world rank of processes that are not in the world.
constexpr uint32_t kNotInWorld = static_cast<uint32_t>(MPI_UNDEFINED);

/// Returns the world ranks of the first `size` members of a group.
std::vector<uint32_t> first_world_ranks(MPI_Group group, int size) {
  std::vector<int> ranks(static_cast<size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> translated(ranks.size());
  PMPI_Group_translate_ranks(group, size, ranks.data(), world_group(), translated.data());
  return {translated.begin(), translated.end()};
}

/// Returns the world ranks of the first `size` members, and frees the group.
std::vector<uint32_t> take_world_ranks(MPI_Group group, int size) {
  const std::vector<uint32_t> ranks = first_world_ranks(group, size);
  PMPI_Group_free(&group);
  return ranks;
}

std::vector<uint32_t> local_world_ranks(MPI_Comm comm, int size) {
  MPI_Group group;
  PMPI_Comm_group(comm, &group);
  return take_world_ranks(group, size);
}

std::vector<uint32_t> remote_world_ranks(MPI_Comm comm, int size) {
  MPI_Group group;
  PMPI_Comm_remote_group(comm, &group);
  return take_world_ranks(group, size);
}

void broadcast(uint64_t& value, int root, MPI_Comm comm) {
  MPI_Request request;
  PMPI_Ibcast(&value, 1, MPI_UINT64_T, root, comm, &request);
  complete(request);
}

/// Returns the first member of both groups of an intercommunicator, and of an intracommunicator.
uint32_t first_member(MPI_Comm comm, const CommInfo& info) {
  const uint32_t first = local_world_ranks(comm, 1).front();
  return info.inter ? std::min(first, remote_world_ranks(comm, 1).front()) : first;
}

/// Returns the grid of a communicator with a Cartesian topology; else nothing.
std::vector<GridDimension> grid_of(MPI_Comm comm) {
  constexpr int kMostDimensions = 255;  // of OTF2
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &topology);
  int dimensions = 0;
  if (topology == MPI_CART) PMPI_Cartdim_get(comm, &dimensions);
  if (dimensions == 0 || dimensions > kMostDimensions) return {};
  std::vector<int> sizes(dimensions);
  std::vector<int> periods(dimensions);
  std::vector<int> own(dimensions);
  PMPI_Cart_get(comm, dimensions, sizes.data(), periods.data(), own.data());
  std::vector<GridDimension> grid;
  for (int nth = 0; nth < dimensions; ++nth)
    grid.push_back({static_cast<uint32_t>(sizes[nth]), periods[nth] != 0});
  return grid;
}

/// Defines all but the ids.
CommDefinition define_members(MPI_Comm comm, const CommInfo& info) {
  CommDefinition definition;
  if (info.inter) definition.kind = trace::CommKind::inter;
  if (info.rank != 0) return definition;
  definition.world_ranks = local_world_ranks(comm, info.size);
  if (info.inter) {
    definition.remote_world_ranks = remote_world_ranks(comm, info.peers);
    if (definition.remote_world_ranks.front() < definition.world_ranks.front())
      std::swap(definition.world_ranks, definition.remote_world_ranks);
  } else {
    definition.grid = grid_of(comm);
  }
  return definition;
}

CommDefinition agree_on_intracomm(MPI_Comm comm, const CommInfo& info, uint64_t parent) {
  CommDefinition definition = define_members(comm, info);
  definition.parent_unique_id = parent;
  if (info.rank == 0) definition.unique_id = draw_unique_id(parent);
  if (info.size > 1) broadcast(definition.unique_id, 0, comm);
  return definition;
}

/// Agrees on the id: the group whose rank 0 has the lower world rank counts as the first; its rank 0 draws
/// the id, and its parent is the one of them that counts. A broadcast in an intercommunicator goes from one
/// process to the other group, so it takes one in each direction.
CommDefinition agree_on_intercomm(MPI_Comm comm, const CommInfo& info, uint64_t parent) {
  CommDefinition definition = define_members(comm, info);
  const bool in_first = local_world_ranks(comm, 1).front() < remote_world_ranks(comm, 1).front();
  const int as_root = info.rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  if (in_first) {
    definition.parent_unique_id = parent;
    uint64_t id = info.rank == 0 ? draw_unique_id(parent) : 0;
    broadcast(id, as_root, comm);
    broadcast(definition.unique_id, 0, comm);
  } else {
    broadcast(definition.unique_id, 0, comm);
    uint64_t id = definition.unique_id;
    broadcast(id, as_root, comm);
  }
  return definition;
}

}  // namespace

bool is_within_world(MPI_Comm comm, const CommInfo& info) {
  std::vector<uint32_t> members = local_world_ranks(comm, info.size);
  if (info.inter) {
    const std::vector<uint32_t> remote = remote_world_ranks(comm, info.peers);
    members.insert(members.end(), remote.begin(), remote.end());
  }
  return std::ranges::find(members, kNotInWorld) == members.end();
}

MPI_Group world_group() {
  const MPI_Group group = world;
  return group == MPI_Group{} ? MPI_GROUP_NULL : group;
}

void set_world_group(MPI_Group group) {
  MPI_Group before = world.exchange(group);
  if (before != MPI_Group{} && before != MPI_GROUP_NULL) PMPI_Group_free(&before);
}

int world_rank() {
  int rank = 0;
  PMPI_Group_rank(world_group(), &rank);
  return rank;
}

std::vector<uint32_t> world_ranks_of(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  if (size == 0) return {};  // of which Open MPI translates nothing, but wants arrays
  return first_world_ranks(group, size);
}

uint64_t unique_id_of(const CommOrigin& origin) {
  return child_id(origin.parent, mix(origin.parent, origin.nth));
}

CommDefinition define_child(MPI_Comm comm, const CommInfo& info, const CommOrigin& origin) {
  CommDefinition definition = define_members(comm, info);
  definition.unique_id =
      child_id(origin.parent, mix(mix(origin.parent, origin.nth), first_member(comm, info)));
  definition.parent_unique_id = origin.parent;
  return definition;
}

std::optional<CommDefinition> define_together(MPI_Comm comm, const CommInfo& info, uint64_t parent) {
  if (world_group() == MPI_GROUP_NULL) return {};
  return info.inter ? agree_on_intercomm(comm, info, parent) : agree_on_intracomm(comm, info, parent);
}

}  // namespace latecomer::record::mpi
