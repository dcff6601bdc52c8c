// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Which partitions of a message depend on which.
//
//     sender, 3 partitions    |   0   |   1   |   2   |      both sides divide the same data, each into equal
//     receiver, 2 partitions  |     0     |     1     |      parts: 0 depends on 0 and 1, 1 on 1 and 2
//
// What the threads of the sender did to make partitions ready travels to the receive that its message was
// matched with, and is joined there with what its threads did to see them arrive. Cost: O(edges), at most the
// sum of both numbers of partitions a message.

#include "analyze/match/match_partitions.h"

#include <span>

#include "analyze/match/partitions.h"

namespace latecomer::analyze {

namespace {

using trace::EventKind;

/// Is a partitioned send on its way to its receive; what was done to its partitions follows in a list.
struct Readiness {
  trace::LocationId receiver;
  uint32_t receive;
  uint32_t partitions;
};

/// Says, of the local locations' transfers in one direction, what was done to each partition, and to the
/// whole. Transfers are named by their location and the position in its details.
struct Uses {
  std::vector<std::vector<std::vector<PartitionUse>>> of_partitions;
  std::vector<std::vector<PartitionUse>> completions;
};

bool is_send(EventKind kind) {
  return kind == EventKind::pready || kind == EventKind::psend_complete;
}

Uses gather_uses(const CondensedTrace& trace, bool sends) {
  Uses uses;
  for (const CondensedLocation& location : trace.locations) {
    uses.of_partitions.emplace_back(location.details.size());
    uses.completions.emplace_back(location.details.size());
  }
  for (const CondensedLocation& location : trace.locations) {
    for (uint32_t u = 0; u < location.partitioned_uses.size(); ++u) {
      const PartitionedUse& use = location.partitioned_uses[u];
      if (!use.owner.valid() || is_send(use.kind) != sends) continue;
      const CondensedLocation& owner = trace[use.owner];
      const uint32_t transfer = (sends ? owner.sends : owner.receives)[use.message].detail;
      const PartitionUse here{location.id, u, use.time};
      if (use.kind == EventKind::psend_complete || use.kind == EventKind::precv_complete) {
        uses.completions[trace.local(use.owner)][transfer] = here;
        continue;
      }
      std::vector<PartitionUse>& partitions = uses.of_partitions[trace.local(use.owner)][transfer];
      partitions.resize(owner.details[transfer].partitions);
      PartitionUse& first = partitions[use.partition];
      if (!first.known() || use.time < first.time) first = here;
    }
  }
  return uses;
}

/// Finds the edges to one receive.
void join(const CondensedLocation& location, uint32_t receive, std::span<const PartitionUse> ready,
          std::span<const PartitionUse> arrived, const PartitionUse& completed,
          std::vector<PartitionEdge>& edges) {
  const Message& message = location.receives[receive];
  const MessageDetail* const detail = location.find_detail(message);
  const uint32_t senders = static_cast<uint32_t>(ready.size());
  for (uint32_t j = 0; j < detail->partitions; ++j) {
    const PartitionRange needed = dependent_partitions(j, detail->partitions, senders);
    for (uint32_t i = needed.first; i <= needed.last; ++i) {
      edges.push_back({receive, i, j,
                       shared_bytes(location.envelope_of(message).bytes, i, senders, j, detail->partitions),
                       ready[i], arrived.empty() ? PartitionUse() : arrived[j], completed});
    }
  }
}

}  // namespace

std::vector<std::vector<PartitionEdge>> match_partitions(const CondensedTrace& trace,
                                                         const MessageMatches& messages, Comm& comm) {
  const Uses sender_uses = gather_uses(trace, true);
  std::vector<std::vector<Readiness>> sends(static_cast<size_t>(comm.size()));
  std::vector<std::vector<PartitionUse>> uses(sends.size());
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    if (location.details.empty()) continue;
    for (size_t i = 0; i < location.sends.size(); ++i) {
      const MessageDetail* const detail = location.find_detail(location.sends[i]);
      if (!detail || detail->channel == 0 || detail->partitions == 0) continue;
      const MatchedReceive receive = messages.receive_of(trace, l, i);
      if (!receive.owner.valid()) continue;
      const size_t rank = trace.rank_of(receive.owner);
      std::vector<PartitionUse> ready = sender_uses.of_partitions[l][location.sends[i].detail];
      ready.resize(detail->partitions);
      sends[rank].push_back({receive.owner, receive.operation, detail->partitions});
      uses[rank].insert(uses[rank].end(), ready.begin(), ready.end());
    }
  }
  const std::vector<std::vector<Readiness>> arrived = exchange(comm, std::move(sends));
  const std::vector<std::vector<PartitionUse>> arrived_uses = exchange(comm, std::move(uses));

  const Uses receiver_uses = gather_uses(trace, false);
  std::vector<std::vector<PartitionEdge>> edges(trace.locations.size());
  for (size_t rank = 0; rank < arrived.size(); ++rank) {
    size_t next = 0;
    for (const Readiness& send : arrived[rank]) {
      const std::span<const PartitionUse> ready =
          std::span(arrived_uses[rank]).subspan(next, send.partitions);
      next += send.partitions;
      const size_t l = trace.local(send.receiver);
      const uint32_t transfer = trace.locations[l].receives[send.receive].detail;
      if (transfer == kNoDetail) continue;
      join(trace.locations[l], send.receive, ready, receiver_uses.of_partitions[l][transfer],
           receiver_uses.completions[l][transfer], edges[l]);
    }
  }
  return edges;
}

}  // namespace latecomer::analyze
