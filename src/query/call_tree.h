// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <vector>

#include "report/report.h"
#include "report/tree.h"

namespace latecomer::query {

/// Holds a report's call paths in an order in which each is followed by all that are below it.
class CallTree {
 public:
  explicit CallTree(const std::vector<report::CallPath>& call_paths);

  /// Returns the call path and all below it.
  std::span<const report::CallPathId> subtree(report::CallPathId root) const {
    return std::span(order_).subspan(places_.positions[root.index()], places_.sizes[root.index()]);
  }
  /// Returns the children of a call path.
  const std::vector<report::CallPathId>& children(report::CallPathId path) const {
    return children_.of[path.index()];
  }
  const std::vector<report::CallPathId>& roots() const { return children_.roots; }
  /// Returns all call paths, each followed by those below it.
  const std::vector<report::CallPathId>& all() const { return order_; }

 private:
  report::DepthFirst places_;
  std::vector<report::CallPathId> order_;
  report::Children<report::CallPath> children_;
};

}  // namespace latecomer::query
