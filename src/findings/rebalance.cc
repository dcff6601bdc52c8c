// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What becomes of loads when work moves between processes.
//
// The problem: a load balancer decides with what it has seen. Where the imbalance stays where it is, that is
// as good as knowing what comes; where it moves on, work goes to those who have most in the next iteration.
//
//     recorded           process 0:  [ 3 ]  [1]          work of process 0 that process 1 does from
//                        process 1:  [1]  [ 3 ]          the second iteration on: a third, as 3 and
//                                                        1 become 2 and 2 by that
//     every iteration    process 0:  [ 3 ]  [2/3]
//                        process 1:  [1]  [3 + 1/3]      the first iteration is as recorded
//
// The idea: at the begin of each block of iterations it is decided which part of each process's work is done
// by which other one, so that what is known of loads, those of the block before, become equal. That is
// decided anew each time, from how the work was distributed when it was recorded. In the iterations of the
// block, each part takes the time that it took where it was recorded, so that what a process does then is a
// mixture.
//
// Between any processes: those above the mean give to those below it, both in the order of ranks, so that
// what stays as it was stays where it is. Between neighbours, as in diffusion: each pair evens out, one pair
// after the other, in four sweeps over all pairs. What comes from one neighbour can go on to the next one.
// Only whole pieces move: what is less than the next multiple of the grain stays.
//
// Cost: O(processes + moved parts) for each iteration; between neighbours, O(pairs x parts of a process) for
// each block as well.

#include "findings/rebalance.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace latecomer::findings {

namespace {

constexpr int kSweeps = 4;
constexpr double kSameShare = 1e-6;  // shares that differ by less are the same

/// Is the part of a process's work that some process does.
struct Part {
  size_t owner;
  double share;
};
using Parts = std::vector<Part>;  // by owner

double share_of(const Parts& parts, size_t owner) {
  const auto found = std::ranges::lower_bound(parts, owner, {}, &Part::owner);
  return found != parts.end() && found->owner == owner ? found->share : 0;
}

void add(Parts& parts, const Part& part) {
  const auto found = std::ranges::lower_bound(parts, part.owner, {}, &Part::owner);
  if (found != parts.end() && found->owner == part.owner)
    found->share += part.share;
  else
    parts.insert(found, part);
}

/// Says who does which parts of whose work.
class Distribution {
 public:
  /// Everybody does their own work, which takes so long.
  Distribution(std::vector<double> loads, double grain)
      : own_(loads), loads_(std::move(loads)), grain_(grain) {
    for (size_t p = 0; p < loads_.size(); ++p) parts_.push_back({{p, 1}});
  }

  void even_out_all() {
    const double sum = std::accumulate(loads_.begin(), loads_.end(), 0.0);
    const auto working = std::ranges::count_if(loads_, [](double load) { return load > 0; });
    const double mean = working > 0 ? sum / static_cast<double>(working) : 0;
    std::vector<std::pair<size_t, double>> givers;
    std::vector<std::pair<size_t, double>> takers;
    for (size_t p = 0; p < loads_.size(); ++p) {
      if (loads_[p] > mean) givers.emplace_back(p, loads_[p] - mean);
      if (loads_[p] > 0 && loads_[p] < mean) takers.emplace_back(p, mean - loads_[p]);
    }
    auto giver = givers.begin();
    auto taker = takers.begin();
    while (giver != givers.end() && taker != takers.end()) {
      const double most = whole_pieces(std::min(giver->second, taker->second));
      move(giver->first, taker->first, most);
      giver->second -= most;
      taker->second -= most;
      if (giver->second < taker->second)
        ++giver;
      else
        ++taker;
    }
  }

  void even_out(const Neighbours& neighbours) {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (const auto& [a, b] : neighbours.pairs) {
        if (loads_[a] <= 0 || loads_[b] <= 0) continue;
        const auto [less, more] = loads_[a] < loads_[b] ? std::pair(a, b) : std::pair(b, a);
        move(more, less, whole_pieces((loads_[more] - loads_[less]) / 2));
      }
    }
  }

  const Parts& of(size_t process) const { return parts_[process]; }

  /// Returns whether a process neither gives nor takes work when this distribution follows another one. As
  /// many pieces can be other shares of other loads.
  bool is_same(size_t process, const Distribution& before) const {
    const double least = grain_ > 0 ? grain_ / 2 : kSameShare;
    const auto differs = [&](const Part& part) {
      return std::abs(moved(process, part.owner) - before.moved(process, part.owner)) >= least;
    };
    return std::ranges::none_of(parts_[process], differs) &&
           std::ranges::none_of(before.parts_[process], differs);
  }

 private:
  /// Returns what a process does of another one's work, or what others do of its own: in seconds, or, where
  /// any part can move, as a share.
  double moved(size_t process, size_t owner) const {
    const double share = share_of(parts_[process], owner);
    return (owner == process ? 1 - share : share) * (grain_ > 0 ? own_[owner] : 1);
  }

  double whole_pieces(double seconds) const {
    constexpr double kRounding = 1e-9;  // 0.3 s are three pieces of 0.1 s
    return grain_ > 0 ? std::min(seconds, std::floor(seconds / grain_ + kRounding) * grain_) : seconds;
  }

  void move(size_t from, size_t to, double seconds) {
    if (seconds <= 0) return;
    const double part = std::min(seconds / loads_[from], 1.0);
    for (Part& each : parts_[from]) {
      add(parts_[to], {each.owner, part * each.share});
      each.share *= 1 - part;
    }
    loads_[from] -= seconds;
    loads_[to] += seconds;
  }

  std::vector<double> own_;    ///< Holds how long each process's own work takes.
  std::vector<double> loads_;  ///< Holds how long takes what each process does.
  double grain_;
  std::vector<Parts> parts_;  ///< Holds what each process does.
};

class Rebalancer {
 public:
  Rebalancer(const Loads& recorded, const Strategy& strategy, const MovingCosts& costs,
             const std::optional<Neighbours>& neighbours)
      : recorded_(recorded), strategy_(strategy), costs_(costs), neighbours_(neighbours) {
    for (const std::vector<double>& each : recorded) result_.loads.emplace_back(each.size());
  }

  Rebalanced run() {
    const size_t iterations = recorded_.empty() ? 0 : recorded_.front().size();
    Distribution now(std::vector<double>(recorded_.size()), costs_.grain);
    for (size_t begin = 0; begin < iterations; begin += strategy_.every) {
      const size_t end = std::min(begin + strategy_.every, iterations);
      if (strategy_.is_foreseen || begin > 0) {
        Distribution next = strategy_.is_foreseen ? distribution_by(begin, end)
                                                  : distribution_by(begin - strategy_.every, begin);
        migrate(now, next, begin, end);
        now = std::move(next);
      }
      for (size_t i = begin; i < end; ++i) work(now, i);
    }
    for (const auto& [between, seconds] : moved_)
      result_.moved.push_back({between.first, between.second, seconds});
    std::ranges::stable_sort(result_.moved, std::greater(), &MovedWork::seconds);
    return std::move(result_);
  }

 private:
  Distribution distribution_by(size_t begin, size_t end) const {
    std::vector<double> means;
    for (const std::vector<double>& each : recorded_) {
      double sum = 0;
      for (size_t i = begin; i < end; ++i) sum += each[i];
      means.push_back(sum / static_cast<double>(end - begin));
    }
    Distribution distribution(std::move(means), costs_.grain);
    if (neighbours_)
      distribution.even_out(*neighbours_);
    else
      distribution.even_out_all();
    return distribution;
  }

  /// Who gives or takes work pays for it in the first iteration of the block in which it has any.
  void migrate(const Distribution& before, const Distribution& after, size_t begin, size_t end) {
    for (size_t p = 0; p < recorded_.size(); ++p) {
      if (after.is_same(p, before)) continue;
      ++result_.migrations;
      size_t i = begin;
      while (i < end && recorded_[p][i] <= 0) ++i;
      if (i == end) continue;
      result_.loads[p][i] += costs_.migration;
      result_.cost += costs_.migration;
    }
  }

  void work(const Distribution& distribution, size_t i) {
    for (size_t p = 0; p < recorded_.size(); ++p) {
      for (const Part& part : distribution.of(p)) {
        const double seconds = part.share * recorded_[part.owner][i];
        if (seconds <= 0) continue;
        const size_t who = recorded_[p][i] > 0 ? p : part.owner;
        result_.loads[who][i] += seconds;
        if (who != part.owner) moved_[{part.owner, who}] += seconds;
      }
    }
  }

  const Loads& recorded_;
  const Strategy strategy_;
  const MovingCosts costs_;
  const std::optional<Neighbours>& neighbours_;
  std::map<std::pair<size_t, size_t>, double> moved_;
  Rebalanced result_;
};

}  // namespace

double Rebalanced::moved_seconds() const {
  return std::accumulate(moved.begin(), moved.end(), 0.0,
                         [](double sum, const MovedWork& each) { return sum + each.seconds; });
}

Rebalanced rebalance(const Loads& recorded, const Strategy& strategy, const MovingCosts& costs,
                     const std::optional<Neighbours>& neighbours) {
  return Rebalancer(recorded, strategy, costs, neighbours).run();
}

double total_of(const Loads& loads) {
  double sum = 0;
  for (const std::vector<double>& each : loads) sum += std::accumulate(each.begin(), each.end(), 0.0);
  return sum;
}

double balance_of(const Loads& loads) {
  const auto works = [](const std::vector<double>& each) {
    return std::ranges::any_of(each, [](double load) { return load > 0; });
  };
  const auto working = std::ranges::count_if(loads, works);
  double largest = 0;
  for (size_t i = 0; !loads.empty() && i < loads.front().size(); ++i) {
    double most = 0;
    for (const std::vector<double>& each : loads) most = std::max(most, each[i]);
    largest += most;
  }
  return largest > 0 ? total_of(loads) / static_cast<double>(working) / largest : 1;
}

std::vector<Strategy> strategies_for(size_t iterations, std::optional<size_t> every) {
  constexpr size_t kSome = 10;
  std::vector<Strategy> strategies = {{iterations, true}};
  for (const size_t each : every ? std::vector{*every} : std::vector{size_t{1}, kSome})
    if (each < iterations) strategies.push_back({each, false});
  if (iterations > 1) strategies.push_back({1, true});
  return strategies;
}

const TriedStrategy& Rebalancing::best() const {
  const TriedStrategy* best = &tried.front();
  for (const TriedStrategy& each : tried) {
    const bool is_possible = !each.strategy.is_foreseen || is_once(each.strategy);
    if (is_possible && each.run_seconds < best->run_seconds) best = &each;
  }
  return *best;
}

}  // namespace latecomer::findings
