// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "report/report.h"

namespace latecomer::query {

/// A report's call paths in an order in which each is followed by all that are below it.
class CallTree {
 public:
  explicit CallTree(const std::vector<report::CallPath>& call_paths);

  /// The call path and all below it.
  std::span<const report::CallPathId> subtree(report::CallPathId root) const {
    const uint32_t begin = position_[root.index()];
    return std::span(order_).subspan(begin, end_[root.index()] - begin);
  }
  const std::vector<report::CallPathId>& roots() const { return roots_; }

 private:
  std::vector<report::CallPathId> roots_;
  std::vector<report::CallPathId> order_;
  std::vector<uint32_t> position_;  ///< of each call path in the order
  std::vector<uint32_t> end_;       ///< of each one's subtree
};

}  // namespace latecomer::query
