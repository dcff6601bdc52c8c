// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file decides which rank has which part of a report [cube 5.3].
//
// Four ways put the call paths into an order, and deal them [cube 5.3.2]. Of seven call paths on two ranks:
//
//            0              plain           0 1 2 | 3 4 5 6     level by level, in blocks
//        1       2          round robin     0 2 4 6 | 1 3 5     by turns
//      3   4   5   6        random          any three | the others
//                           deepest chain   0 1 3 | 4 2 5 6     depth first, in blocks
//
// Deepest chain follows the longest way down first, so that a block is a chain, or subtrees beside each
// other. With a leverage, a block goes on by so many call paths where the next one continues its chain. The
// fifth way leaves the call tree whole and gives each rank a block of the locations.
//
// Cost: O(call paths), and their logarithm for sorting siblings.

#include "query/distribution.h"

#include <algorithm>
#include <functional>
#include <random>

#include "base/check.h"
#include "comm/comm.h"
#include "report/tree.h"

namespace latecomer::query {

using namespace report;

namespace {

using Order = std::vector<CallPathId>;

Order breadth_first(const std::vector<CallPath>& call_paths) {
  const Children<CallPath> children = children_of(call_paths);
  Order order = children.roots;
  order.reserve(call_paths.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const Order& below = children.of[order[i].index()];
    order.insert(order.end(), below.begin(), below.end());
  }
  return order;
}

/// Returns call paths in an order that goes the longest way down first.
Order chains_first(const std::vector<CallPath>& call_paths) {
  std::vector<uint32_t> height(call_paths.size());
  for (size_t i = call_paths.size(); i-- > 0;) {
    const CallPathId parent = call_paths[i].parent;
    if (parent.valid()) height[parent.index()] = std::max(height[parent.index()], height[i] + 1);
  }
  Children<CallPath> children = children_of(call_paths);
  Order order;
  Order open;  // Ends with the next call path.
  const auto add_all = [&](Order& siblings) {
    std::ranges::stable_sort(siblings, std::greater(), [&](CallPathId path) { return height[path.index()]; });
    open.insert(open.end(), siblings.rbegin(), siblings.rend());
  };
  add_all(children.roots);
  while (!open.empty()) {
    order.push_back(open.back());
    open.pop_back();
    add_all(children.of[order.back().index()]);
  }
  return order;
}

/// Returns a random order, the same on every rank, and with every C++ library.
Order shuffled(size_t count) {
  Order order;
  for (size_t i = 0; i < count; ++i) order.emplace_back(i);
  std::mt19937_64 random(1);
  for (size_t i = 0; i < count; ++i) std::swap(order[i], order[i + random() % (count - i)]);
  return order;
}

std::vector<int> in_blocks(const Order& order, int ranks) {
  std::vector<int> owners(order.size());
  for (int rank = 0; rank < ranks; ++rank)
    for (size_t i = begin_of_share(order.size(), rank, ranks);
         i < begin_of_share(order.size(), rank + 1, ranks); ++i)
      owners[order[i].index()] = rank;
  return owners;
}

/// Deals call paths in blocks: a rank's is its share of what is left, and what continues its last chain.
std::vector<int> in_chains(const std::vector<CallPath>& call_paths, int ranks, size_t leverage) {
  const Order order = chains_first(call_paths);
  std::vector<int> owners(order.size());
  size_t next = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const size_t end = next + begin_of_share(order.size() - next, 1, ranks - rank);
    const size_t latest = std::min(end + leverage, order.size());
    const auto continues_chain = [&] {
      return next > 0 && call_paths[order[next].index()].parent == order[next - 1];
    };
    const size_t begin = next;
    while (next < end || (next > begin && next < latest && continues_chain()))
      owners[order[next++].index()] = rank;
  }
  return owners;
}

std::vector<int> by_turns(size_t count, int ranks) {
  std::vector<int> owners(count);
  for (size_t i = 0; i < count; ++i) owners[i] = static_cast<int>(i % static_cast<size_t>(ranks));
  return owners;
}

}  // namespace

std::string_view name_of(Distribution distribution) {
  switch (distribution) {
    case Distribution::round_robin:
      return "round-robin";
    case Distribution::random:
      return "random";
    case Distribution::plain:
      return "plain";
    case Distribution::deepest_chain:
      return "deepest-chain";
    case Distribution::system:
      return "system";
  }
  return "";
}

std::optional<Distribution> distribution_named(std::string_view name) {
  for (const Distribution each : kDistributions)
    if (name == name_of(each)) return each;
  return std::nullopt;
}

std::vector<int> owners(Distribution distribution, const std::vector<CallPath>& call_paths, int ranks,
                        size_t leverage) {
  CHECK(ranks > 0);
  switch (distribution) {
    case Distribution::round_robin:
      return by_turns(call_paths.size(), ranks);
    case Distribution::random:
      return in_blocks(shuffled(call_paths.size()), ranks);
    case Distribution::plain:
      return in_blocks(breadth_first(call_paths), ranks);
    case Distribution::deepest_chain:
      return in_chains(call_paths, ranks, leverage);
    case Distribution::system:
      return {};
  }
  return {};
}

}  // namespace latecomer::query
