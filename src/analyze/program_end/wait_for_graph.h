// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace latecomer::analyze {

/// Says who can go on only if others do. A node needs all of its others, or any of them: one that needs all
/// of none can go on, one that needs any of none never can.
class WaitForGraph {
 public:
  using Node = uint32_t;
  enum class Needs : uint8_t { all, any };

  Node add(Needs needs);
  void add_need(Node node, Node other) { needs_[node].push_back(other); }

  size_t size() const { return needs_.size(); }
  Needs kind(Node node) const { return kinds_[node]; }
  const std::vector<Node>& needs(Node node) const { return needs_[node]; }
  const std::vector<std::vector<Node>>& needs() const { return needs_; }
  /// Returns, by node, the nodes that need it.
  std::vector<std::vector<Node>> needed_by() const;
  /// Returns, by node, whether it can never go on.
  std::vector<bool> stuck() const;

 private:
  std::vector<Needs> kinds_;
  std::vector<std::vector<Node>> needs_;
};

/// Is nodes that need each other in a circle, and all nodes that need one of it, directly or through others.
struct Circle {
  /// Has nodes each of which needs the next one, the last one the first.
  std::vector<WaitForGraph::Node> nodes;
  std::vector<WaitForGraph::Node> waiting;
};

/// Finds circles of stuck nodes, a shortest one for nodes that are stuck together. Each circle has one of the
/// first `starts` nodes.
std::vector<Circle> find_circles(const WaitForGraph& graph, std::vector<bool> stuck, size_t starts);

}  // namespace latecomer::analyze
