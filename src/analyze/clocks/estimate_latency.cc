// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How long a message takes at least.
//
// The problem: clocks that disagree make messages one way too fast and the other way too slow.
//
//     clock of b is ahead by 5:   a -> b seems to take 7,   b -> a seems to take -3
//
// The idea: an offset between two clocks adds to one direction what it takes from the other, so half the sum
// of the fastest message each way is what one way takes, whatever the offset. The least over all pairs of
// nodes is taken, because the fastest messages of a pair may all have waited for their receivers. Within a
// node there is one clock.
//
// Cost: O(messages), one exchange of all pairs of nodes that talk to each other.

#include "analyze/clocks/estimate_latency.h"

#include <algorithm>
#include <map>

#include "analyze/clocks/check_clocks.h"
#include "analyze/condense/mark_times.h"

namespace latecomer::analyze {

namespace {

/// The fastest message from one node to another.
struct Fastest {
  uint32_t from;
  uint32_t to;
  int64_t ticks;
};

std::map<NodePair, int64_t> fastest_here(const LocalTrace& trace, const Matches& matches) {
  std::map<NodePair, int64_t> fastest;
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    const trace::SystemNodeId to = node_of(trace.definitions, location.id);
    const std::vector<Ticks> received = mark_times(location, MarkKind::receive, location.receives.size());
    for (size_t i = 0; i < received.size(); ++i) {
      const Counterpart& send = matches.messages.of_receives[l][i];
      const bool between_locations = send.known() && send.owner != location.id;
      if (!between_locations || send.sent == Ticks::min() || received[i] == Ticks::max()) continue;
      const int64_t took = (received[i] - send.sent).count;
      const auto [entry, is_new] = fastest.try_emplace({node_of(trace.definitions, send.owner), to}, took);
      entry->second = std::min(entry->second, took);
    }
  }
  return fastest;
}

std::map<NodePair, int64_t> fastest_of_all(const LocalTrace& trace, const Matches& matches, Comm& comm) {
  std::vector<Fastest> mine;
  for (const auto& [pair, ticks] : fastest_here(trace, matches))
    mine.push_back({pair.first.value, pair.second.value, ticks});
  std::map<NodePair, int64_t> fastest;
  for (const Bytes& bytes : comm.all_gather(to_bytes<Fastest>(mine))) {
    for (const Fastest& each : from_bytes<Fastest>(bytes)) {
      const NodePair pair{trace::SystemNodeId(each.from), trace::SystemNodeId(each.to)};
      const auto [entry, is_new] = fastest.try_emplace(pair, each.ticks);
      entry->second = std::min(entry->second, each.ticks);
    }
  }
  return fastest;
}

}  // namespace

Latency estimate_latency(const LocalTrace& trace, const Matches& matches, Comm& comm) {
  const std::map<NodePair, int64_t> fastest = fastest_of_all(trace, matches, comm);
  int64_t within = INT64_MAX;
  int64_t between = INT64_MAX;
  for (const auto& [pair, ticks] : fastest) {
    if (pair.first == pair.second) {
      within = std::min(within, ticks);
      continue;
    }
    const auto back = fastest.find({pair.second, pair.first});
    if (back != fastest.end()) between = std::min(between, (ticks + back->second) / 2);
  }
  const auto seconds = [&](int64_t ticks) {
    return ticks == INT64_MAX
               ? 0.0
               : Ticks(std::max<int64_t>(ticks, 0)).seconds(trace.definitions.ticks_per_second);
  };
  return {.within = seconds(within), .between = seconds(between)};
}

}  // namespace latecomer::analyze
