// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "random/disturbed_clocks.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace latecomer::tests {

namespace {

using trace::Event;
using trace::LocationId;
using Contents = std::vector<trace::MemoryTrace::LocationContent>;

/// Says what a clock shows: it is linear between knots, and so beyond them.
class LocalClock {
 public:
  struct Knot {
    double time;
    double shown;
  };
  explicit LocalClock(std::vector<Knot> knots) : knots_(std::move(knots)) {}

  int64_t at(int64_t time) const {
    size_t after = 1;
    while (after + 1 < knots_.size() && static_cast<double>(time) > knots_[after].time) ++after;
    const Knot& from = knots_[after - 1];
    const Knot& to = knots_[after];
    const double part = (static_cast<double>(time) - from.time) / (to.time - from.time);
    return std::llround(from.shown + part * (to.shown - from.shown));
  }

 private:
  std::vector<Knot> knots_;
};

class Disturbance {
 public:
  Disturbance(const trace::MemoryTrace& truth, const ClockErrors& errors, uint64_t seed)
      : errors_(errors),
        origin_(std::llround(30 * errors.size)),
        random_(seed),
        definitions_(truth.definitions()) {
    for (size_t l = 0; l < definitions_.locations.size(); ++l) {
      contents_.push_back({truth.events(LocationId(l)), {}});
      for (const Event& event : contents_.back().events) end_ = std::max(end_, event.time.count);
    }
    if (errors.owner != ClockOwner::location) deal_to_nodes();
  }

  std::unique_ptr<trace::MemoryTrace> record() && {
    if (errors_.owner != ClockOwner::location) {
      for (size_t node = 0; node < nodes_; ++node) clocks_.push_back(random_clock(node == 0));
    } else {
      for (size_t l = 0; l < contents_.size(); ++l) clocks_.push_back(random_clock(l == 0));
    }
    record_events();
    measure_offsets();
    return std::make_unique<trace::MemoryTrace>(std::move(definitions_), std::move(contents_));
  }

 private:
  uint64_t pick(uint64_t below) { return std::uniform_int_distribution<uint64_t>(0, below - 1)(random_); }
  double up_to(double size) { return std::uniform_real_distribution(-size, size)(random_); }

  /// Distributes processes to two nodes or more, of at least one process each: neighbours together, or in
  /// turn.
  void deal_to_nodes() {
    const size_t processes = definitions_.location_groups.size();
    nodes_ = processes < 2 ? 1 : 2 + pick(processes - 1);
    const bool in_turn = pick(2) == 0;
    definitions_.system_nodes = {{"machine", "machine", trace::SystemNodeId()}};
    for (size_t node = 0; node < nodes_; ++node)
      definitions_.system_nodes.push_back({"node" + std::to_string(node), "node", trace::SystemNodeId(0)});
    for (size_t p = 0; p < processes; ++p) {
      node_of_process_.push_back(in_turn ? p % nodes_ : p * nodes_ / processes);
      definitions_.location_groups[p].parent = trace::SystemNodeId(1 + node_of_process_.back());
    }
  }

  size_t process_of(size_t location) const { return definitions_.locations[location].group.index(); }
  const LocalClock& clock_of(size_t location) const {
    return clocks_[errors_.owner == ClockOwner::location ? location : node_of_process_[process_of(location)]];
  }

  /// Returns a clock that never runs at less than a fifth of the right speed, however large the errors.
  LocalClock random_clock(bool is_reference) {
    const double length = static_cast<double>(std::max<int64_t>(end_, 1));
    const double origin = static_cast<double>(origin_);
    if (is_reference) return LocalClock({{0, origin}, {length, origin + length}});
    const double offset = up_to(20 * errors_.size);
    const double drift = up_to(std::min(5 * errors_.size / length, 0.1));
    std::vector<double> times = {0};
    const size_t changes = 1 + pick(3);
    for (size_t i = 0; i < changes; ++i)
      times.push_back(length * (static_cast<double>(i) + 1 + up_to(0.3)) /
                      (static_cast<double>(changes) + 1));
    times.push_back(length);
    std::vector<LocalClock::Knot> knots;
    for (const double time : times) {
      double shown = origin + time + offset + drift * time + up_to(errors_.size);
      if (!knots.empty()) shown = std::max(shown, knots.back().shown + 0.2 * (time - knots.back().time));
      knots.push_back({time, shown});
    }
    return LocalClock(std::move(knots));
  }

  /// Returns the number of whoever has the clock that the location reads.
  size_t owner_of(size_t location) const {
    if (errors_.owner == ClockOwner::location) return location;
    return errors_.owner == ClockOwner::node ? node_of_process_[process_of(location)] : process_of(location);
  }

  /// Sets recorded times. Where locations share a clock, what one does with another's request comes after
  /// what the other did before, also by that clock: a few ticks, so that no interpolation brings them
  /// together.
  void record_events() {
    constexpr int64_t kLeast = 4;
    std::vector<std::tuple<size_t, int64_t, size_t, size_t>> order;  // group, true time, location, position
    for (size_t l = 0; l < contents_.size(); ++l) {
      const size_t group = owner_of(l);
      for (size_t i = 0; i < contents_[l].events.size(); ++i)
        order.emplace_back(group, contents_[l].events[i].time.count, l, i);
    }
    std::sort(order.begin(), order.end());
    size_t last_group = SIZE_MAX;
    int64_t last_time = 0;
    int64_t last_shown = 0;
    for (const auto& [group, time, location, position] : order) {
      int64_t shown = clock_of(location).at(time) + std::llround(up_to(errors_.size / 10));
      if (group == last_group) shown = std::max(shown, last_shown + std::min(time - last_time, kLeast));
      // Of what happened at one time, any can depend on any other.
      const bool at_once = group == last_group && time == last_time;
      if (at_once && errors_.owner == ClockOwner::node) shown = last_shown;
      contents_[location].events[position].time = Ticks(shown);
      last_group = group;
      last_time = time;
      last_shown = shown;
    }
  }

  void measure_offsets() {
    definitions_.clock_offsets.assign(contents_.size(), {});
    size_t measured_process = SIZE_MAX;
    for (size_t l = 0; l < contents_.size(); ++l) {
      if (errors_.owner != ClockOwner::location && process_of(l) == measured_process) {
        definitions_.clock_offsets[l] = definitions_.clock_offsets[l - 1];
        continue;
      }
      measured_process = process_of(l);
      const int64_t records = 2 + static_cast<int64_t>(pick(4));
      for (int64_t i = 0; i < records; ++i) {
        const int64_t time = end_ * i / (records - 1);
        const int64_t shown = clock_of(l).at(time);
        const int64_t measured = origin_ + time - shown + std::llround(up_to(errors_.size / 10));
        definitions_.clock_offsets[l].push_back({Ticks(shown), measured, 0});
      }
    }
  }

  const ClockErrors errors_;
  /// Is what the reference clock shows at time 0, so that no clock shows less than 0.
  const int64_t origin_;
  std::mt19937_64 random_;
  trace::Definitions definitions_;
  Contents contents_;
  int64_t end_ = 0;  ///< Is the true time of the last event.
  size_t nodes_ = 0;
  std::vector<size_t> node_of_process_;
  std::vector<LocalClock> clocks_;  ///< Has the clock of each node or location.
};

}  // namespace

std::unique_ptr<trace::MemoryTrace> with_fine_ticks(const trace::MemoryTrace& trace) {
  trace::Definitions definitions = trace.definitions();
  definitions.ticks_per_second *= kFineTicks;
  Contents contents;
  for (size_t l = 0; l < definitions.locations.size(); ++l) {
    contents.push_back({trace.events(LocationId(l)), {}});
    for (Event& event : contents.back().events) event.time.count *= kFineTicks;
  }
  return std::make_unique<trace::MemoryTrace>(std::move(definitions), std::move(contents));
}

std::unique_ptr<trace::MemoryTrace> disturb_clocks(const trace::MemoryTrace& truth, const ClockErrors& errors,
                                                   uint64_t seed) {
  return Disturbance(truth, errors, seed).record();
}

}  // namespace latecomer::tests
