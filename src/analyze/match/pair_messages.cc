// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The second step of matching messages: each receive takes the next post of its stream.
//
//     posts of (0 to 1, tag 7)     a     c     d
//     receives of it               x     y                   x gets a, y gets c; d is unmatched
//
// A process's receives are gone through in the order in which they were started. A stream is looked up once
// for each envelope. Posts of this rank are set at both ends; of those that other ranks told of, the receives
// are packed for the sender, in the order of the posts.
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

#include "analyze/match/process_order.h"
#include "analyze/match/remote_streams.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::LocationGroupId;

/// A stream that arrived, and its posts that no receive has taken yet, oldest first.
struct Pending {
  StreamKey key;
  uint32_t left;
  const OperationNumber* own;  ///< of a sender on this rank, whose threads are these
  Range threads;               ///< positions in LocalTrace::locations
  RemoteStream* remote;        ///< of a sender on another rank
};

/// The streams to the processes of this rank, by process.
class PendingStreams {
 public:
  PendingStreams(const LocalTrace& trace, const Posts& posts, RemoteStreams& remote)
      : begin_(trace.own_processes.size() + 1) {
    const Range own = trace.own_processes;
    const auto for_each = [&](const auto& visit) {
      for_each_stream(posts, [&](const Stream& stream, const OperationNumber* first) {
        if (own.begin > stream.key.destination || stream.key.destination >= own.end) return;
        const Range threads = trace.positions_of(LocationGroupId(stream.key.source));
        visit(stream.key.destination - own.begin, Pending{stream.key, stream.posts, first, threads, nullptr});
      });
      for (size_t rank = 0; rank < remote.ranks(); ++rank) {
        for (RemoteStream& each : remote.of(rank))
          visit(each.stream.key.destination - own.begin,
                Pending{each.stream.key, each.stream.posts, nullptr, {}, &each});
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
  Pairing(const LocalTrace& trace, const CommMembers& members) : trace_(trace), members_(members) {}

  /// Returns from where receives came that nobody sent.
  std::vector<LocationGroupId> pair_messages_to(LocationGroupId process, std::span<Pending> streams,
                                                MessageMatches& matches) {
    std::sort(streams.begin(), streams.end(),
              [](const Pending& a, const Pending& b) { return a.key < b.key; });
    slots_.begin(trace_, process);
    found_.assign(slots_.size(), std::nullopt);
    expect_remote_sends(process, streams, matches);

    std::vector<LocationGroupId> without_send;
    const auto list = [](const CondensedLocation& location) -> const std::vector<Message>& {
      return location.receives;
    };
    const auto call_of = [&](const CondensedLocation& location, uint32_t receive) {
      return trace_.order_call(location, location.receives[receive]);
    };
    ProcessOrder(trace_, process, list, call_of).for_each([&](uint32_t l, uint32_t i) {
      const CondensedLocation& location = trace_.locations[l];
      const Message& receive = location.receives[i];
      const size_t slot = slots_.of(location, l, receive);
      if (slot == Slots::kNone) return;
      if (!found_[slot]) found_[slot] = find_stream(process, location, receive, streams);
      Pending* const stream = *found_[slot];
      if (stream == nullptr || stream->left == 0) {
        const Envelope& envelope = location.envelope_of(receive);
        without_send.push_back(members_.process(envelope.comm, process, envelope.peer));
        return;
      }
      --stream->left;
      if (stream->own) {
        const OperationNumber number = *stream->own++;
        const LocalOperation send = matches.send_numbers().find(stream->threads, number);
        matches.set_send(l, i, number);
        matches.set_receive(send.location, send.operation, matches.receive_numbers().of({l, i}));
      } else {
        matches.set_send(trace_, l, i, stream->remote->sends.take());
        stream->remote->receives.put(matches.own_receive(trace_, {l, i}));
      }
    });
    return without_send;
  }

 private:
  void expect_remote_sends(LocationGroupId process, std::span<const Pending> streams,
                           MessageMatches& matches) const {
    const std::span<const CondensedLocation> threads = trace_.threads_of(process);
    if (threads.size() != 1) return;  // how many each thread receives is not known
    size_t sends = 0;
    for (const Pending& stream : streams) sends += stream.remote ? stream.left : 0;
    matches.expect_remote_sends(trace_.local(threads.front().id),
                                std::min(sends, threads.front().receives.size()));
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

  const LocalTrace& trace_;
  const CommMembers& members_;
  // Of one process, here so that not each has to allocate them.
  Slots slots_;
  std::vector<std::optional<Pending*>> found_;  ///< of each slot, its stream once it was looked for
};

}  // namespace

std::vector<Bytes> pair_messages(const LocalTrace& trace, const CommMembers& members, const Posts& posts,
                                 std::vector<Bytes> told, MessageMatches& matches, AnomalyReport& anomalies) {
  RemoteStreams remote(std::move(told));
  PendingStreams pending(trace, posts, remote);
  std::vector<std::vector<LocationGroupId>> without_send(trace.own_processes.size());
  oneapi::tbb::enumerable_thread_specific<Pairing, std::allocator<Pairing>> pairing(
      [&] { return Pairing(trace, members); });
  parallel_for(without_send.size(), [&](size_t p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    without_send[p] = pairing.local().pair_messages_to(process, pending.to(p), matches);
  });

  for (size_t p = 0; p < without_send.size(); ++p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    for (const LocationGroupId source : without_send[p]) {
      ++anomalies.unmatched[{source, process}].receives;
      anomalies.counts.count(Anomaly::unmatched_receive);
    }
    for (const Pending& stream : pending.to(p)) {
      if (stream.left == 0) continue;
      anomalies.unmatched[{LocationGroupId(stream.key.source), process}].sends += stream.left;
      anomalies.counts.count(Anomaly::unmatched_send, stream.left);
    }
  }
  return remote.replies();
}

}  // namespace latecomer::analyze
