// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/id.h"
#include "report/report.h"

namespace latecomer::report {

struct TreeNodeId : Id<TreeNodeId> {
  using Id::Id;
};

/// Holds what of a node says which nodes of other trees are the same.
struct TreeNode {
  TreeNodeId parent = {};  ///< Is the node above; invalid for a root.
  std::string key;         ///< Is what is the same in nodes that are, as the name of a function.
  // These decide between siblings with the same key, as where a function is called, which changes from one
  // version of a program to the next.
  std::string file = {};
  std::array<int32_t, 3> lines = {};
};

/// Returns the call paths of a report as nodes. Their keys are names of regions with the parameters and
/// attributes of the call. A gap has its lines in its name, so that its key is what stands before them.
std::vector<TreeNode> call_path_nodes(const Report& report);

/// Brings trees together from the roots downwards. Nodes below the same node are the same if their keys are,
/// and their order among those with that key. Where a tree has more of them than the others, those are the
/// same whose lines are nearest, apart from the shift that most share. No two nodes of a tree become one.
class TreeUnion {
 public:
  /// Adds one more tree, and returns for each of its nodes the position in the union. New nodes get the next
  /// positions, in the order of `nodes`.
  std::vector<size_t> add(const std::vector<TreeNode>& nodes);

 private:
  std::vector<TreeNode> nodes_;
};

}  // namespace latecomer::report
