// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "algebra/align.h"
#include "algebra/node_union.h"
#include "report/report.h"

namespace latecomer::algebra {

/// Brings system trees together, in the result's.
class SystemUnion {
 public:
  SystemUnion(report::Report& result, SystemShape shape) : result_(result), shape_(shape) {}

  void add(Operand& operand);

 private:
  std::vector<report::SystemNodeId> add_nodes(const report::Report& from);
  std::vector<report::LocationGroupId> add_groups(const report::Report& from,
                                                  const std::vector<report::SystemNodeId>& nodes);
  report::SystemNodeId add_node(report::SystemNode node, report::SystemNodeId parent);
  void add_topologies(const Operand& operand, const std::vector<report::SystemNodeId>& nodes,
                      const std::vector<report::LocationGroupId>& groups);

  report::Report& result_;
  SystemShape shape_;
  NodeUnion nodes_;
  NodeUnion groups_;
  NodeUnion locations_;
};

}  // namespace latecomer::algebra
