// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/row_order.h"

namespace latecomer::cubex {

using report::CallPath;
using report::CallPathId;
using report::MetricKind;

namespace {

struct Tree {
  std::vector<CallPathId> roots;
  std::vector<std::vector<CallPathId>> children;
};

Tree children_of(const std::vector<CallPath>& call_paths) {
  Tree tree{{}, std::vector<std::vector<CallPathId>>(call_paths.size())};
  for (size_t i = 0; i < call_paths.size(); ++i) {
    const CallPathId parent = call_paths[i].parent;
    (parent.valid() ? tree.children[parent.index()] : tree.roots).push_back(CallPathId(i));
  }
  return tree;
}

std::vector<CallPathId> depth_first(const Tree& tree) {
  std::vector<CallPathId> order;
  std::vector<CallPathId> open(tree.roots.rbegin(), tree.roots.rend());
  while (!open.empty()) {
    const CallPathId node = open.back();
    open.pop_back();
    order.push_back(node);
    const std::vector<CallPathId>& children = tree.children[node.index()];
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return order;
}

std::vector<CallPathId> siblings_together(const Tree& tree) {
  std::vector<CallPathId> order;
  std::vector<CallPathId> open;
  for (CallPathId root : tree.roots) {
    order.push_back(root);
    open.push_back(root);
    while (!open.empty()) {
      const CallPathId node = open.back();
      open.pop_back();
      const std::vector<CallPathId>& children = tree.children[node.index()];
      order.insert(order.end(), children.begin(), children.end());
      open.insert(open.end(), children.rbegin(), children.rend());
    }
  }
  return order;
}

}  // namespace

std::vector<CallPathId> row_order(const std::vector<CallPath>& call_paths, MetricKind kind) {
  const Tree tree = children_of(call_paths);
  return kind == MetricKind::inclusive ? siblings_together(tree) : depth_first(tree);
}

}  // namespace latecomer::cubex
