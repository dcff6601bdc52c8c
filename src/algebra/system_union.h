// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <vector>

#include "algebra/align.h"
#include "report/align_trees.h"
#include "report/report.h"

namespace latecomer::algebra {

/// Brings the system trees of operands together in the result.
class SystemUnion {
 public:
  SystemUnion(report::Report& result, SystemShape shape) : result_(result), shape_(shape) {}

  void add(Operand& operand);

 private:
  void add_topologies(const Operand& operand, const std::vector<report::SystemNodeId>& nodes,
                      const std::vector<report::LocationGroupId>& groups);

  report::Report& result_;
  SystemShape shape_;
  report::TreeUnion union_;        ///< Has nodes, groups and locations.
  std::vector<size_t> positions_;  ///< Has the positions of the union's nodes in the result's lists.
};

}  // namespace latecomer::algebra
