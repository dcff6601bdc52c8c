// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "analyze/clocks/clock_conditions.h"
#include "analyze/clocks/clock_points.h"
#include "analyze/clocks/time_windows.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says where an edge from a node goes to, or for incoming ones, where it comes from. A cause and its effect
/// are at least `latency` apart.
struct Edge {
  size_t node;
  DependenceEnd other;
  Ticks latency;
};

/// Says what has to happen before what, within windows of time. Nodes are the points of all local locations,
/// and behind them meetings. It exists only where clocks have to be corrected, and takes 64 bytes an edge.
class ClockNetwork {
 public:
  static constexpr size_t kNoNode = SIZE_MAX;

  /// Makes the network; trace and windows have to live as long. All ranks call it, with the same windows.
  ClockNetwork(const CondensedTrace& trace, const TimeWindows& windows, std::vector<Condition> conditions,
               Comm& comm);

  const TimeWindows& windows() const { return windows_; }
  const std::vector<ClockPoint>& points(size_t location) const { return points_[location]; }
  std::vector<std::vector<ClockPoint>> take_points() { return std::move(points_); }
  size_t locations() const { return points_.size(); }
  size_t nodes() const { return first_node_.back() + meetings_.size(); }
  size_t node(size_t location, size_t point) const { return first_node_[location] + point; }
  bool is_meeting(size_t node) const { return node >= first_node_.back(); }
  /// Returns the location of a node that is a point, as a position in the local ones.
  size_t location_of(size_t node) const;
  /// Returns the node of an end on this rank; kNoNode if there is no such event in the trace.
  size_t find(const DependenceEnd& end) const;
  size_t rank_of(const DependenceEnd& end) const;

  std::span<const Edge> outgoing(size_t node) const { return outgoing_.of(node); }
  std::span<const Edge> incoming(size_t node) const { return incoming_.of(node); }

 private:
  /// Holds edges by node.
  struct Edges {
    std::vector<Edge> list;
    std::vector<size_t> first;  ///< Holds the first edge of each node, and one past the last.

    void add(size_t node, const DependenceEnd& other, Ticks latency);
    void sort(size_t nodes);
    std::span<const Edge> of(size_t node) const {
      return std::span(list).subspan(first[node], first[node + 1] - first[node]);
    }
  };

  /// Says which nodes the points of one location are.
  struct Ends {
    std::vector<size_t> enters;  ///< Holds nodes of enters by call.
    std::vector<size_t> leaves;  ///< Holds nodes of leaves by call.
    /// Holds nodes of events by operation.
    std::array<std::vector<size_t>, DependenceEnd::kEventKinds> events;
  };

  void add_ends(size_t location);
  void distribute(std::vector<Condition> conditions, Comm& comm);

  const CondensedTrace& trace_;
  const TimeWindows& windows_;
  std::vector<std::vector<ClockPoint>> points_;  ///< Holds points per local location.
  std::vector<size_t> first_node_;  ///< Holds the first node of each location, and one past the last.
  std::vector<Ends> ends_;          ///< Holds ends per local location.
  size_t ranks_;
  std::vector<DependenceEnd> meetings_;  ///< Lists the meetings, sorted.
  Edges outgoing_;
  Edges incoming_;
};

}  // namespace latecomer::analyze
