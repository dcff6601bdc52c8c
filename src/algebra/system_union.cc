// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "algebra/system_union.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "report/locations.h"

namespace latecomer::algebra {

using namespace report;

namespace {

bool is_machine_or_node(const SystemNode& node) {
  return node.class_name == "machine" || node.class_name == "node" || node.class_name == "nodecard";
}

struct KeptNodes {
  std::vector<SystemNode> nodes;       ///< Have parents that are positions here.
  std::vector<SystemNodeId> stand_in;  ///< Has for each of the operand's nodes the one that has its groups.
};

KeptNodes keep_nodes(const Report& from, SystemShape shape) {
  KeptNodes kept;
  if (shape == SystemShape::collapsed) {
    kept.nodes = {{"Virtual machine", "machine", {}}, {"Virtual node", "node", SystemNodeId(0)}};
    kept.stand_in.assign(from.system_nodes.size(), SystemNodeId(1));
    return kept;
  }
  for (SystemNode node : from.system_nodes) {
    if (node.parent.valid()) node.parent = kept.stand_in[node.parent.index()];
    const bool is_kept = shape == SystemShape::kept || is_machine_or_node(node) || !node.parent.valid();
    kept.stand_in.push_back(is_kept ? SystemNodeId(kept.nodes.size()) : node.parent);
    if (is_kept) kept.nodes.push_back(std::move(node));
  }
  return kept;
}

TreeNodeId node_id(SystemNodeId id) {
  return id.valid() ? TreeNodeId(id.index()) : TreeNodeId();
}

// What is no process has a number that says how many of these there are, and locations with names.
std::string name_of(const LocationGroup& group) {
  return is_process(group) ? fmt::format("process {}\n{}", group.rank, group.name) : group.name;
}

std::string name_of(const Location& location) {
  return location.type == "metric" ? location.name : fmt::format("thread {}", location.rank);
}

}  // namespace

void SystemUnion::add(Operand& operand) {
  const Report& from = *operand.report;
  KeptNodes kept = keep_nodes(from, shape_);
  std::vector<LocationGroup> groups = from.location_groups;
  std::vector<TreeNode> tree;
  for (const SystemNode& node : kept.nodes)
    tree.push_back({node_id(node.parent), node.class_name + ' ' + node.name});
  for (LocationGroup& group : groups) {
    if (group.parent.valid()) group.parent = kept.stand_in[group.parent.index()];
    tree.push_back({node_id(group.parent), name_of(group)});
  }
  for (const Location& location : from.locations)
    tree.push_back({TreeNodeId(kept.nodes.size() + location.group.index()), name_of(location)});

  const std::vector<size_t> in_union = union_.add(tree);
  std::vector<size_t> places;  // Has positions in the result's lists.
  const auto place = [&](auto& into, const auto& thing) {
    const size_t position = in_union[places.size()];
    if (position == positions_.size()) {
      positions_.push_back(into.size());
      into.push_back(thing);
    }
    places.push_back(positions_[position]);
  };
  for (SystemNode& node : kept.nodes) {
    if (node.parent.valid()) node.parent = SystemNodeId(places[node.parent.index()]);
    place(result_.system_nodes, node);
  }
  for (LocationGroup& group : groups) {
    if (group.parent.valid()) group.parent = SystemNodeId(places[group.parent.index()]);
    place(result_.location_groups, group);
  }
  for (Location location : from.locations) {
    location.group = LocationGroupId(places[kept.nodes.size() + location.group.index()]);
    place(result_.locations, location);
    operand.locations.emplace_back(places.back());
  }
  std::vector<SystemNodeId> node_places;
  for (const SystemNodeId id : kept.stand_in) node_places.emplace_back(places[id.index()]);
  std::vector<LocationGroupId> group_places;
  for (size_t i = 0; i < groups.size(); ++i) group_places.emplace_back(places[kept.nodes.size() + i]);
  add_topologies(operand, node_places, group_places);
}

/// Adds topologies; of those with the same name and the same dimensions, the first operand's stays.
void SystemUnion::add_topologies(const Operand& operand, const std::vector<SystemNodeId>& nodes,
                                 const std::vector<LocationGroupId>& groups) {
  const auto is_same_grid = [](const Topology& a, const Topology& b) {
    return a.name == b.name && a.dimensions == b.dimensions;
  };
  const size_t known = result_.topologies.size();
  for (const Topology& topology : operand.report->topologies) {
    const auto end = result_.topologies.begin() + static_cast<std::ptrdiff_t>(known);
    if (std::any_of(result_.topologies.begin(), end,
                    [&](const Topology& each) { return is_same_grid(each, topology); }))
      continue;
    Topology here = topology;
    for (LocationId& location : here.locations) location = operand.locations[location.index()];
    for (LocationGroupId& group : here.groups) group = groups[group.index()];
    for (SystemNodeId& node : here.system_nodes) node = nodes[node.index()];
    result_.topologies.push_back(std::move(here));
  }
}

}  // namespace latecomer::algebra
