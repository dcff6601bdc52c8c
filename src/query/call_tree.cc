// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/call_tree.h"

#include <algorithm>

namespace latecomer::query {

using report::CallPathId;

/// Parents stand before their children, so passes forwards and backwards do what recursion would: the sizes
/// of subtrees come up from below, and each subtree gets its place from above.
CallTree::CallTree(const std::vector<report::CallPath>& call_paths)
    : order_(call_paths.size()), position_(call_paths.size()), end_(call_paths.size()) {
  std::vector<uint32_t> sizes(call_paths.size(), 1);
  for (size_t i = call_paths.size(); i-- > 0;) {
    const CallPathId parent = call_paths[i].parent;
    if (parent.valid()) sizes[parent.index()] += sizes[i];
  }
  std::vector<uint32_t> next_child(call_paths.size());
  uint32_t next_root = 0;
  for (size_t i = 0; i < call_paths.size(); ++i) {
    const CallPathId parent = call_paths[i].parent;
    if (!parent.valid()) roots_.emplace_back(i);
    uint32_t& next = parent.valid() ? next_child[parent.index()] : next_root;
    position_[i] = next;
    order_[next] = CallPathId(i);
    next_child[i] = next + 1;
    end_[i] = next + sizes[i];
    next += sizes[i];
  }
}

}  // namespace latecomer::query
