// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reports of two versions of a program have the same calls at other lines: whoever adds five lines at the top
// of a file moves all that is below.
//
//     base:  93 send, 94 send, 97 wait       other:  98 send, 99 send, 102 wait
//
// Lines keep their order, so of as many calls of the same function the first one is the same on both sides,
// and so on. Where a call was added or removed, the longest common subsequence of the calls has all of the
// side with fewer; which of the others are left out, is decided by their lines.

#include "report/align_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "report/path_names.h"
#include "report/tree.h"

namespace latecomer::report {

namespace {

constexpr size_t kNone = static_cast<size_t>(-1);

using Ids = std::vector<TreeNodeId>;
using Nodes = std::vector<const TreeNode*>;

int64_t lines_between(const TreeNode& here, const TreeNode& there) {
  return int64_t{there.lines[0]} - here.lines[0];
}

/// Returns by how many lines most have moved together; 0 where only one has.
int64_t common_shift(const Nodes& here, const Nodes& there) {
  std::map<int64_t, size_t> shifts;
  for (const TreeNode* a : here)
    for (const TreeNode* b : there) ++shifts[lines_between(*a, *b)];
  const auto most = std::ranges::max_element(shifts, {}, [](const auto& each) { return each.second; });
  return most->second > 1 && most->second > shifts[0] ? most->first : 0;
}

int64_t distance(const TreeNode& here, const TreeNode& there, int64_t shift) {
  constexpr int64_t kFar = 1'000'000;  // This is larger than any distance.
  int64_t distance = here.file == there.file ? 0 : kFar;
  for (size_t i = 0; i < here.lines.size(); ++i)
    distance += std::min<int64_t>(kFar, std::abs(int64_t{there.lines[i]} - here.lines[i] - shift));
  return distance;
}

/// Returns for each of `fewer` the position of the one of `more` that is the same, in their order.
std::vector<size_t> match_in_order(const Nodes& fewer, const Nodes& more) {
  constexpr size_t kMostPairs = 100'000;  // Is more than most programs ever have.
  std::vector<size_t> same(fewer.size());
  for (size_t i = 0; i < fewer.size(); ++i) same[i] = i;
  const size_t spare = more.size() - fewer.size();
  if (fewer.empty() || spare == 0 || fewer.size() * more.size() > kMostPairs) return same;
  const int64_t shift = common_shift(fewer, more);
  // costs[i][s] is the least sum of distances of the first i of `fewer`, with at most s of `more` left out.
  std::vector<std::vector<int64_t>> costs(fewer.size() + 1, std::vector<int64_t>(spare + 1));
  for (size_t i = 1; i <= fewer.size(); ++i) {
    for (size_t s = 0; s <= spare; ++s) {
      costs[i][s] = costs[i - 1][s] + distance(*fewer[i - 1], *more[i - 1 + s], shift);
      if (s > 0) costs[i][s] = std::min(costs[i][s], costs[i][s - 1]);
    }
  }
  size_t s = spare;
  for (size_t i = fewer.size(); i > 0; --i) {
    while (s > 0 && costs[i][s - 1] == costs[i][s]) --s;
    same[i - 1] = i - 1 + s;
  }
  return same;
}

/// Sorts `ids` by files and lines.
Nodes in_order_of_lines(Ids& ids, const std::vector<TreeNode>& nodes) {
  std::ranges::stable_sort(ids, {}, [&](TreeNodeId id) {
    const TreeNode& node = nodes[id.index()];
    return std::tie(node.file, node.lines);
  });
  Nodes sorted;
  for (const TreeNodeId id : ids) sorted.push_back(&nodes[id.index()]);
  return sorted;
}

struct Side {
  const std::vector<TreeNode>& nodes;
  const Ids& siblings;
};

/// Calls `found` with the positions of siblings that are the same on both sides.
template <class Found>
void match_siblings(const Side& base, const Side& other, const Found& found) {
  std::map<std::string_view, std::pair<Ids, Ids>> by_key;
  for (const TreeNodeId id : base.siblings) by_key[base.nodes[id.index()].key].first.push_back(id);
  for (const TreeNodeId id : other.siblings) by_key[other.nodes[id.index()].key].second.push_back(id);
  for (auto& [key, ids] : by_key) {
    auto& [here, there] = ids;
    const Nodes in_base = in_order_of_lines(here, base.nodes);
    const Nodes in_other = in_order_of_lines(there, other.nodes);
    const bool has_base_fewer = here.size() <= there.size();
    const std::vector<size_t> same =
        has_base_fewer ? match_in_order(in_base, in_other) : match_in_order(in_other, in_base);
    for (size_t i = 0; i < same.size(); ++i)
      found(here[has_base_fewer ? i : same[i]].index(), there[has_base_fewer ? same[i] : i].index());
  }
}

}  // namespace

std::vector<TreeNode> call_path_nodes(const Report& report) {
  const ShortFiles files = short_files(report.call_paths, report.regions);
  const auto line = [](int64_t number) {
    return static_cast<int32_t>(std::clamp<int64_t>(number, -1, INT32_MAX));
  };
  std::vector<TreeNode> nodes;
  for (const CallPath& call : report.call_paths) {
    const Region& region = report.regions[call.region.index()];
    TreeNode& node = nodes.emplace_back();
    if (call.parent.valid()) node.parent = TreeNodeId(call.parent.index());
    const bool is_gap = region.role == kGapRole;
    // How far the name of a C++ function is shortened depends on the other functions.
    if (region.mangled_name.starts_with("_Z"))
      node.key = region.mangled_name;
    else
      node.key = is_gap ? function_of_gap(region.name) : region.name;
    if (is_gap) node.key += " ()";
    for (const Parameter& parameter : call.parameters)
      node.key += fmt::format("\n{} {} = {}", parameter.is_number, parameter.key, parameter.value);
    for (const auto& [key, value] : call.attributes) node.key += fmt::format("\n{}: {}", key, value);
    node.file = fmt::format("{}\n{}", files(call.call_file), files(region.module));
    node.lines = {line(call.call_line), line(region.begin_line), line(region.end_line)};
  }
  return nodes;
}

std::vector<size_t> TreeUnion::add(const std::vector<TreeNode>& nodes) {
  const Children<TreeNode> children = children_of(nodes);
  const Children<TreeNode> known = children_of(nodes_);
  std::vector<size_t> positions(nodes.size(), kNone);
  const auto match = [&](const Ids& here, const Ids& there) {
    match_siblings({nodes_, here}, {nodes, there}, [&](size_t base, size_t i) { positions[i] = base; });
  };
  match(known.roots, children.roots);
  for (size_t i = 0; i < nodes.size(); ++i)
    if (positions[i] != kNone) match(known.of[positions[i]], children.of[i]);
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (positions[i] != kNone) continue;
    positions[i] = nodes_.size();
    TreeNode& node = nodes_.emplace_back(nodes[i]);
    if (node.parent.valid()) node.parent = TreeNodeId(positions[node.parent.index()]);
  }
  return positions;
}

}  // namespace latecomer::report
