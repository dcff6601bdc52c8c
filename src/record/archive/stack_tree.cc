// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Trees come together node by node, callers first: a node's place is that of its caller there and its own
// call. Then they are numbered anew. A stack can have thousands of calls, so nothing here is recursive.

#include "record/archive/stack_tree.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace latecomer::record {

namespace {

std::vector<CodeModule> in_order(std::vector<CodeModule> modules) {
  std::ranges::sort(modules);
  modules.erase(std::unique(modules.begin(), modules.end()), modules.end());
  return modules;
}

// By position in `modules`: the position in `ordered`, which has them all.
std::vector<ModuleId> positions_in(const std::vector<CodeModule>& ordered,
                                   std::span<const CodeModule> modules) {
  std::vector<ModuleId> positions;
  for (const CodeModule& module : modules) {
    const auto found = std::ranges::lower_bound(ordered, module);
    positions.push_back(ModuleId(static_cast<size_t>(found - ordered.begin())));
  }
  return positions;
}

ModuleAddress moved(ModuleAddress call, const std::vector<ModuleId>& modules) {
  if (call.module.index() < modules.size()) return {modules[call.module.index()], call.address};
  return {};  // of a module whose definition is lost, nothing is known
}

// Different nodes, numbered as they come.
class Numbering {
 public:
  StackId add(const StackNode& node) {
    const auto [known, added] = ids_.try_emplace(node, StackId(nodes_.size()));
    if (added) nodes_.push_back(node);
    return known->second;
  }

  std::vector<StackNode> depth_first() const {
    std::vector<StackNode> result;
    std::vector<StackId> numbers(nodes_.size());
    std::vector<StackId> open;
    open_callees({}, open);
    while (!open.empty()) {
      const StackId id = open.back();
      open.pop_back();
      const StackNode& node = nodes_[id.index()];
      numbers[id.index()] = StackId(result.size());
      result.push_back({node.caller.valid() ? numbers[node.caller.index()] : StackId(), node.call});
      open_callees(id, open);
    }
    return result;
  }

 private:
  // The first at the end.
  void open_callees(StackId caller, std::vector<StackId>& open) const {
    const size_t before = open.size();
    for (auto callee = ids_.lower_bound({caller, {ModuleId(0), 0}});
         callee != ids_.end() && callee->first.caller == caller; ++callee)
      open.push_back(callee->second);
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(before), open.end());
  }

  std::map<StackNode, StackId> ids_;
  std::vector<StackNode> nodes_;
};

}  // namespace

StackTree::StackTree(std::vector<CodeModule> modules, const std::vector<StackNode>& nodes)
    : modules_(in_order(modules)) {
  const std::vector<ModuleId> new_modules = positions_in(modules_, modules);
  Numbering numbering;
  std::vector<StackId> ids;
  for (const StackNode& node : nodes) {
    const StackId caller = node.caller.valid() ? ids[node.caller.index()] : StackId();
    ids.push_back(numbering.add({caller, moved(node.call, new_modules)}));
  }
  nodes_ = numbering.depth_first();
}

void StackTree::merge(const StackTree& other) {
  std::vector<CodeModule> modules = modules_;
  std::vector<StackNode> nodes = nodes_;
  std::ranges::copy(other.modules_, std::back_inserter(modules));
  for (StackNode node : other.nodes_) {
    if (node.caller.valid()) node.caller = StackId(node.caller.index() + nodes_.size());
    if (node.call.module.valid()) node.call.module = ModuleId(node.call.module.index() + modules_.size());
    nodes.push_back(node);
  }
  *this = StackTree(std::move(modules), nodes);
}

std::vector<trace::CallingContextId> StackTree::positions_of(std::span<const CodeModule> modules,
                                                             std::span<const StackNode> nodes) const {
  std::unordered_map<StackNode, StackId, StackNodeHash> ids;
  for (const StackNode& node : nodes_) ids.emplace(node, StackId(ids.size()));
  const std::vector<ModuleId> own_modules = positions_in(modules_, modules);
  std::vector<trace::CallingContextId> positions;
  for (const StackNode& node : nodes) {
    const StackId caller = node.caller.valid() ? StackId(positions[node.caller.index()].index()) : StackId();
    positions.push_back(trace::CallingContextId(ids.at({caller, moved(node.call, own_modules)}).index()));
  }
  return positions;
}

}  // namespace latecomer::record
