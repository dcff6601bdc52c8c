// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Who can never go on, and who waits for whom in a circle.
//
// Whoever needs nobody can go on; whoever needs only such can go on, too, and so forth. Those that are left
// are stuck: each needs somebody who is stuck. So from a stuck node there is always a way on among stuck
// nodes, which ends at one that has nobody to wait for (a rank that has ended), or comes back: a circle.
//
//     0 -> 1 -> 2 -> 3        stuck: all. 0 leads to the circle (1 2 3), 4 leads there, too;
//          ^---------|        nobody in the circle needs 0 or 4, so these are peeled off
//     4 -> 2                  before the shortest way back is searched.
//
// Cost: O(nodes + needs), and that once for each of the nodes, at most kMostStarts, from which a
// circle is searched.

#include "analyze/program_end/wait_for_graph.h"

#include <algorithm>
#include <utility>

namespace latecomer::analyze {

namespace {

using Node = WaitForGraph::Node;
using Others = std::vector<std::vector<Node>>;

constexpr Node kNobody = UINT32_MAX;
constexpr size_t kMostStarts = 1000;
constexpr size_t kMostCircles = 10;

/// Takes away nodes, as long as there are any, that have none of their `others` left.
void peel(std::vector<bool>& left, const Others& others, const Others& reverse) {
  std::vector<size_t> counts(left.size());
  std::vector<Node> bare;
  for (Node node = 0; node < left.size(); ++node) {
    counts[node] =
        static_cast<size_t>(std::ranges::count_if(others[node], [&](Node other) { return left[other]; }));
    if (left[node] && counts[node] == 0) bare.push_back(node);
  }
  while (!bare.empty()) {
    const Node node = bare.back();
    bare.pop_back();
    left[node] = false;
    for (const Node before : reverse[node]) {
      if (--counts[before] == 0 && left[before]) bare.push_back(before);
    }
  }
}

/// Returns the shortest way from `start` back to it; empty if there is none with fewer than `most` nodes.
std::vector<Node> way_back(Node start, size_t most, const std::vector<bool>& left, const Others& needs) {
  std::vector<Node> from(left.size(), kNobody);
  std::vector<Node> reached = {start};
  for (size_t length = 1; length < most && !reached.empty(); ++length) {
    std::vector<Node> next;
    for (const Node node : reached) {
      for (const Node other : needs[node]) {
        if (!left[other] || from[other] != kNobody) continue;
        from[other] = node;
        next.push_back(other);
      }
    }
    reached = std::move(next);
    if (from[start] == kNobody) continue;
    std::vector<Node> way = {start};
    for (Node node = from[start]; node != start; node = from[node]) way.push_back(node);
    std::ranges::reverse(way.begin() + 1, way.end());
    return way;
  }
  return {};
}

std::vector<Node> shortest_circle(const std::vector<bool>& left, const Others& needs, size_t starts) {
  std::vector<Node> shortest;
  size_t tried = 0;
  for (Node start = 0; start < starts && tried < kMostStarts; ++start) {
    if (!left[start]) continue;
    ++tried;
    std::vector<Node> way = way_back(start, shortest.empty() ? SIZE_MAX : shortest.size(), left, needs);
    if (!way.empty()) shortest = std::move(way);
  }
  return shortest;
}

/// Takes those nodes, and all that need them, out of `stuck`; returns the latter.
std::vector<Node> take_out(const std::vector<Node>& circle, const Others& needed_by,
                           std::vector<bool>& stuck) {
  for (const Node node : circle) stuck[node] = false;
  std::vector<Node> waiting;
  std::vector<Node> open = circle;
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (const Node before : needed_by[node]) {
      if (!stuck[before]) continue;
      stuck[before] = false;
      waiting.push_back(before);
      open.push_back(before);
    }
  }
  return waiting;
}

}  // namespace

Node WaitForGraph::add(Needs needs) {
  kinds_.push_back(needs);
  needs_.emplace_back();
  return static_cast<Node>(kinds_.size() - 1);
}

std::vector<std::vector<Node>> WaitForGraph::needed_by() const {
  Others needed_by(size());
  for (Node node = 0; node < size(); ++node) {
    for (const Node other : needs_[node]) needed_by[other].push_back(node);
  }
  return needed_by;
}

std::vector<bool> WaitForGraph::stuck() const {
  const Others needed_by = this->needed_by();
  std::vector<bool> stuck(size(), true);
  std::vector<size_t> missing(size());
  std::vector<Node> going_on;
  for (Node node = 0; node < size(); ++node) {
    missing[node] = kinds_[node] == Needs::all ? needs_[node].size() : 1;
    if (missing[node] == 0) going_on.push_back(node);
  }
  while (!going_on.empty()) {
    const Node node = going_on.back();
    going_on.pop_back();
    stuck[node] = false;
    for (const Node before : needed_by[node]) {
      if (missing[before] > 0 && --missing[before] == 0) going_on.push_back(before);
    }
  }
  return stuck;
}

std::vector<Circle> find_circles(const WaitForGraph& graph, std::vector<bool> stuck, size_t starts) {
  const Others needed_by = graph.needed_by();
  const Others& needs = graph.needs();
  std::vector<Circle> circles;
  while (circles.size() < kMostCircles) {
    std::vector<bool> left = stuck;
    peel(left, needs, needed_by);
    peel(left, needed_by, needs);
    Circle circle{.nodes = shortest_circle(left, needs, starts), .waiting = {}};
    if (circle.nodes.empty()) break;
    circle.waiting = take_out(circle.nodes, needed_by, stuck);
    circles.push_back(std::move(circle));
  }
  return circles;
}

}  // namespace latecomer::analyze
