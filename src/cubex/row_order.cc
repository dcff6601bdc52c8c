// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/row_order.h"

#include "report/tree.h"

namespace latecomer::cubex {

using namespace report;

namespace {

std::vector<CallPathId> by_depth(const std::vector<CallPath>& call_paths) {
  const std::vector<uint32_t> positions = depth_first(call_paths).positions;
  std::vector<CallPathId> order(call_paths.size());
  for (size_t i = 0; i < order.size(); ++i) order[positions[i]] = CallPathId(i);
  return order;
}

std::vector<CallPathId> siblings_together(const std::vector<CallPath>& call_paths) {
  const Children<CallPath> children = children_of(call_paths);
  std::vector<CallPathId> order;
  std::vector<CallPathId> open;
  for (const CallPathId root : children.roots) {
    order.push_back(root);
    open.push_back(root);
    while (!open.empty()) {
      const std::vector<CallPathId>& below = children.of[open.back().index()];
      open.pop_back();
      order.insert(order.end(), below.begin(), below.end());
      open.insert(open.end(), below.rbegin(), below.rend());
    }
  }
  return order;
}

}  // namespace

std::vector<CallPathId> row_order(const std::vector<CallPath>& call_paths, MetricKind kind) {
  return kind == MetricKind::inclusive ? siblings_together(call_paths) : by_depth(call_paths);
}

}  // namespace latecomer::cubex
