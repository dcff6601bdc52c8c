// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/shared_clocks.h"

#include <string>

namespace latecomer::trace {

SystemNodeId node_of(const Definitions& definitions, LocationGroupId process) {
  SystemNodeId node = definitions.location_groups[process.index()].parent;
  while (node.valid() && definitions.system_nodes[node.index()].class_name != "node")
    node = definitions.system_nodes[node.index()].parent;
  return node;
}

std::vector<std::vector<ClockOffset>> clock_offsets_by_node(const Definitions& definitions) {
  std::vector<std::vector<ClockOffset>> offsets = definitions.clock_offsets;
  std::vector<const std::vector<ClockOffset>*> of_node(definitions.system_nodes.size());
  for (const bool looks : {true, false}) {  // then gives
    for (size_t l = 0; l < offsets.size(); ++l) {
      const SystemNodeId node = node_of(definitions, definitions.locations[l].group);
      if (!node.valid()) continue;
      const std::vector<ClockOffset>*& first = of_node[node.index()];
      if (looks && !first && !definitions.clock_offsets[l].empty()) first = &definitions.clock_offsets[l];
      if (!looks && first) offsets[l] = *first;
    }
  }
  return offsets;
}

}  // namespace latecomer::trace
