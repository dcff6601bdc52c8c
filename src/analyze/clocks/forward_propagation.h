// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "analyze/clocks/clock_network.h"
#include "analyze/model/lowest_location.h"
#include "comm/comm.h"
#include "comm/small_messages.h"

// New times along dependences. Every location goes through its points. An effect has to wait until all its
// causes are through; whoever delivers the last of them sets the location going again; what it has for
// another rank travels as soon as the own rank can do no more. The time of an effect follows from those of
// its causes and of the point before, so the order in which locations are taken does not matter.
//
//     location a   point -> point -> point
//                               \\ edge: at least the latency
//     location b   point ---------> point (waits for the edge) -> point
//
// Cost: O(points + edges); a delivery for each edge between ranks. Those that depend on each other follow one
// after the other, without the other ranks.
namespace latecomer::analyze {

/// Carries what goes between nodes of this and other ranks.
template <class Bound>
class EdgeMessages {
 public:
  EdgeMessages(int own_rank, Comm& comm) : own_rank_(static_cast<uint32_t>(own_rank)), messages_(comm) {}

  void send(const Edge& edge, const Bound& bound) {
    if (edge.rank == own_rank_)
      here_.push_back({edge.node, bound});
    else
      messages_.send(edge.rank, {edge.node, bound});
  }
  /// Gives what is for this rank to `take`, which may send more, until no rank has anything left.
  template <class Take>
  void deliver_all(const Take& take) {
    do {
      while (!here_.empty()) {
        const Delivery delivery = here_.back();
        here_.pop_back();
        take(delivery.node, delivery.bound);
      }
      here_ = messages_.collect();
    } while (!here_.empty());
  }

 private:
  /// Is a bound on its way to the other end of an edge.
  struct Delivery {
    uint32_t node;
    Bound bound;
  };

  uint32_t own_rank_;
  SmallMessages<Delivery> messages_;
  std::vector<Delivery> here_;
};

template <class Step>
class ForwardPropagation {
 public:
  ForwardPropagation(const ClockNetwork& network, Comm& comm, Step& step)
      : network_(network),
        comm_(comm),
        step_(step),
        messages_(comm.rank(), comm),
        bounds_(network.nodes()),
        awaited_(network.nodes()),
        cursors_(network.locations()) {
    for (size_t node = 0; node < awaited_.size(); ++node) awaited_[node] = network.causes(node);
  }

  void run() {
    for (size_t l = 0; l < cursors_.size(); ++l) advance(l);
    for (size_t node = 0; node < awaited_.size(); ++node) {
      if (network_.is_meeting(node) && awaited_[node] == 0) pass_on(node, bounds_[node]);
    }
    while (true) {
      messages_.deliver_all([&](size_t node, const Bound& bound) { take(node, bound); });
      int64_t waiting[] = {0};
      for (size_t l = 0; l < cursors_.size(); ++l) waiting[0] += is_through(l) ? 0 : 1;
      comm_.sum(waiting);
      if (waiting[0] == 0) return;
      break_circle();
    }
  }

 private:
  using Bound = typename Step::Bound;

  bool is_through(size_t l) const { return cursors_[l] == network_.points(l).size(); }

  void take(size_t node, const Bound& bound) {
    if (awaited_[node] == 0) return;  // it has been given up
    if (bounds_[node] < bound) bounds_[node] = bound;
    if (--awaited_[node] > 0) return;
    if (network_.is_meeting(node)) return pass_on(node, bounds_[node]);
    const size_t l = network_.location_of(node);
    if (network_.node(l, cursors_[l]) == node) advance(l);
  }

  /// Goes on as far as the causes are known.
  void advance(size_t l) {
    size_t& cursor = cursors_[l];
    for (; cursor < network_.points(l).size(); ++cursor) {
      const size_t node = network_.node(l, cursor);
      if (awaited_[node] > 0) return;
      pass_on(node, step_.go_to(l, cursor, bounds_[node]));
    }
  }

  void pass_on(size_t node, const Bound& bound) {
    for (const Edge& edge : network_.outgoing(node))
      messages_.send(edge, step_.after(node, bound, edge.latency));
  }

  /// Breaks a circle of waiting locations: the location with the lowest id goes on without knowing.
  void break_circle() {
    const std::optional<size_t> lowest =
        lowest_location(network_.own_locations(), comm_, [&](size_t l) { return !is_through(l); });
    if (!lowest) return;
    awaited_[network_.node(*lowest, cursors_[*lowest])] = 0;
    advance(*lowest);
  }

  const ClockNetwork& network_;
  Comm& comm_;
  Step& step_;
  EdgeMessages<Bound> messages_;
  std::vector<Bound> bounds_;      ///< Holds bounds per node.
  std::vector<uint32_t> awaited_;  ///< Counts, per node, causes that are not through.
  std::vector<size_t> cursors_;    ///< Holds cursors per location.
};

/// Calls `step.go_to(location, point, bound)` for all points of the local locations, each after the one
/// before it and after all its causes; it returns the bound that the point is for its effects. A Step::Bound
/// says what an effect may not be earlier than: the largest is taken, at first no bound at all, and
/// `step.after(cause, bound, latency)` is what it is at the other end of an edge. Of causes that wait for
/// each other in a circle, one is given up. All ranks call it.
template <class Step>
void propagate_forward(const ClockNetwork& network, Comm& comm, Step& step) {
  ForwardPropagation<Step>(network, comm, step).run();
}

}  // namespace latecomer::analyze
