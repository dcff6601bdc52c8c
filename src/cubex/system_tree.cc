// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/system_tree.h"

#include "base/counting_sort.h"

namespace latecomer::cubex {

namespace {

using namespace report;

/// Returns for each node how many begin before it: those around it, and those before them. Siblings are in
/// the order of their ids.
std::vector<size_t> order_of_begins(const std::vector<SystemNode>& nodes) {
  std::vector<size_t> below(nodes.size());  // Counts the nodes below each node.
  for (size_t i = nodes.size(); i-- > 0;) {
    if (nodes[i].parent.valid()) below[nodes[i].parent.index()] += 1 + below[i];
  }
  std::vector<size_t> next(nodes.size());  // Is for each node where its next child begins.
  size_t next_root = 0;
  std::vector<size_t> begins(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    size_t& begin = nodes[i].parent.valid() ? next[nodes[i].parent.index()] : next_root;
    begins[i] = begin;
    next[i] = begin + 1;
    begin += below[i] + 1;
  }
  return begins;
}

/// Fills `list` with the numbers from 0 on, by keys; returns where those of each begin, and one past the end.
template <class Key>
std::vector<size_t> sort_by_key(std::vector<size_t>& list, size_t keys, const Key& key_of) {
  CountingSort sort(1, keys);
  for (size_t i = 0; i < list.size(); ++i) sort.count(0, key_of(i));
  std::vector<size_t> first = sort.settle();
  for (size_t i = 0; i < list.size(); ++i) list[sort.next(0, key_of(i))] = i;
  return first;
}

}  // namespace

SystemTree::SystemTree(const Report& report)
    : node_positions_(order_of_begins(report.system_nodes)),
      groups_(report.location_groups.size()),
      locations_(report.locations.size()) {
  const std::vector<LocationGroup>& all = report.location_groups;
  first_group_ = sort_by_key(groups_, node_positions_.size(),
                             [&](size_t g) { return node_positions_[all[g].parent.index()]; });
  first_location_ =
      sort_by_key(locations_, all.size(), [&](size_t l) { return report.locations[l].group.index(); });
  group_positions_.resize(groups_.size());
  for (size_t i = 0; i < groups_.size(); ++i) group_positions_[groups_[i]] = i;
}

}  // namespace latecomer::cubex
