// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A message is the receiver's: it has both ends. An event of the receiver says when it has arrived; where
// another thread has completed the receive, that is the end of that thread's call:
//
//     thread 0:  | Irecv |                          row of the message: sent at 2, arrived at 9
//     thread 1:           | Wait ..... | 9
//
// Cost: O(messages), which mostly are in order already.

#include "analyze/results/store_edges.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "analyze/dependences/dependences.h"
#include "analyze/match/message_sequences.h"
#include "analyze/results/table_chunks.h"
#include "base/parallel.h"
#include "base/spill.h"

namespace latecomer::analyze {

namespace {

using trace::LocationGroupId;
using trace::LocationId;

/// Is a message that had arrived, by its receive.
struct Arrived {
  Ticks time;
  Ticks sent;
  LocationId sender;
  uint32_t receive;
};

/// Is the first probe of a message, by its receive.
struct Probed {
  store::ProbedMessage row;
  uint32_t receive;
};

/// Holds what each local location received.
struct Received {
  std::vector<LargeVector<Arrived>> messages;
  std::vector<std::vector<Probed>> probes;
};

uint64_t bytes_of(const CondensedLocation& location, uint32_t receive) {
  return location.envelope_or_none(location.receives[receive]).bytes;
}

/// Gathers what depends on sends. Any thread of the process can have seen or completed it for another one.
void gather_dependent(const Dependences& dependences, LocationGroupId process, Received& received) {
  const CondensedTrace& trace = dependences.trace();
  for (const CondensedLocation& thread : trace.threads_of(process))
    received.messages[trace.local(thread.id)].reserve(thread.receives.size());
  for (const CondensedLocation& thread : trace.threads_of(process)) {
    dependences.for_each_message(trace.local(thread.id), [&](const Dependence& each, LocalOperation receive) {
      const CondensedLocation& receiver = trace.locations[receive.location];
      if (each.kind == DependenceKind::probe) {
        received.probes[receive.location].push_back(
            {{each.effected, stored_id(thread.id), dependences.path_of(each), each.caused,
              stored_id(each.caused_by), bytes_of(receiver, receive.operation)},
             receive.operation});
      } else {
        const bool is_own = thread.id == receiver.id;
        received.messages[receive.location].push_back(
            {is_own ? each.effected : thread.leave_of(each.call.call), each.caused, each.caused_by,
             receive.operation});
      }
    });
  }
}

/// Gathers partitioned messages: with the time from which their data was ready.
void gather_partitioned(const CondensedTrace& trace, size_t l, const MessageMatches& matches,
                        LargeVector<Arrived>& arrived) {
  const CondensedLocation& location = trace.locations[l];
  if (location.details.empty()) return;
  for (uint32_t i = 0; i < location.receives.size(); ++i) {
    const Message& receive = location.receives[i];
    if (channel_of(location, receive) == 0 || !matches.is_sent(l, i)) continue;
    const CallRef completed = receive.completion != kNoCall
                                  ? CallRef{location.id, receive.completion}
                                  : location.find_detail(receive)->completed_elsewhere;
    if (!completed.location.valid()) continue;
    const MatchedSend send = matches.send_of(trace, l, i);
    arrived.push_back({trace[completed.location].leave_of(completed.call), send.ready, send.owner, i});
  }
}

/// Returns what was received, in the order of time.
Received gather(const Dependences& dependences, const MessageMatches& matches) {
  const CondensedTrace& trace = dependences.trace();
  Received received{std::vector<LargeVector<Arrived>>(trace.locations.size()),
                    std::vector<std::vector<Probed>>(trace.locations.size())};
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    gather_dependent(dependences, LocationGroupId(trace.own_processes.begin + p), received);
  });
  parallel_for(trace.locations.size(), [&](size_t l) {
    LargeVector<Arrived>& arrived = received.messages[l];
    gather_partitioned(trace, l, matches, arrived);
    const auto order = [](const Arrived& each) { return std::tuple(each.time, each.receive); };
    if (!std::ranges::is_sorted(arrived, {}, order)) std::ranges::sort(arrived, {}, order);
    std::ranges::sort(received.probes[l], {},
                      [](const Probed& each) { return std::tuple(each.row.seen, each.receive); });
  });
  return received;
}

std::optional<store::PartitionTransfer::Event> event_of(const PartitionUse& use) {
  if (!use.known()) return std::nullopt;
  return store::PartitionTransfer::Event{stored_id(use.location), use.time};
}

/// Returns the transfers of a location whose data was ready, in the order of time.
std::vector<store::PartitionTransfer> partition_transfers(const std::vector<PartitionEdge>& edges) {
  std::vector<store::PartitionTransfer> transfers;
  for (const PartitionEdge& edge : edges) {
    if (!edge.ready.known()) continue;
    transfers.push_back({*event_of(edge.ready), event_of(edge.arrived), event_of(edge.completed),
                         edge.receive, edge.send_partition, edge.receive_partition, edge.bytes});
  }
  std::ranges::stable_sort(transfers, {}, [](const auto& each) { return each.ready.time; });
  return transfers;
}

/// Returns the collective operations of a location that ended, by position.
LargeVector<uint32_t> ended_collectives(const CondensedLocation& location) {
  LargeVector<uint32_t> ended;
  for (uint32_t i = 0; i < location.collectives.size(); ++i)
    if (location.collectives[i].comm.valid()) ended.push_back(i);
  return ended;
}

/// Returns the communicator, window or file that its members did it with, as one number.
int64_t with_whom(const Collective& collective) {
  if (collective.window.valid()) return 3 * int64_t{collective.window.value} + 1;
  if (collective.file.valid()) return 3 * int64_t{collective.file.value} + 2;
  return 3 * int64_t{collective.comm.value};
}

store::CollectivePart collective_row(const CondensedLocation& location, const Collective& collective) {
  return {location.enter_of(collective.start), collective.end, with_whom(collective), collective.instance,
          location.path_of(collective.start)};
}

void add_messages(const CondensedTrace& trace, const Received& received, std::vector<store::Chunk>& chunks) {
  add_table<store::Message>(
      trace, [&](size_t l) { return received.messages[l].size(); },
      [&](size_t l, size_t i, auto& rows) {
        const Arrived& each = received.messages[l][i];
        rows.push_back(
            {each.time, each.sent, stored_id(each.sender), bytes_of(trace.locations[l], each.receive)});
      },
      chunks);
  add_table<store::ProbedMessage>(
      trace, [&](size_t l) { return received.probes[l].size(); },
      [&](size_t l, size_t i, auto& rows) { rows.push_back(received.probes[l][i].row); }, chunks);
}

void add_transfers(const CondensedTrace& trace, const Matches& matches, std::vector<store::Chunk>& chunks) {
  std::vector<std::vector<store::PartitionTransfer>> transfers;
  for (const std::vector<PartitionEdge>& edges : matches.partitions)
    transfers.push_back(partition_transfers(edges));
  add_table<store::PartitionTransfer>(
      trace, [&](size_t l) { return transfers[l].size(); },
      [&](size_t l, size_t i, auto& rows) { rows.push_back(transfers[l][i]); }, chunks);
}

void add_collectives(const CondensedTrace& trace, std::vector<store::Chunk>& chunks) {
  std::vector<LargeVector<uint32_t>> ended;
  for (const CondensedLocation& location : trace.locations) ended.push_back(ended_collectives(location));
  add_table<store::CollectivePart>(
      trace, [&](size_t l) { return ended[l].size(); },
      [&](size_t l, size_t i, auto& rows) {
        const CondensedLocation& location = trace.locations[l];
        rows.push_back(collective_row(location, location.collectives[ended[l][i]]));
      },
      chunks);
}

}  // namespace

void store_edges(const CondensedTrace& trace, const CommMembers& members, const Matches& matches,
                 std::vector<store::Chunk>& chunks) {
  add_messages(trace, gather(Dependences(trace, members, matches), matches.messages), chunks);
  add_transfers(trace, matches, chunks);
  add_collectives(trace, chunks);
}

}  // namespace latecomer::analyze
