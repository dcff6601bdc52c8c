// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The second step of matching messages: each receive takes the next announcement of its stream.
//
//     announcements of (0 to 1, tag 7)     a     c     d
//     receives of it               x     y                   x gets a, y gets c; d is unmatched
//
// A process's receives are gone through in the order in which they were started; where several threads
// receive, that can be ambiguous (ambiguous_receives.h). A stream is looked up once for each envelope.
// Announcements of this rank are set at both ends; to those of other ranks there is a reply.
//
// Where recording was off at one end and the two have different numbers of messages, nobody knows which of
// them are missing. Then none is paired, for one too many in front would give all others wrong partners.
//
// Cost: O(receives), and sorting the streams to each process.

#include "analyze/match/pair_messages.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "analyze/match/ambiguous_receives.h"
#include "analyze/match/process_order.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::LocationGroupId;

/// A stream that arrived, and its announcements that no receive has taken yet, oldest first.
struct Pending {
  StreamKey key;
  uint32_t left;
  bool sender_was_off;
  const OperationNumber* own;  ///< of a sender on this rank, whose threads are these
  Range threads;               ///< positions in CondensedTrace::locations
  const MatchedSend* remote;   ///< of a sender on another rank, and what to reply
  MatchedReceive* replies;
};

/// The streams to the processes of this rank, by process.
class PendingStreams {
 public:
  PendingStreams(const CondensedTrace& trace, const Announcements& announcements, RemoteStreams& remote)
      : begin_(trace.own_processes.size() + 1) {
    const Range own = trace.own_processes;
    const auto for_each = [&](const auto& visit) {
      for_each_stream(announcements, [&](const Stream& stream, const OperationNumber* first) {
        if (own.begin > stream.key.destination || stream.key.destination >= own.end) return;
        const Range threads = trace.positions_of(LocationGroupId(stream.key.source));
        visit(stream.key.destination - own.begin,
              Pending{stream.key, stream.announcements, stream.sender_was_off, first, threads, nullptr,
                      nullptr});
      });
      for (size_t rank = 0; rank < remote.streams.size(); ++rank) {
        size_t first = 0;
        for (const Stream& stream : remote.streams[rank]) {
          visit(stream.key.destination - own.begin, Pending{stream.key,
                                                            stream.announcements,
                                                            stream.sender_was_off,
                                                            nullptr,
                                                            {},
                                                            remote.sends[rank].data() + first,
                                                            remote.receives[rank].data() + first});
          first += stream.announcements;
        }
      }
    };
    for_each([&](size_t p, const Pending&) { ++begin_[p + 1]; });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    list_.resize(begin_.back());
    std::vector<size_t> next = begin_;
    for_each([&](size_t p, const Pending& stream) { list_[next[p]++] = stream; });
  }

  /// To this rank's process of that number.
  std::span<Pending> to(size_t p) { return std::span(list_).subspan(begin_[p], begin_[p + 1] - begin_[p]); }

 private:
  std::vector<size_t> begin_;  ///< of each process, and one past the last
  std::vector<Pending> list_;
};

/// Pairs the messages to one process after the other; for one thread.
class Pairing {
 public:
  Pairing(const CondensedTrace& trace, const CommMembers& members) : trace_(trace), members_(members) {}

  /// Returns what is wrong with the receives.
  AnomalyReport pair_messages_to(LocationGroupId process, std::span<Pending> streams,
                                 MessageMatches& matches) {
    std::sort(streams.begin(), streams.end(),
              [](const Pending& a, const Pending& b) { return a.key < b.key; });
    slots_.begin(trace_, process);
    found_.assign(slots_.size(), std::nullopt);

    AnomalyReport anomalies;
    const bool several_threads = trace_.threads_of(process).size() > 1;
    std::vector<std::vector<WaitingReceive>> waiting(several_threads ? streams.size() : 0);
    const auto list = [](const CondensedLocation& location) -> const LargeVector<Message>& {
      return location.receives;
    };
    const auto call_of = [&](const CondensedLocation& location, uint32_t receive) {
      return trace_.order_call(location, location.receives[receive]);
    };
    const ProcessOrder order(trace_, process, list, call_of);
    leave_out_uncertain(process, order, streams);
    order.for_each([&](uint32_t l, uint32_t i) {
      const std::optional<Pending*> found = stream_of(process, l, i, streams);
      if (!found) return;
      Pending* const stream = *found;
      if (several_threads && stream != nullptr)
        waiting[static_cast<size_t>(stream - streams.data())].push_back({l, i});
      else if (!take(stream, {l, i}, matches))
        anomalies.count(occurrence_of(Anomaly::unmatched_receive, process, {l, i}));
    });
    if (several_threads) pair_waiting(process, streams, waiting, matches, anomalies);
    return anomalies;
  }

 private:
  /// None of a receive without an envelope; null if nothing was sent.
  std::optional<Pending*> stream_of(LocationGroupId process, uint32_t l, uint32_t i,
                                    std::span<Pending> streams) {
    const CondensedLocation& location = trace_.locations[l];
    const Message& receive = location.receives[i];
    const size_t slot = slots_.of(location, l, receive);
    if (slot == Slots::kNone) return std::nullopt;
    if (!found_[slot]) found_[slot] = find_stream(process, location, receive, streams);
    return found_[slot];
  }

  void leave_out_uncertain(LocationGroupId process, const ProcessOrder& order, std::span<Pending> streams) {
    const bool receiver_was_off = was_off(trace_, process);
    if (!receiver_was_off && std::ranges::none_of(streams, &Pending::sender_was_off)) return;
    std::vector<uint32_t> receives(streams.size());
    order.for_each([&](uint32_t l, uint32_t i) {
      const std::optional<Pending*> stream = stream_of(process, l, i, streams);
      if (stream && *stream != nullptr) ++receives[static_cast<size_t>(*stream - streams.data())];
    });
    for (size_t s = 0; s < streams.size(); ++s) {
      const bool is_certain = receives[s] == streams[s].left;
      if ((receiver_was_off || streams[s].sender_was_off) && !is_certain) streams[s].left = 0;
    }
  }

  /// Gives a receive the next message of its stream, unless there is none.
  bool take(Pending* stream, const WaitingReceive& receive, MessageMatches& matches) const {
    if (stream == nullptr || stream->left == 0) return false;
    const LocalOperation own{receive.location, receive.operation};
    --stream->left;
    if (stream->own) {
      const OperationNumber number = *stream->own++;
      const LocalOperation send = matches.send_numbers().find(stream->threads, number);
      matches.set_send(receive.location, receive.operation, number);
      matches.set_receive(send.location, send.operation, matches.receive_numbers().of(own));
    } else {
      matches.set_send(receive.location, receive.operation, *stream->remote++);
      *stream->replies++ = matches.own_receive(trace_, own);
    }
    return true;
  }

  LocationGroupId sender_of(LocationGroupId process, const WaitingReceive& receive) const {
    const CondensedLocation& location = trace_.locations[receive.location];
    const Envelope& envelope = location.envelope_of(location.receives[receive.operation]);
    return members_.process(envelope.comm, process, envelope.peer);
  }

  AnomalyReport::Occurrence occurrence_of(Anomaly kind, LocationGroupId process,
                                          const WaitingReceive& receive) const {
    const CondensedLocation& location = trace_.locations[receive.location];
    const CallPathId path = location.path_of(location.receives[receive.operation].start);
    return {kind, path, process, sender_of(process, receive)};
  }

  /// Of a process with several threads; `waiting` are the receives of each stream in the order of their
  /// starts.
  void pair_waiting(LocationGroupId process, std::span<Pending> streams,
                    std::vector<std::vector<WaitingReceive>>& waiting, MessageMatches& matches,
                    AnomalyReport& anomalies) const {
    const ReceiveCompletions completions(trace_, process);
    for (size_t s = 0; s < streams.size(); ++s) {
      if (waiting[s].empty()) continue;
      // By different clocks, an order of time is none.
      const bool one_clock = trace_.share_clock(process, sender_of(process, waiting[s].front()));
      if (one_clock &&
          settle_order(completions, sent_times(streams[s], waiting[s].size(), matches), waiting[s])) {
        for (const WaitingReceive& receive : waiting[s])
          anomalies.count(occurrence_of(Anomaly::ambiguous_receive, process, receive));
      }
      for (const WaitingReceive& receive : waiting[s]) {
        if (!take(&streams[s], receive, matches))
          anomalies.count(occurrence_of(Anomaly::unmatched_receive, process, receive));
      }
    }
  }

  /// Of a stream's next messages, `most` or as many as there are.
  std::vector<Ticks> sent_times(const Pending& stream, size_t most, const MessageMatches& matches) const {
    std::vector<Ticks> sent(std::min<size_t>(most, stream.left));
    for (size_t i = 0; i < sent.size(); ++i) {
      sent[i] =
          stream.own
              ? matches.own_send(trace_, matches.send_numbers().find(stream.threads, stream.own[i])).sent
              : stream.remote[i].sent;
    }
    return sent;
  }

  /// Null if nothing was sent.
  Pending* find_stream(LocationGroupId process, const CondensedLocation& location, const Message& receive,
                       std::span<Pending> streams) const {
    const Envelope& envelope = location.envelope_of(receive);
    const LocationGroupId source = members_.process(envelope.comm, process, envelope.peer);
    const StreamKey key{envelope.comm.value, source.value, process.value, envelope.tag,
                        channel_of(location, receive)};
    const auto found = std::lower_bound(streams.begin(), streams.end(), key,
                                        [](const Pending& each, const StreamKey& k) { return each.key < k; });
    return found != streams.end() && found->key == key ? &*found : nullptr;
  }

  const CondensedTrace& trace_;
  const CommMembers& members_;
  // Of one process, here so that not each has to allocate them.
  Slots slots_;
  std::vector<std::optional<Pending*>> found_;  ///< of each slot, its stream once it was looked for
};

}  // namespace

void pair_messages(const CondensedTrace& trace, const CommMembers& members,
                   const Announcements& announcements, RemoteStreams& remote, MessageMatches& matches,
                   AnomalyReport& anomalies) {
  PendingStreams pending(trace, announcements, remote);
  std::vector<AnomalyReport> found(trace.own_processes.size());
  oneapi::tbb::enumerable_thread_specific<Pairing, std::allocator<Pairing>> pairing(
      [&] { return Pairing(trace, members); });
  parallel_for(found.size(), [&](size_t p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    found[p] = pairing.local().pair_messages_to(process, pending.to(p), matches);
  });
  for (const AnomalyReport& of_process : found) anomalies += of_process;
}

}  // namespace latecomer::analyze
