// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/align.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "report/align_trees.h"

namespace latecomer::findings {

using namespace report;

namespace {

/// Adds what the next report has. `rows` are the positions of its nodes in the union.
template <class Node>
void add_report(AlignedTree& tree, const std::vector<Node>& things, std::vector<size_t> rows) {
  for (size_t i = 0; i < things.size(); ++i) {
    if (rows[i] < tree.rows.size()) continue;
    const auto parent = things[i].parent;
    tree.rows.push_back({parent.valid() ? rows[parent.index()] : AlignedTree::kNone, tree.row_of.size(), i});
  }
  tree.row_of.push_back(std::move(rows));
}

/// Makes one of siblings that nothing distinguishes, whose values add up. It returns where each node is then.
std::vector<size_t> merge_twins(std::vector<TreeNode>& nodes) {
  std::map<std::tuple<TreeNodeId, std::string, std::string, std::array<int32_t, 3>>, size_t> known;
  std::vector<TreeNode> merged;
  std::vector<size_t> positions;
  for (TreeNode& node : nodes) {
    if (node.parent.valid()) node.parent = TreeNodeId(positions[node.parent.index()]);
    const auto [found, is_new] =
        known.try_emplace({node.parent, node.key, node.file, node.lines}, merged.size());
    positions.push_back(found->second);
    if (is_new) merged.push_back(std::move(node));
  }
  nodes = std::move(merged);
  return positions;
}

}  // namespace

AlignedTree align_call_paths(std::span<const Report* const> reports) {
  AlignedTree tree;
  TreeUnion all;
  for (const Report* report : reports) {
    std::vector<TreeNode> nodes = call_path_nodes(*report);
    std::vector<size_t> rows = merge_twins(nodes);
    const std::vector<size_t> in_union = all.add(nodes);
    for (size_t& row : rows) row = in_union[row];
    add_report(tree, report->call_paths, std::move(rows));
  }
  return tree;
}

AlignedTree align_metrics(std::span<const Report* const> reports) {
  AlignedTree tree;
  TreeUnion all;
  for (const Report* report : reports) {
    std::vector<TreeNode> nodes;
    for (const Metric& metric : report->metrics) nodes.push_back({.key = metric.id + '\n' + metric.unit});
    add_report(tree, report->metrics, all.add(nodes));
  }
  return tree;
}

}  // namespace latecomer::findings
