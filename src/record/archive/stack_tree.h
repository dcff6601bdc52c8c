// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <tuple>
#include <vector>

#include "record/core/loaded_modules.h"
#include "record/core/stack_log.h"
#include "trace/definitions.h"

namespace latecomer::record {

/// Holds the call stacks of several threads and processes as one tree. It is in an order of its own, depth
/// first and callees by module and address, so it does not depend on the order in which stacks came together.
/// The memory is that of different calls, however many threads have made them.
class StackTree {
 public:
  StackTree() = default;
  /// Makes the tree of `nodes`, callers before callees; their modules are positions in `modules`.
  StackTree(std::vector<CodeModule> modules, const std::vector<StackNode>& nodes);

  void merge(const StackTree& other);
  /// Returns where `nodes`, which are all in the tree, are in it, by StackId.
  std::vector<trace::CallingContextId> positions_of(std::span<const CodeModule> modules,
                                                    std::span<const StackNode> nodes) const;

  const std::vector<CodeModule>& modules() const { return modules_; }
  /// Returns the calls of the tree, indexed by trace::CallingContextId.
  const std::vector<StackNode>& nodes() const { return nodes_; }

  static auto fields(auto& self) { return std::tie(self.modules_, self.nodes_); }

 private:
  std::vector<CodeModule> modules_;  // in their order
  std::vector<StackNode> nodes_;
};

}  // namespace latecomer::record
