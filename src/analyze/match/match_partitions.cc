// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Which partitions of a message depend on which.
//
//     sender, 3 partitions    |   0   |   1   |   2   |      both sides divide the same data, each into equal
//     receiver, 2 partitions  |     0     |     1     |      parts: 0 depends on 0 and 1, 1 on 1 and 2
//
// The sender's times of readiness travel to the receive that its message was matched with, and are joined
// there with the times of arrival. Cost: O(edges), at most the sum of both numbers of partitions a message.

#include "analyze/match/match_partitions.h"

#include <span>

#include "analyze/match/partitions.h"

namespace latecomer::analyze {

namespace {

/// A partitioned send on its way to its receive; its times of readiness follow in a list beside it.
struct Readiness {
  trace::LocationId receiver;
  uint32_t receive;
  uint32_t partitions;
};

std::span<const Ticks> partition_times(const CondensedLocation& location, const MessageDetail& detail) {
  return std::span(location.partition_times).subspan(detail.first_partition_time, detail.partitions);
}

/// The edges to one receive.
void join(const CondensedLocation& location, uint32_t receive, std::span<const Ticks> ready,
          std::vector<PartitionEdge>& edges) {
  const Message& message = location.receives[receive];
  const MessageDetail* const detail = location.find_detail(message);
  if (!detail || ready.empty()) return;
  const std::span<const Ticks> arrived = partition_times(location, *detail);
  const uint32_t senders = static_cast<uint32_t>(ready.size());
  for (uint32_t j = 0; j < detail->partitions; ++j) {
    const PartitionRange needed = dependent_partitions(j, detail->partitions, senders);
    for (uint32_t i = needed.first; i <= needed.last; ++i) {
      edges.push_back({receive, i, j, shared_bytes(message.bytes, i, senders, j, detail->partitions),
                       ready[i], arrived[j]});
    }
  }
}

}  // namespace

std::vector<std::vector<PartitionEdge>> match_partitions(const LocalTrace& trace,
                                                         const MessageMatches& messages, Comm& comm,
                                                         AnomalyReport& anomalies) {
  std::vector<std::vector<Readiness>> sends(static_cast<size_t>(comm.size()));
  std::vector<std::vector<Ticks>> times(sends.size());
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    if (location.details.empty()) continue;
    for (size_t i = 0; i < location.sends.size(); ++i) {
      const MessageDetail* const detail = location.find_detail(location.sends[i]);
      const Counterpart& receive = messages.of_sends[l][i];
      if (!detail || detail->channel == 0 || !receive.known()) continue;
      const size_t rank = trace.rank_of(receive.owner);
      const std::span<const Ticks> ready = partition_times(location, *detail);
      sends[rank].push_back({receive.owner, receive.operation, detail->partitions});
      times[rank].insert(times[rank].end(), ready.begin(), ready.end());
    }
  }
  const std::vector<std::vector<Readiness>> arrived = exchange(comm, std::move(sends));
  const std::vector<std::vector<Ticks>> arrived_times = exchange(comm, std::move(times));

  std::vector<std::vector<PartitionEdge>> edges(trace.locations.size());
  for (size_t rank = 0; rank < arrived.size(); ++rank) {
    size_t next = 0;
    for (const Readiness& send : arrived[rank]) {
      const std::span<const Ticks> ready = std::span(arrived_times[rank]).subspan(next, send.partitions);
      next += send.partitions;
      join(trace[send.receiver], send.receive, ready, edges[trace.local(send.receiver)]);
    }
  }
  for (const std::vector<PartitionEdge>& of_location : edges) {
    for (const PartitionEdge& edge : of_location) {
      if (edge.arrived < edge.ready) anomalies.counts.count(trace::Anomaly::receive_before_send);
    }
  }
  return edges;
}

}  // namespace latecomer::analyze
