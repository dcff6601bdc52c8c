// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/neighbourhood.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "record/mpi/communicators.h"

namespace latecomer::record::mpi {

namespace {

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

}  // namespace

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
  found->source_group = define_sources(info.unique_id, ranks);
  info.neighbourhood = std::move(found);
  return *info.neighbourhood;
}

}  // namespace latecomer::record::mpi
