// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Call paths as a prefix tree.
//
// The problem: every enter of a region looks up a child of the path that is active.
//
// The idea: the few children of most nodes are a list, the one used last in front; nodes with more than kFew
// have theirs in a hash table as well:
//
//     children of main                     solve, exchange, init
//     after another enter of init          init, solve, exchange
//
// Trees of ranks are united along a binary tree of ranks, lower ranks first.
// Cost: O(1) a lookup; O(nodes · log ranks) for the union.

#include "analyze/model/call_tree.h"

#include <utility>

namespace latecomer::analyze {

CallPathId CallTree::enter(const Node& node) {
  // Children are searched most recently used first: programs call the same functions again and again.
  CallPathId& first = node.parent.valid() ? links_[node.parent.index()].first_child : first_root_;
  CallPathId before;
  size_t seen = 0;
  for (CallPathId child = first; child.valid(); before = child, child = links_[child.index()].next_sibling) {
    if (seen++ == kFew) break;
    if (nodes_[child.index()] != node) continue;
    if (before.valid()) {
      links_[before.index()].next_sibling = links_[child.index()].next_sibling;
      links_[child.index()].next_sibling = first;
      first = child;
    }
    return child;
  }
  if (seen > kFew) {
    const auto found = of_many_.find(node);
    if (found != of_many_.end()) return found->second;
  }
  const CallPathId made(nodes_.size());
  if (seen == kFew) {  // from now on there are many
    for (CallPathId child = first; child.valid(); child = links_[child.index()].next_sibling)
      of_many_.emplace(nodes_[child.index()], child);
  }
  if (seen >= kFew) of_many_.emplace(node, made);
  const CallPathId sibling = std::exchange(first, made);  // before links_ can move
  nodes_.push_back(node);
  links_.push_back({CallPathId(), sibling});
  return made;
}

void CallTree::clear() {
  nodes_.clear();
  of_many_.clear();
  links_.clear();
  first_root_ = CallPathId();
}

std::vector<CallPathId> CallTree::merge(std::span<const Node> other) {
  std::vector<CallPathId> ids;
  ids.reserve(other.size());
  for (Node node : other) {
    if (node.parent.valid()) node.parent = ids[node.parent.index()];
    ids.push_back(enter(node));
  }
  return ids;
}

CallTree depth_first(const CallTree& tree) {
  const std::vector<CallTree::Node>& nodes = tree.nodes();
  std::vector<std::vector<CallPathId>> children(nodes.size());
  std::vector<CallPathId> open;  // has the roots, and the children of what is done, the next one last
  for (size_t i = nodes.size(); i-- > 0;) {
    (nodes[i].parent.valid() ? children[nodes[i].parent.index()] : open).emplace_back(i);
  }
  CallTree ordered;
  std::vector<CallPathId> ids(nodes.size());
  while (!open.empty()) {
    const CallPathId path = open.back();
    open.pop_back();
    CallTree::Node node = tree[path];
    if (node.parent.valid()) node.parent = ids[node.parent.index()];
    ids[path.index()] = ordered.enter(node);
    open.insert(open.end(), children[path.index()].begin(), children[path.index()].end());
  }
  return ordered;
}

CallTree unite(const CallTree& mine, Comm& comm) {
  using Node = CallTree::Node;
  const auto merge = [](Bytes lower, Bytes higher) {
    CallTree tree;
    tree.merge(from_bytes<Node>(lower));
    tree.merge(from_bytes<Node>(higher));
    return to_bytes<Node>(tree.nodes());
  };
  CallTree united;
  united.merge(from_bytes<Node>(reduce_tree(comm, to_bytes<Node>(mine.nodes()), merge)));
  return united;
}

}  // namespace latecomer::analyze
