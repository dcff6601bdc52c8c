// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/system_parts.h"

namespace latecomer::query {

using namespace report;

namespace {

bool is_within(const Report& report, SystemNodeId node, SystemNodeId outer) {
  while (node.valid() && node != outer) node = report.system_nodes[node.index()].parent;
  return node == outer;
}

bool is_within(const Report& report, LocationId location, const SystemPart& part) {
  if (const LocationId* wanted = std::get_if<LocationId>(&part)) return location == *wanted;
  const LocationGroupId group = report.locations[location.index()].group;
  if (const LocationGroupId* wanted = std::get_if<LocationGroupId>(&part)) return group == *wanted;
  const SystemNodeId* wanted = std::get_if<SystemNodeId>(&part);
  return wanted == nullptr || is_within(report, report.location_groups[group.index()].parent, *wanted);
}

}  // namespace

std::vector<size_t> locations_in(const Report& report, const SystemPart& part) {
  std::vector<size_t> positions;
  for (size_t i = 0; i < report.locations.size(); ++i)
    if (is_within(report, LocationId(i), part)) positions.push_back(i);
  return positions;
}

}  // namespace latecomer::query
