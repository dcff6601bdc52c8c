// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/system_tree.h"

#include "base/counting_sort.h"

namespace latecomer::cubex {

namespace {

using namespace report;

/// For each node, how many end before it: all below it do. Siblings are in the order of their ids.
std::vector<size_t> order_of_ends(const std::vector<SystemNode>& nodes) {
  std::vector<size_t> below(nodes.size());  // how many are below it
  for (size_t i = nodes.size(); i-- > 0;) {
    if (nodes[i].parent.valid()) below[nodes[i].parent.index()] += 1 + below[i];
  }
  std::vector<size_t> next(nodes.size());  // of each node, where its next child's first end is
  size_t next_root = 0;
  std::vector<size_t> ends(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    size_t& first = nodes[i].parent.valid() ? next[nodes[i].parent.index()] : next_root;
    next[i] = first;
    ends[i] = first + below[i];
    first += below[i] + 1;
  }
  return ends;
}

/// Fills `list` with the numbers from 0 on in the order of their keys; returns where those of each begin, and
/// one past the last.
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
    : groups_(report.location_groups.size()), locations_(report.locations.size()) {
  const std::vector<size_t> ends = order_of_ends(report.system_nodes);
  const std::vector<LocationGroup>& all = report.location_groups;
  first_group_ = sort_by_key(groups_, ends.size(), [&](size_t g) { return ends[all[g].parent.index()]; });
  first_location_ =
      sort_by_key(locations_, all.size(), [&](size_t l) { return report.locations[l].group.index(); });
}

}  // namespace latecomer::cubex
