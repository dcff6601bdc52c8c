// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/resolve_topologies.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace latecomer::otf2 {

namespace {

using trace::CartTopology;

struct DimensionId : Id<DimensionId> {
  using Id::Id;
};

struct TopologyId : Id<TopologyId> {
  using Id::Id;
};

class Topologies {
 public:
  Topologies(const RawDefinitions& raw, const RefMap<trace::CommId>& communicators,
             trace::Definitions& definitions)
      : raw_(raw), communicators_(communicators), definitions_(definitions) {}

  void resolve() {
    for (size_t i = 0; i < raw_.cart_dimensions.size(); ++i)
      if (!dimensions_.insert(raw_.cart_dimensions[i].ref, DimensionId(i))) count_repair();
    for (const RawDefinitions::CartTopology& each : raw_.cart_topologies) add(each);
    for (const RawDefinitions::CartCoordinate& each : raw_.cart_coordinates)
      if (!add_coordinate(each)) count_repair();
  }

 private:
  void count_repair() { definitions_.anomalies.count(trace::Anomaly::repaired_definition); }

  std::optional<std::vector<CartTopology::Dimension>> dimensions_of(
      const RawDefinitions::CartTopology& raw_topology) const {
    std::vector<CartTopology::Dimension> dimensions;
    for (const uint64_t ref : raw_topology.dimensions) {
      const DimensionId id = dimensions_.find(ref);
      if (!id.valid()) return std::nullopt;
      const RawDefinitions::CartDimension& dimension = raw_.cart_dimensions[id.index()];
      dimensions.push_back(
          {raw_.string(dimension.name), dimension.size, dimension.periodicity == OTF2_CART_PERIODIC_TRUE});
    }
    if (dimensions.empty()) return std::nullopt;
    return dimensions;
  }

  void add(const RawDefinitions::CartTopology& raw_topology) {
    std::optional<std::vector<CartTopology::Dimension>> dimensions = dimensions_of(raw_topology);
    const trace::CommId comm = communicators_.find(raw_topology.communicator);
    const bool has_members = comm.valid() && definitions_.communicators[comm.index()].group.valid();
    if (!dimensions || !has_members ||
        !topologies_.insert(raw_topology.ref, TopologyId(definitions_.topologies.size())))
      return count_repair();
    definitions_.topologies.push_back({raw_.string(raw_topology.name), std::move(*dimensions), {}, {}, comm});
    groups_.push_back(definitions_.communicators[comm.index()].group);
  }

  /// Returns false if there is no such topology, rank or position.
  bool add_coordinate(const RawDefinitions::CartCoordinate& coordinate) {
    const TopologyId id = topologies_.find(coordinate.topology);
    if (!id.valid()) return false;
    CartTopology& topology = definitions_.topologies[id.index()];
    const std::vector<trace::LocationId>& members = definitions_.groups[groups_[id.index()].index()].members;
    const bool is_inside = std::ranges::equal(
        coordinate.position, topology.dimensions,
        [](uint64_t at, const CartTopology::Dimension& dimension) { return at < dimension.size; });
    if (!is_inside || coordinate.rank >= members.size()) return false;
    topology.locations.push_back(members[coordinate.rank]);
    topology.coordinates.insert(topology.coordinates.end(), coordinate.position.begin(),
                                coordinate.position.end());
    return true;
  }

  const RawDefinitions& raw_;
  const RefMap<trace::CommId>& communicators_;
  trace::Definitions& definitions_;
  RefMap<DimensionId> dimensions_;
  RefMap<TopologyId> topologies_;
  /// Holds the group of each topology, whose members its positions name by rank.
  std::vector<trace::GroupId> groups_;
};

}  // namespace

void resolve_topologies(const RawDefinitions& raw, const RefMap<trace::CommId>& communicators,
                        trace::Definitions& definitions) {
  Topologies(raw, communicators, definitions).resolve();
}

}  // namespace latecomer::otf2
