// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "analyze/clocks/clock_options.h"
#include "analyze/clocks/clock_points.h"
#include "analyze/match/matches.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// An end of a clock condition, as every rank can name it.
struct ConditionEnd {
  enum class Kind : uint8_t {
    send,              ///< operation: position in the location's sends, and so on
    receive,           ///< its completion, on whatever thread
    probe,             ///< in the probes
    partition,         ///< in the partitioned uses
    collective_start,  ///< in the collectives: the enter of the call that started it
    collective_end,
    fork,           ///< in the forks
    join,           ///< in the forks
    team_begin,     ///< in the team parts
    team_end,       ///< in the team parts
    barrier_enter,  ///< in the team barriers
    barrier_leave,
    receive_start,  ///< in the receives: the enter of the call that started it
    send_leave,     ///< in the sends: the leave of the call that completed it
    junction,       ///< operation: of the rank that `location` stands for
  };
  static constexpr size_t kKinds = 15;

  uint32_t location;
  uint32_t operation;
  Kind kind;
};

/// Where an edge from a node goes to, or for incoming ones, where it comes from. A cause and its effect are
/// at least `latency` apart.
struct Edge {
  size_t node;
  ConditionEnd other;
  Ticks latency;
};

/// What has to happen before what. Nodes are the points of all local locations, and behind them junctions:
/// where everybody waits for everybody, causes lead to one junction and from there to all effects, so that n
/// members need 2n edges. Besides the conditions that are checked, a synchronous send ends no earlier than
/// its receive begins: no reason to correct anything, but what is corrected keeps to it. Exists only where
/// clocks have to be corrected; 64 bytes an edge.
class ClockNetwork {
 public:
  static constexpr size_t kNoNode = SIZE_MAX;

  ClockNetwork(const CondensedTrace& trace, const CommMembers& members, const Matches& matches,
               const Latency& latency, Comm& comm);

  const std::vector<ClockPoint>& points(size_t location) const { return points_[location]; }
  size_t locations() const { return points_.size(); }
  size_t nodes() const { return first_node_.back() + junctions_; }
  size_t node(size_t location, size_t point) const { return first_node_[location] + point; }
  /// When a point was recorded.
  Ticks time(size_t node) const {
    const size_t location = location_of(node);
    return points_[location][node - first_node_[location]].time;
  }
  bool is_junction(size_t node) const { return node >= first_node_.back(); }
  /// The location of a node that is a point, as a position in the local ones.
  size_t location_of(size_t node) const;
  /// Here; kNoNode if there is no such event in the trace.
  size_t find(const ConditionEnd& end) const;
  size_t rank_of(const ConditionEnd& end) const;

  std::span<const Edge> outgoing(size_t node) const { return outgoing_.of(node); }
  std::span<const Edge> incoming(size_t node) const { return incoming_.of(node); }

 private:
  friend class NetworkBuilder;

  /// By node.
  struct Edges {
    std::vector<Edge> list;
    std::vector<size_t> first;  ///< of each node, and one past the last

    void sort(size_t nodes);
    std::span<const Edge> of(size_t node) const {
      return std::span(list).subspan(first[node], first[node + 1] - first[node]);
    }
  };

  void add_points();
  void add_ends(size_t location);

  const CondensedTrace& trace_;
  std::vector<std::vector<ClockPoint>> points_;  ///< per local location
  std::vector<size_t> first_node_;               ///< of each location, and one past the last
  /// Per local location, by kind and operation.
  std::vector<std::array<std::vector<size_t>, ConditionEnd::kKinds>> node_of_end_;
  size_t junctions_ = 0;
  Edges outgoing_;
  Edges incoming_;
};

}  // namespace latecomer::analyze
