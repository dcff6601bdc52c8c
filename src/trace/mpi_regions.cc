// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/mpi_regions.h"

#include <cctype>
#include <string>
#include <unordered_map>

namespace latecomer::trace {
namespace {

/// Returns the name of the blocking variant: "MPI_Ibcast" -> "Bcast", "MPI_Send_init" -> "Send".
std::string blocking_variant(std::string_view name) {
  std::string stem(name.substr(std::string_view("MPI_").size()));
  if (stem.ends_with("_init")) stem.resize(stem.size() - std::string_view("_init").size());
  if (stem.size() > 1 && stem[0] == 'I' && std::islower(static_cast<unsigned char>(stem[1]))) {
    stem.erase(0, 1);
    stem[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(stem[0])));
  }
  return stem;
}

const std::unordered_map<std::string_view, RegionRole>& roles_by_stem() {
  using enum RegionRole;
  static const std::unordered_map<std::string_view, RegionRole> kRoles = {
      {"Send", point_to_point},
      {"Bsend", point_to_point},
      {"Ssend", point_to_point},
      {"Rsend", point_to_point},
      {"Bsend", point_to_point},
      {"Recv", point_to_point},
      {"Mrecv", point_to_point},
      {"Sendrecv", point_to_point},
      {"Sendrecv_replace", point_to_point},
      {"Probe", point_to_point},
      {"Mprobe", point_to_point},
      {"Wait", point_to_point},
      {"Waitall", point_to_point},
      {"Waitany", point_to_point},
      {"Waitsome", point_to_point},
      {"Test", point_to_point},
      {"Testall", point_to_point},
      {"Testany", point_to_point},
      {"Testsome", point_to_point},
      {"Start", point_to_point},
      {"Startall", point_to_point},
      {"Cancel", point_to_point},
      {"Request_free", point_to_point},
      {"Psend", point_to_point},
      {"Precv", point_to_point},
      {"Pready", point_to_point},
      {"Pready_range", point_to_point},
      {"Pready_list", point_to_point},
      {"Parrived", point_to_point},
      {"Barrier", barrier},
      {"Bcast", collective_one_to_all},
      {"Scatter", collective_one_to_all},
      {"Scatterv", collective_one_to_all},
      {"Gather", collective_all_to_one},
      {"Gatherv", collective_all_to_one},
      {"Reduce", collective_all_to_one},
      {"Allgather", collective_all_to_all},
      {"Allgatherv", collective_all_to_all},
      {"Alltoall", collective_all_to_all},
      {"Alltoallv", collective_all_to_all},
      {"Alltoallw", collective_all_to_all},
      {"Allreduce", collective_all_to_all},
      {"Reduce_scatter", collective_all_to_all},
      {"Reduce_scatter_block", collective_all_to_all},
      {"Neighbor_allgather", collective_all_to_all},
      {"Neighbor_allgatherv", collective_all_to_all},
      {"Neighbor_alltoall", collective_all_to_all},
      {"Neighbor_alltoallv", collective_all_to_all},
      {"Neighbor_alltoallw", collective_all_to_all},
      {"Scan", collective_other},
      {"Exscan", collective_other},
      {"Comm_dup", collective_other},
      {"Comm_split", collective_other},
      {"Comm_split_type", collective_other},
      {"Comm_create", collective_other},
      {"Comm_create_group", collective_other},
      {"Comm_free", collective_other},
      {"Cart_create", collective_other},
      {"Graph_create", collective_other},
      {"Dist_graph_create", collective_other},
      {"Dist_graph_create_adjacent", collective_other},
      {"Cart_sub", collective_other},
      {"Intercomm_create", collective_other},
      {"Intercomm_merge", collective_other},
      {"Put", rma},
      {"Get", rma},
      {"Accumulate", rma},
      {"Get_accumulate", rma},
      {"Fetch_and_op", rma},
      {"Compare_and_swap", rma},
      {"Rput", rma},
      {"Rget", rma},
      {"Raccumulate", rma},
      {"Rget_accumulate", rma}};
  return kRoles;
}

}  // namespace

RegionRole role_of_mpi_function(std::string_view name) {
  if (name.starts_with("MPI_File_")) return RegionRole::file_io;
  if (name.starts_with("MPI_Win_")) return RegionRole::rma;
  if (!name.starts_with("MPI_")) return RegionRole::function;
  const std::string stem = blocking_variant(name);
  const auto found = roles_by_stem().find(stem);
  return found == roles_by_stem().end() ? RegionRole::function : found->second;
}

}  // namespace latecomer::trace
