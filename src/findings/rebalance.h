// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "findings/neighbours.h"

namespace latecomer::findings {

/// Holds how long each process works in each iteration, in seconds: by process, then iteration; 0 where it
/// has nothing of the work.
using Loads = std::vector<std::vector<double>>;

/// Says when work moves, and what is known then. Iterations are divided into blocks; at the begin of each,
/// it is decided who does what until its end.
struct Strategy {
  size_t every = 1;  ///< Is how many iterations a block has; the last one can have fewer.
  /// Says that what a block takes is known before; else what the block before it took is all that is known,
  /// and the first one is as recorded.
  bool is_foreseen = false;
};

struct MovingCosts {
  double grain = 0;      ///< Is the smallest piece that can move, in seconds for each iteration; 0: any.
  double migration = 0;  ///< Is what a process that gives or takes work loses each time, in seconds.
};

/// Says how much of one process's work another one does.
struct MovedWork {
  size_t from;
  size_t to;
  double seconds;
};

/// Is what becomes of loads when work moves.
struct Rebalanced {
  Loads loads;                   ///< Has what migrations cost as well.
  std::vector<MovedWork> moved;  ///< Has all iterations together, the largest first.
  size_t migrations = 0;         ///< Counts how often a process gave or took work.
  double cost = 0;               ///< Is what these cost all processes, in seconds.

  double moved_seconds() const;
};

/// Moves work between any processes or, if they are said, between neighbours. No process gets work of an
/// iteration in which it has nothing.
Rebalanced rebalance(const Loads& recorded, const Strategy& strategy, const MovingCosts& costs,
                     const std::optional<Neighbours>& neighbours);

/// Returns the mean load / the largest one, of all iterations together: 1 where all processes that have any
/// load have the same in each.
double balance_of(const Loads& loads);
double total_of(const Loads& loads);

/// Returns what is tried for so many iterations: once and each iteration, both foreseen, and every `every`
/// ones, else every one and every ten, where these are fewer than all.
std::vector<Strategy> strategies_for(size_t iterations, std::optional<size_t> every);

/// Is a strategy with what it gives.
struct TriedStrategy {
  Strategy strategy;
  Rebalanced rebalanced;
  double run_seconds = 0;  ///< Is how long the run would take.
};

/// Says what moving work would gain.
struct Rebalancing {
  std::string path;                      ///< Is what the work is, as it was asked for.
  std::vector<int64_t> ranks;            ///< Holds the ranks of the processes.
  std::vector<std::string> phases;       ///< Names the iterations; empty where they are n-th visits.
  std::optional<Neighbours> neighbours;  ///< Says between whom work moves; nothing: any.
  MovingCosts costs;
  Loads recorded;
  double run_seconds = 0;
  std::vector<TriedStrategy> tried;

  size_t iterations() const { return recorded.empty() ? 0 : recorded.front().size(); }
  bool is_once(const Strategy& strategy) const {
    return strategy.is_foreseen && strategy.every == iterations();
  }
  bool pays(const TriedStrategy& each) const { return each.run_seconds < run_seconds; }
  double gain(const TriedStrategy& each) const {
    return run_seconds > 0 ? (run_seconds - each.run_seconds) / run_seconds : 0;
  }
  /// Returns the one with the shortest run, of those that a program could follow: not the one that knows each
  /// iteration before.
  const TriedStrategy& best() const;
};

/// Returns all of it as JSON in lines, whose keys docs/json.md explains.
std::string to_json(const Rebalancing& rebalancing);

}  // namespace latecomer::findings
