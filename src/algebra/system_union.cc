// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "algebra/system_union.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace latecomer::algebra {

using namespace report;

namespace {

bool is_machine_or_node(const SystemNode& node) {
  return node.class_name == "machine" || node.class_name == "node" || node.class_name == "nodecard";
}

}  // namespace

SystemNodeId SystemUnion::add_node(SystemNode node, SystemNodeId parent) {
  const NodeUnion::Place place =
      nodes_.place(parent.valid() ? parent.index() : NodeUnion::kNoParent, node.class_name + ' ' + node.name);
  node.parent = parent;
  if (place.is_new) result_.system_nodes.push_back(std::move(node));
  return SystemNodeId(place.position);
}

/// Where the groups of each of its nodes go.
std::vector<SystemNodeId> SystemUnion::add_nodes(const Report& from) {
  nodes_.begin_operand();
  if (shape_ == SystemShape::collapsed) {
    const SystemNodeId machine = add_node({"Virtual machine", "machine", {}}, SystemNodeId());
    return {from.system_nodes.size(), add_node({"Virtual node", "node", {}}, machine)};
  }
  std::vector<SystemNodeId> nodes;
  for (const SystemNode& node : from.system_nodes) {
    const SystemNodeId parent = node.parent.valid() ? nodes[node.parent.index()] : SystemNodeId();
    const bool is_kept = shape_ == SystemShape::kept || is_machine_or_node(node) || !parent.valid();
    nodes.push_back(is_kept ? add_node(node, parent) : parent);
  }
  return nodes;
}

std::vector<LocationGroupId> SystemUnion::add_groups(const Report& from,
                                                     const std::vector<SystemNodeId>& nodes) {
  groups_.begin_operand();
  std::vector<LocationGroupId> groups;
  for (const LocationGroup& group : from.location_groups) {
    const SystemNodeId parent = group.parent.valid() ? nodes[group.parent.index()] : SystemNodeId();
    const NodeUnion::Place place = groups_.place(parent.valid() ? parent.index() : NodeUnion::kNoParent,
                                                 fmt::format("{} {}", group.rank, group.name));
    groups.emplace_back(place.position);
    if (!place.is_new) continue;
    result_.location_groups.push_back(group);
    result_.location_groups.back().parent = parent;
  }
  return groups;
}

void SystemUnion::add(Operand& operand) {
  const std::vector<SystemNodeId> nodes = add_nodes(*operand.report);
  const std::vector<LocationGroupId> groups = add_groups(*operand.report, nodes);
  locations_.begin_operand();
  for (const Location& location : operand.report->locations) {
    const LocationGroupId group = groups[location.group.index()];
    const NodeUnion::Place place = locations_.place(group.index(), std::to_string(location.rank));
    operand.locations.emplace_back(place.position);
    if (!place.is_new) continue;
    result_.locations.push_back(location);
    result_.locations.back().group = group;
  }
  add_topologies(operand, nodes, groups);
}

/// Of topologies with the same name and the same dimensions, the first operand's stays.
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
