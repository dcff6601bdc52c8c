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
#include <utility>

#include "analyze/results/table_chunks.h"
#include "base/parallel.h"
#include "base/spill.h"

namespace latecomer::analyze {

namespace {

/// Is a receive, and when its message had arrived.
struct Arrived {
  Ticks time;
  uint32_t receive;
};

/// Returns when each of so many operations of a location had its event of a kind; max: it had none.
LargeVector<Ticks> event_times(const CondensedLocation& location, EventTimeKind kind, size_t operations) {
  LargeVector<Ticks> times(operations, Ticks::max());
  if (operations > 0)
    location.event_times.for_each(kind, [&](uint32_t operation, Ticks time) { times[operation] = time; });
  return times;
}

/// Returns when a receive that has no event of its own was complete; max: never.
Ticks completion_of(const CondensedTrace& trace, const CondensedLocation& location, const Message& receive) {
  if (receive.completion != kNoCall) return location.leave_of(receive.completion);
  const MessageDetail* detail = location.find_detail(receive);
  if (detail == nullptr || !detail->completed_elsewhere.location.valid()) return Ticks::max();
  const CallRef call = detail->completed_elsewhere;
  return trace[call.location].leave_of(call.call);
}

/// Returns the matched receives of a location, in the order of time.
LargeVector<Arrived> arrivals(const CondensedTrace& trace, size_t l, const MessageMatches& matches) {
  const CondensedLocation& location = trace.locations[l];
  LargeVector<Ticks> times = event_times(location, EventTimeKind::receive, location.receives.size());
  LargeVector<Arrived> arrived;
  arrived.reserve(times.size());
  for (uint32_t i = 0; i < times.size(); ++i) {
    if (!matches.is_sent(l, i)) continue;
    if (times[i] == Ticks::max()) times[i] = completion_of(trace, location, location.receives[i]);
    if (times[i] != Ticks::max()) arrived.push_back({times[i], i});
  }
  const auto order = [](const Arrived& each) { return std::tuple(each.time, each.receive); };
  if (!std::ranges::is_sorted(arrived, {}, order)) std::ranges::sort(arrived, {}, order);
  return arrived;
}

/// Returns who sent a message, and when it was on its way. If that is not known, because another thread was
/// the first to know of it, the time is when its data was ready.
Sent sent_of(const CondensedTrace& trace, size_t l, size_t receive, const MessageMatches& matches) {
  Sent sent = matches.sent_of(trace, l, receive);
  if (sent.time == Ticks::min()) sent.time = matches.send_of(trace, l, receive).ready;
  return sent;
}

store::Message message_row(const CondensedTrace& trace, size_t l, const Arrived& arrived,
                           const MessageMatches& matches) {
  const CondensedLocation& location = trace.locations[l];
  const Sent sent = sent_of(trace, l, arrived.receive, matches);
  return {arrived.time, sent.time, stored_id(sent.owner),
          location.envelope_or_none(location.receives[arrived.receive]).bytes};
}

/// Returns the messages of a location that were probed, in the order in which they were seen; `seen` by all
/// probes of all locations.
std::vector<store::ProbedMessage> probed_messages(const CondensedTrace& trace, size_t l,
                                                  const MessageMatches& matches,
                                                  const std::vector<LargeVector<Ticks>>& seen) {
  const CondensedLocation& location = trace.locations[l];
  std::vector<store::ProbedMessage> probed;
  if (location.details.empty()) return probed;
  for (uint32_t i = 0; i < location.receives.size(); ++i) {
    const MessageDetail* detail = location.find_detail(location.receives[i]);
    if (detail == nullptr || !detail->probe.location.valid() || !matches.is_sent(l, i)) continue;
    const size_t prober = trace.local(detail->probe.location);
    const Sent sent = sent_of(trace, l, i, matches);
    probed.push_back({seen[prober][detail->probe_number], stored_id(detail->probe.location),
                      trace.locations[prober].path_of(detail->probe.call), sent.time, stored_id(sent.owner),
                      location.envelope_or_none(location.receives[i]).bytes});
  }
  std::ranges::stable_sort(probed, {}, &store::ProbedMessage::seen);
  return probed;
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

void add_messages(const CondensedTrace& trace, const MessageMatches& matches,
                  std::vector<store::Chunk>& chunks) {
  std::vector<LargeVector<Arrived>> arrived(trace.locations.size());
  parallel_for(arrived.size(), [&](size_t l) { arrived[l] = arrivals(trace, l, matches); });
  add_table<store::Message>(
      trace, [&](size_t l) { return arrived[l].size(); },
      [&](size_t l, size_t i, auto& rows) { rows.push_back(message_row(trace, l, arrived[l][i], matches)); },
      chunks);
}

void add_probes(const CondensedTrace& trace, const MessageMatches& matches,
                std::vector<store::Chunk>& chunks) {
  std::vector<LargeVector<Ticks>> seen(trace.locations.size());
  parallel_for(seen.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    seen[l] = event_times(location, EventTimeKind::probe, location.probes.size());
  });
  std::vector<std::vector<store::ProbedMessage>> probed(trace.locations.size());
  parallel_for(probed.size(), [&](size_t l) { probed[l] = probed_messages(trace, l, matches, seen); });
  add_table<store::ProbedMessage>(
      trace, [&](size_t l) { return probed[l].size(); },
      [&](size_t l, size_t i, auto& rows) { rows.push_back(probed[l][i]); }, chunks);
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

void store_edges(const CondensedTrace& trace, const Matches& matches, std::vector<store::Chunk>& chunks) {
  add_messages(trace, matches.messages, chunks);
  add_probes(trace, matches.messages, chunks);
  add_transfers(trace, matches, chunks);
  add_collectives(trace, chunks);
}

}  // namespace latecomer::analyze
