// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/call_tree.h"

namespace latecomer::query {

CallTree::CallTree(const std::vector<report::CallPath>& call_paths)
    : places_(report::depth_first(call_paths)),
      order_(call_paths.size()),
      children_(report::children_of(call_paths)) {
  for (size_t i = 0; i < call_paths.size(); ++i) order_[places_.positions[i]] = report::CallPathId(i);
}

}  // namespace latecomer::query
