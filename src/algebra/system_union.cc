// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "algebra/system_union.h"

#include <fmt/format.h>

#include <algorithm>

namespace latecomer::algebra {

using namespace report;

namespace {

bool is_machine_or_node(const SystemNode& node) {
  return node.class_name == "machine" || node.class_name == "node" || node.class_name == "nodecard";
}

}  // namespace

SystemNodeId SystemUnion::add_node(SystemNodeId parent, const std::string& name,
                                   const std::string& class_name) {
  const NodeUnion::Place place =
      nodes_.place(parent.valid() ? parent.index() : NodeUnion::kNoParent, class_name + ' ' + name);
  if (place.is_new) result_.system_nodes.push_back({name, class_name, parent});
  return SystemNodeId(place.position);
}

/// Where the groups of each of its nodes go.
std::vector<SystemNodeId> SystemUnion::add_nodes(const Report& from) {
  nodes_.begin_operand();
  if (shape_ == SystemShape::collapsed) {
    const SystemNodeId machine = add_node(SystemNodeId(), "Virtual machine", "machine");
    return {from.system_nodes.size(), add_node(machine, "Virtual node", "node")};
  }
  std::vector<SystemNodeId> nodes;
  for (const SystemNode& node : from.system_nodes) {
    const SystemNodeId parent = node.parent.valid() ? nodes[node.parent.index()] : SystemNodeId();
    const bool is_kept = shape_ == SystemShape::kept || is_machine_or_node(node) || !parent.valid();
    nodes.push_back(is_kept ? add_node(parent, node.name, node.class_name) : parent);
  }
  return nodes;
}

std::vector<LocationGroupId> SystemUnion::add_groups(const Report& from) {
  const std::vector<SystemNodeId> nodes = add_nodes(from);
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
  const std::vector<LocationGroupId> groups = add_groups(*operand.report);
  locations_.begin_operand();
  for (const Location& location : operand.report->locations) {
    const LocationGroupId group = groups[location.group.index()];
    const NodeUnion::Place place = locations_.place(group.index(), std::to_string(location.rank));
    operand.locations.emplace_back(place.position);
    if (!place.is_new) continue;
    result_.locations.push_back(location);
    result_.locations.back().group = group;
  }
  add_topologies(operand);
}

/// Of topologies with the same name and the same dimensions, the first operand's stays.
void SystemUnion::add_topologies(const Operand& operand) {
  const auto is_same_grid = [](const Topology& a, const Topology& b) {
    return a.name == b.name &&
           std::ranges::equal(a.dimensions, b.dimensions, [](const auto& left, const auto& right) {
             return left.name == right.name && left.size == right.size && left.periodic == right.periodic;
           });
  };
  const size_t known = result_.topologies.size();
  for (const Topology& topology : operand.report->topologies) {
    const auto end = result_.topologies.begin() + static_cast<std::ptrdiff_t>(known);
    if (std::any_of(result_.topologies.begin(), end,
                    [&](const Topology& each) { return is_same_grid(each, topology); }))
      continue;
    Topology here = topology;
    for (LocationId& location : here.locations) location = operand.locations[location.index()];
    result_.topologies.push_back(std::move(here));
  }
}

}  // namespace latecomer::algebra
