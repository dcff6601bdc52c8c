// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/align.h"

#include <utility>

#include "report/align_trees.h"

namespace latecomer::findings {

using namespace report;

namespace {

/// Adds what the next report has, of which the positions in the union are the rows.
template <class Node>
void add_report(AlignedTree& tree, const std::vector<Node>& things, std::vector<size_t> rows) {
  for (size_t i = 0; i < things.size(); ++i) {
    if (rows[i] < tree.rows.size()) continue;
    const auto parent = things[i].parent;
    tree.rows.push_back({parent.valid() ? rows[parent.index()] : AlignedTree::kNone, tree.row_of.size(), i});
  }
  tree.row_of.push_back(std::move(rows));
}

}  // namespace

AlignedTree align_call_paths(std::span<const Report* const> reports) {
  AlignedTree tree;
  TreeUnion all;
  for (const Report* report : reports)
    add_report(tree, report->call_paths, all.add(call_path_nodes(*report)));
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
