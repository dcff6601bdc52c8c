// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace latecomer::algebra {

/// Brings trees together: nodes of the same name below the same node become one. Of several nodes of a name
/// below one node of an operand, the first is brought together with the first of the other operands, the
/// second with the second, and so on, so that no two nodes of an operand become one.
class NodeUnion {
 public:
  static constexpr size_t kNoParent = UINT32_MAX;

  struct Place {
    size_t position;  ///< in the result, in the order in which nodes came
    bool is_new;
  };

  void begin_operand() { seen_.clear(); }

  Place place(size_t parent, const std::string& name) {
    const size_t nth = seen_[{parent, name}]++;
    const auto [node, is_new] = nodes_.try_emplace({parent, name, nth}, nodes_.size());
    return {node->second, is_new};
  }

 private:
  std::map<std::tuple<size_t, std::string, size_t>, size_t> nodes_;
  std::map<std::pair<size_t, std::string>, size_t> seen_;  ///< how often in this operand
};

/// Moves every node to its position.
template <class Node>
void move_nodes(std::vector<Node>& nodes, const std::vector<uint32_t>& positions) {
  std::vector<Node> moved(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    auto& parent = nodes[i].parent;
    if (parent.valid()) parent = std::remove_reference_t<decltype(parent)>(positions[parent.index()]);
    moved[positions[i]] = std::move(nodes[i]);
  }
  nodes = std::move(moved);
}

}  // namespace latecomer::algebra
