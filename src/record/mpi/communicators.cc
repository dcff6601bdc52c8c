// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Every member of a communicator must define it with the same unique id, so that the archive writer can tell which
// definitions of different processes are one. A new communicator's rank 0 draws the id from its own world rank and a
// count, and broadcasts it over the new communicator before the program gets its handle. Only rank 0 lists the members.

#include "record/mpi/communicators.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

#include "record/mpi/call.h"
#include "record/mpi/handle_key.h"
#include "record/mpi/polite_wait.h"

namespace latecomer::record::mpi {

namespace {

constexpr uint64_t kSelfUniqueId = 1;
constexpr uint64_t kWorldUniqueId = 2;

struct CommTable {
  std::shared_mutex mutex;
  std::unordered_map<uint64_t, std::unique_ptr<CommInfo>> by_handle;
  CommInfo* world = nullptr;  // the most frequent one needs no lookup
};

// Never destroyed: threads may still communicate while the process exits.
CommTable& table() {
  static CommTable* const comms = new CommTable;
  return *comms;
}

void write_comm_event(trace::EventKind kind, trace::CommId comm) {
  trace::Event event = event_of(kind);
  event.comm = comm;
  record(event);
}

void write_collective_begin() { record(event_of(trace::EventKind::collective_begin)); }

void write_collective_end(trace::CollectiveOp op, trace::CommId comm) {
  trace::Event event = event_of(trace::EventKind::collective_end);
  event.collective = op;
  event.comm = comm;
  record(event);
}

int world_rank() {
  static const int rank = [] {
    int found = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &found);
    return found;
  }();
  return rank;
}

uint64_t draw_unique_id() {
  static std::atomic<uint32_t> drawn{0};
  return (static_cast<uint64_t>(world_rank()) + 1) << 32 | drawn.fetch_add(1, std::memory_order_relaxed);
}

/// The world ranks of a group's members, and the group is freed.
std::vector<uint32_t> take_world_ranks(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(size);
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> translated(size);
  MPI_Group world;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_translate_ranks(group, size, ranks.data(), world, translated.data());
  PMPI_Group_free(&world);
  PMPI_Group_free(&group);
  return {translated.begin(), translated.end()};
}

std::vector<uint32_t> local_world_ranks(MPI_Comm comm) {
  MPI_Group group;
  PMPI_Comm_group(comm, &group);
  return take_world_ranks(group);
}

std::vector<uint32_t> remote_world_ranks(MPI_Comm comm) {
  MPI_Group group;
  PMPI_Comm_remote_group(comm, &group);
  return take_world_ranks(group);
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
  CommTable& comms = table();
  const std::scoped_lock lock(comms.mutex);
  std::unique_ptr<CommInfo>& place = comms.by_handle[key_of(comm)];
  place = std::move(info);
  if (comm == MPI_COMM_WORLD) comms.world = place.get();
  return *place;
}

void broadcast(uint64_t& value, int root, MPI_Comm comm) {
  MPI_Request request;
  PMPI_Ibcast(&value, 1, MPI_UINT64_T, root, comm, &request);
  wait_politely(request);
}

CommDefinition agree_on_intracomm(MPI_Comm comm, const CommInfo& info) {
  CommDefinition definition;
  if (info.rank == 0) {
    definition.unique_id = draw_unique_id();
    definition.world_ranks = local_world_ranks(comm);
  }
  broadcast(definition.unique_id, 0, comm);
  return definition;
}

/// The group whose rank 0 has the lower world rank counts as the first; its rank 0 draws the id. A broadcast in an
/// intercommunicator goes from one process to the other group, so it takes one in each direction.
CommDefinition agree_on_intercomm(MPI_Comm comm, const CommInfo& info) {
  CommDefinition definition;
  definition.kind = trace::CommKind::inter;
  std::vector<uint32_t> local = local_world_ranks(comm);
  std::vector<uint32_t> remote = remote_world_ranks(comm);
  const bool in_first = local.front() < remote.front();
  const int as_root = info.rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  if (in_first) {
    uint64_t id = info.rank == 0 ? draw_unique_id() : 0;
    broadcast(id, as_root, comm);
    broadcast(definition.unique_id, 0, comm);
  } else {
    broadcast(definition.unique_id, 0, comm);
    uint64_t id = definition.unique_id;
    broadcast(id, as_root, comm);
  }
  if (info.rank == 0) {
    definition.world_ranks = in_first ? std::move(local) : std::move(remote);
    definition.remote_world_ranks = in_first ? std::move(remote) : std::move(local);
  }
  return definition;
}

CommInfo& make_known(MPI_Comm comm, const CommInfo* parent) {
  CommDefinition definition;
  std::unique_ptr<CommInfo> info;
  {
    const RecursionGuard guard;
    info = describe(comm);
    definition = info->inter ? agree_on_intercomm(comm, *info) : agree_on_intracomm(comm, *info);
  }
  if (parent != nullptr) definition.parent_unique_id = parent->unique_id;
  return remember(comm, std::move(info), definition);
}

void find_cart_neighbours(MPI_Comm comm, Neighbourhood& found) {
  int dimensions = 0;
  PMPI_Cartdim_get(comm, &dimensions);
  for (int dimension = 0; dimension < dimensions; ++dimension) {
    int before = MPI_PROC_NULL;
    int after = MPI_PROC_NULL;
    PMPI_Cart_shift(comm, dimension, 1, &before, &after);
    found.sources.insert(found.sources.end(), {before, after});
  }
  found.destinations = found.sources;
}

void find_graph_neighbours(MPI_Comm comm, int rank, Neighbourhood& found) {
  int count = 0;
  PMPI_Graph_neighbors_count(comm, rank, &count);
  found.sources.resize(count);
  PMPI_Graph_neighbors(comm, rank, count, found.sources.data());
  found.destinations = found.sources;
}

void find_dist_graph_neighbours(MPI_Comm comm, Neighbourhood& found) {
  int sources = 0;
  int destinations = 0;
  int weighted = 0;
  PMPI_Dist_graph_neighbors_count(comm, &sources, &destinations, &weighted);
  found.sources.resize(sources);
  found.destinations.resize(destinations);
  std::vector<int> weights(sources + destinations);
  PMPI_Dist_graph_neighbors(comm, sources, found.sources.data(), weights.data(), destinations,
                            found.destinations.data(), weights.data() + sources);
}

/// Mixes two numbers into one that is different for different pairs, as good as certainly.
uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t mixed = a * 0x9e3779b97f4a7c15 + b;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

}  // namespace

CommInfo* find_comm(MPI_Comm comm) {
  CommTable& comms = table();
  if (comm == MPI_COMM_WORLD) return comms.world;
  const std::shared_lock lock(comms.mutex);
  const auto found = comms.by_handle.find(key_of(comm));
  return found == comms.by_handle.end() ? nullptr : found->second.get();
}

const Neighbourhood& neighbourhood_of(MPI_Comm comm, CommInfo& info) {
  if (info.neighbourhood != nullptr) return *info.neighbourhood;
  std::unique_ptr<Neighbourhood> found = std::make_unique<Neighbourhood>();
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &topology);
  if (topology == MPI_CART) find_cart_neighbours(comm, *found);
  if (topology == MPI_GRAPH) find_graph_neighbours(comm, info.rank, *found);
  if (topology == MPI_DIST_GRAPH) find_dist_graph_neighbours(comm, *found);
  std::vector<uint32_t> ranks;
  for (const int source : found->sources) {
    if (source != MPI_PROC_NULL) ranks.push_back(static_cast<uint32_t>(source));
  }
  std::sort(ranks.begin(), ranks.end());  // a small periodic grid has the same neighbour on both sides
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  found->source_group = define_sources(info.id, ranks);
  info.neighbourhood = std::move(found);
  return *info.neighbourhood;
}

void define_predefined_comms() {
  CommDefinition world;
  world.unique_id = kWorldUniqueId;
  world.name = "MPI_COMM_WORLD";
  std::unique_ptr<CommInfo> info = describe(MPI_COMM_WORLD);
  if (info->rank == 0) {
    world.world_ranks.resize(info->size);
    std::iota(world.world_ranks.begin(), world.world_ranks.end(), 0);
  }
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

CommCreation::CommCreation(MPI_Comm parent) : parent_(find_comm(parent)) {
  if (parent_ != nullptr) write_collective_begin();
}

void CommCreation::created(int result, MPI_Comm created) {
  if (result == MPI_SUCCESS && created != MPI_COMM_NULL) make_known(created, parent_);
  if (parent_ != nullptr) write_collective_end(trace::CollectiveOp::create_handle, parent_->id);
}

CommCreationByGroup::CommCreationByGroup(MPI_Comm parent) : parent_(find_comm(parent)) { write_collective_begin(); }

void CommCreationByGroup::created(int result, MPI_Comm created) {
  const CommInfo* info = find_comm(MPI_COMM_SELF);  // in case of failure: nobody else takes part
  if (result == MPI_SUCCESS && created != MPI_COMM_NULL) info = &make_known(created, parent_);
  write_collective_end(trace::CollectiveOp::create_handle, info == nullptr ? trace::CommId() : info->id);
}

CommRelease::CommRelease(MPI_Comm comm) : handle_(comm) {
  // Taken out first: once the real function is done, another thread may get the same handle for a new communicator.
  CommTable& comms = table();
  {
    const std::scoped_lock lock(comms.mutex);
    const auto found = comms.by_handle.find(key_of(comm));
    if (found == comms.by_handle.end()) return;
    info_ = std::move(found->second);
    comms.by_handle.erase(found);
  }
  write_collective_begin();
}

void CommRelease::released(int result) {
  if (info_ == nullptr) return;
  if (result == MPI_SUCCESS) write_comm_event(trace::EventKind::comm_destroy, info_->id);
  write_collective_end(trace::CollectiveOp::destroy_handle, info_->id);
  if (result == MPI_SUCCESS) return;
  CommTable& comms = table();
  const std::scoped_lock lock(comms.mutex);
  comms.by_handle[key_of(handle_)] = std::move(info_);
}

uint64_t unique_id_of_next_duplicate(CommInfo& parent) {
  constexpr uint64_t kNotDrawn = uint64_t{1} << 63;
  return kNotDrawn | mix(parent.unique_id, parent.duplicates.fetch_add(1, std::memory_order_relaxed));
}

void comm_duplicated(MPI_Comm comm, uint64_t unique_id, uint64_t parent_unique_id) {
  std::unique_ptr<CommInfo> info = describe(comm);
  CommDefinition definition;
  definition.unique_id = unique_id;
  definition.parent_unique_id = parent_unique_id;
  if (info->inter) {
    definition.kind = trace::CommKind::inter;
    std::vector<uint32_t> local = local_world_ranks(comm);
    std::vector<uint32_t> remote = remote_world_ranks(comm);
    if (remote.front() < local.front()) std::swap(local, remote);
    definition.world_ranks = std::move(local);
    definition.remote_world_ranks = std::move(remote);
  } else if (info->rank == 0) {
    definition.world_ranks = local_world_ranks(comm);
  }
  remember(comm, std::move(info), definition);
}

void comm_named(MPI_Comm comm, std::string_view name, int result) {
  const CommInfo* info = find_comm(comm);
  if (info != nullptr && result == MPI_SUCCESS) name_comm(info->id, name);
}

}  // namespace latecomer::record::mpi
