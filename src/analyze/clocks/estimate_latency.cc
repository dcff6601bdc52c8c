// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How long a message takes at least.
//
// The problem: clocks that disagree make messages one way too fast and the other way too slow.
//
//     clock of b is ahead by 5:   a -> b seems to take 7,   b -> a seems to take -3
//
// The idea: an offset between two clocks adds to one direction what it takes from the other, so half the sum
// of the fastest message each way is what one way takes, whatever the offset. The least over all pairs is
// taken, because the fastest messages of a pair may all have waited for their receivers. Pairs are nodes,
// whose processes share a clock; within a node they are processes, in case they do not.
//
// Cost: O(messages), one exchange of all pairs that talk to each other.

#include "analyze/clocks/estimate_latency.h"

#include <algorithm>
#include <map>

#include "analyze/clocks/check_clocks.h"

namespace latecomer::analyze {

namespace {

/// Is two nodes, or two processes of one node.
struct Direction {
  bool within = false;
  uint32_t from = 0;
  uint32_t to = 0;
  auto operator<=>(const Direction&) const = default;
  Direction back() const { return {within, to, from}; }
};

/// Holds times in ticks.
using FastestMessages = std::map<Direction, int64_t>;

void note(FastestMessages& fastest, const Direction& direction, int64_t ticks) {
  const auto [entry, is_new] = fastest.try_emplace(direction, ticks);
  entry->second = std::min(entry->second, ticks);
}

Direction direction_of(const CondensedTrace& trace, trace::LocationId from, trace::LocationId to) {
  const trace::SystemNodeId from_node = node_of(trace.definitions, from);
  const trace::SystemNodeId to_node = node_of(trace.definitions, to);
  if (from_node != to_node) return {false, from_node.value, to_node.value};
  return {true, trace.process_of(from).value, trace.process_of(to).value};
}

FastestMessages fastest_here(const Dependences& dependences) {
  const CondensedTrace& trace = dependences.trace();
  FastestMessages fastest;
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const trace::LocationId id = trace.locations[l].id;
    dependences.for_each_message(l, [&](const Dependence& each, LocalOperation) {
      const bool is_own_message = each.kind == DependenceKind::message && each.effect.location == id.value;
      if (is_own_message && trace.process_of(each.caused_by) != trace.process_of(id))
        note(fastest, direction_of(trace, each.caused_by, id), (each.effected - each.caused).count);
    });
  }
  return fastest;
}

FastestMessages fastest_of_all(const Dependences& dependences, Comm& comm) {
  struct Entry {
    Direction direction;
    int64_t ticks;
  };
  std::vector<Entry> mine;
  for (const auto& [direction, ticks] : fastest_here(dependences)) mine.push_back({direction, ticks});
  FastestMessages fastest;
  for (const Bytes& bytes : comm.all_gather(to_bytes<Entry>(mine))) {
    for (const Entry& each : from_bytes<Entry>(bytes)) note(fastest, each.direction, each.ticks);
  }
  return fastest;
}

}  // namespace

Latency estimate_latency(const Dependences& dependences, Comm& comm) {
  const FastestMessages fastest = fastest_of_all(dependences, comm);
  int64_t within = INT64_MAX;
  int64_t between = INT64_MAX;
  for (const auto& [direction, ticks] : fastest) {
    const auto back = fastest.find(direction.back());
    if (back == fastest.end()) continue;
    int64_t& least = direction.within ? within : between;
    least = std::min(least, (ticks + back->second) / 2);
  }
  const auto seconds = [&](int64_t ticks) {
    return ticks == INT64_MAX
               ? 0.0
               : Ticks(std::max<int64_t>(ticks, 0)).seconds(dependences.trace().definitions.ticks_per_second);
  };
  return {.within = seconds(within), .between = seconds(between)};
}

}  // namespace latecomer::analyze
