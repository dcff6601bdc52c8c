// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace latecomer::report {

// Reports have trees as lists of nodes that name their `parent`, which stands before them, if they have one.

template <class Node>
using NodeId = decltype(Node::parent);

/// Holds the roots, and what is right below each node; siblings in their order.
template <class Node>
struct Children {
  std::vector<NodeId<Node>> roots;
  std::vector<std::vector<NodeId<Node>>> of;
};

template <class Node>
Children<Node> children_of(const std::vector<Node>& nodes) {
  Children<Node> children;
  children.of.resize(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i)
    (nodes[i].parent.valid() ? children.of[nodes[i].parent.index()] : children.roots).emplace_back(i);
  return children;
}

/// Returns how many nodes are above each one.
template <class Node>
std::vector<size_t> levels(const std::vector<Node>& nodes) {
  std::vector<size_t> levels;
  for (const Node& node : nodes) levels.push_back(node.parent.valid() ? levels[node.parent.index()] + 1 : 0);
  return levels;
}

/// Adds to the value of each node those of all nodes below it, which come after it.
template <class Node, class Value>
std::vector<Value> with_below(const std::vector<Node>& nodes, std::vector<Value> values) {
  for (size_t i = nodes.size(); i-- > 0;)
    if (nodes[i].parent.valid()) values[nodes[i].parent.index()] += values[i];
  return values;
}

/// Is an order in which each node is followed by all that are below it, siblings staying in theirs.
struct DepthFirst {
  std::vector<uint32_t> positions;  ///< Has a position for each node.
  std::vector<uint32_t> sizes;      ///< Counts for each node itself and all below it.
};

/// Returns the depth-first order of nodes. Passes forwards and backwards do what recursion would, however
/// deep the tree is: sizes come up from below, and each subtree gets its position from above.
template <class Node>
DepthFirst depth_first(const std::vector<Node>& nodes) {
  DepthFirst order{std::vector<uint32_t>(nodes.size()),
                   with_below(nodes, std::vector<uint32_t>(nodes.size(), 1))};
  std::vector<uint32_t> next_child(nodes.size());
  uint32_t next_root = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    uint32_t& next = nodes[i].parent.valid() ? next_child[nodes[i].parent.index()] : next_root;
    order.positions[i] = next;
    next_child[i] = next + 1;
    next += order.sizes[i];
  }
  return order;
}

}  // namespace latecomer::report
