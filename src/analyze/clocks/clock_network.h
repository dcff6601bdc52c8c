// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analyze/clocks/clock_conditions.h"
#include "analyze/clocks/clock_points.h"
#include "analyze/clocks/time_windows.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says where an edge from a node goes to, or for incoming ones, where it comes from: a node of some rank. A
/// cause and its effect are at least `latency` apart.
struct Edge {
  uint32_t rank;
  uint32_t node;
  Ticks latency;
};

/// Says what has to happen before what, within windows of time. Nodes are points of all local locations, and
/// behind them meetings. It takes 16 bytes an edge and direction, and 32 bytes a node. It does not need the
/// trace any more that it was made of.
class ClockNetwork {
 public:
  /// Says which points are nodes.
  enum class Nodes : uint8_t {
    all_points,  ///< Also has incoming edges.
    /// Are the first and the last point of each location, and those that conditions name, which can be
    /// releases.
    ends,
  };
  static constexpr uint32_t kNoNode = UINT32_MAX;

  /// Makes the network. All ranks call it, with the same windows.
  ClockNetwork(const CondensedTrace& trace, const TimeWindows& windows, std::vector<Condition> conditions,
               Nodes nodes, Comm& comm);

  const TimeWindows& windows() const { return windows_; }
  const std::vector<ClockPoint>& points(size_t location) const { return points_[location]; }
  std::vector<std::vector<ClockPoint>> take_points() { return std::move(points_); }
  /// Returns when the point before that of a node was, whether that is a node or not; its own time at the
  /// first.
  Ticks time_before(size_t location, size_t point) const { return before_[location][point]; }
  size_t locations() const { return points_.size(); }
  /// Returns the positions of the local locations among all.
  Range own_locations() const { return own_locations_; }
  size_t nodes() const { return first_node_.back() + meetings_.size(); }
  size_t node(size_t location, size_t point) const { return first_node_[location] + point; }
  bool is_meeting(size_t node) const { return node >= first_node_.back(); }
  bool is_meeting_of_collective(size_t node) const {
    return is_meeting(node) && meetings_[node - first_node_.back()].kind != DependenceEnd::Kind::team;
  }
  /// Returns the location of a node that is a point, as a position in the local ones.
  size_t location_of(size_t node) const;
  /// Returns whether a condition says that its effect waited for it.
  bool is_awaited(size_t node) const { return is_awaited_[node]; }

  std::span<const Edge> outgoing(size_t node) const { return outgoing_.of(node); }
  std::span<const Edge> incoming(size_t node) const { return incoming_.of(node); }
  /// Counts causes of a node; it is known whether there are incoming edges or not.
  uint32_t causes(size_t node) const { return causes_[node]; }

 private:
  /// Holds edges by node.
  class Edges {
   public:
    void count(size_t node) { ++first_[node + 1]; }
    void add(size_t node, const Edge& edge) { list_[first_[node]++] = edge; }
    void start(size_t nodes) { first_.assign(nodes + 1, 0); }
    void sum_up();
    void finish();
    std::span<const Edge> of(size_t node) const {
      return std::span(list_).subspan(first_[node], first_[node + 1] - first_[node]);
    }

   private:
    std::vector<Edge> list_;
    std::vector<uint32_t> first_;  ///< Holds the first edge of each node, and one past the last.
  };

  class Builder;

  TimeWindows windows_;
  Range own_locations_;
  std::vector<std::vector<ClockPoint>> points_;  ///< Holds those that are nodes, per local location.
  std::vector<std::vector<Ticks>> before_;       ///< Holds for each of them the time of the point before.
  std::vector<size_t> first_node_;       ///< Holds the first node of each location, and one past the last.
  std::vector<DependenceEnd> meetings_;  ///< Lists the meetings, sorted.
  std::vector<bool> is_awaited_;
  std::vector<uint32_t> causes_;
  Edges outgoing_;
  Edges incoming_;
};

}  // namespace latecomer::analyze
