// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Matching messages.
//
// The problem: every send has to find its receive. The trace has both ends, each with the communicator, the
// partner's rank and the tag (the envelope), but nothing that says which of several messages with the same
// envelope is which.
//
// The idea: MPI does not let messages of one envelope overtake each other. So the n-th send of an envelope
// belongs to the n-th receive of it, counted in the order in which the operations were *started*:
//
//     rank 0:  Isend(tag 7) a    Send(tag 7) b
//     rank 1:  Irecv(tag 7)      Recv(tag 7)      Wait       the Irecv gets a, the Recv gets b,
//                                                            although the Recv is complete first
//
// A matched receive counts where its probe took the message. Partitioned messages are apart from all others:
// there the n-th *initialized* send of an envelope belongs to the n-th initialized receive (a channel), and
// the transfers of a channel follow each other [partitioned 3.2.4].
//
// What the sends of one process to another with one envelope have in common is said once; of each follows
// what differs (a stream of posts). Streams travel to the rank that analyzes the receiving process (one bulk
// exchange), where each receive takes the next post of its stream; the sender is told. Nothing is replayed,
// so nothing can block when an end is missing.
//
// Cost: O(messages) with a few array accesses for each; a process's streams are sorted, and looked up once
// for each envelope. 8 bytes a message within a rank; between ranks 32 to the receiver, 24 back to the
// sender.

#include "analyze/match/match_messages.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "analyze/match/process_order.h"
#include "base/check.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::LocationGroupId;
using trace::LocationId;

/// What the posts of a stream have in common.
struct StreamKey {
  uint32_t comm;
  uint32_t source;       ///< process
  uint32_t destination;  ///< process
  uint32_t tag;
  uint32_t channel;
  auto operator<=>(const StreamKey&) const = default;
};

struct Stream {
  StreamKey key;
  uint32_t posts;  ///< how many, one after the other behind those of the streams before
};

/// A send to a process of this rank, where all the rest can be looked up.
struct Post {
  LocationId owner;
  uint32_t operation;
};

/// Tells a sender about its receive.
struct Reply {
  LocationId sender;
  uint32_t operation;
  MatchedReceive receive;
};

Ticks start_of(const CondensedLocation& location, const Message& message) {
  return location.call(message.start).enter;
}

uint32_t channel_of(const CondensedLocation& location, const Message& message) {
  const MessageDetail* const detail = location.find_detail(message);
  return detail ? detail->channel : 0;
}

/// Numbers what messages of a process have in common that are of one stream: the envelope of a location, or,
/// in a channel, the message's own detail. So a stream is looked up once for each such slot.
class Slots {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  /// From here on for this process.
  void begin(const LocalTrace& trace, LocationGroupId process) {
    first_location_ = trace.deal.locations_of(process).begin - trace.own_locations.begin;
    first_slots_.clear();
    size_ = 0;
    for (const CondensedLocation& location : trace.threads_of(process)) {
      first_slots_.push_back(size_);
      size_ += location.envelopes.size() + location.details.size();
    }
  }

  size_t size() const { return size_; }

  /// Of a message of the local location `l`; none if it has no envelope.
  size_t of(const CondensedLocation& location, size_t l, const Message& message) const {
    const uint32_t envelope = location.envelope_number(message);
    if (envelope == kNoEnvelope) return kNone;
    const size_t first = first_slots_[l - first_location_];
    if (channel_of(location, message) == 0) return first + envelope;
    return first + location.envelopes.size() + location.detail_number(message);
  }

 private:
  size_t first_location_ = 0;
  size_t size_ = 0;
  std::vector<size_t> first_slots_;  ///< of each location of the process
};

/// The sends of this rank's processes, by stream.
struct Posts {
  std::vector<std::vector<Stream>> streams;  ///< of each process
  std::vector<size_t> first;                 ///< of each process, the position of its first post
  std::vector<Post> list;                    ///< with room for all sends
  std::vector<int64_t> without_destination;  ///< of each process, how many sends are no posts

  explicit Posts(const LocalTrace& trace)
      : streams(trace.own_processes.size()), first(streams.size()), without_destination(streams.size()) {
    size_t sends = 0;
    for (size_t p = 0; p < first.size(); ++p) {
      first[p] = sends;
      for (const CondensedLocation& location :
           trace.threads_of(LocationGroupId(trace.own_processes.begin + p)))
        sends += location.sends.size();
    }
    list.resize(sends);
  }
};

/// Puts the sends of one process after the other in the order of their streams; for one thread.
class Posting {
 public:
  Posting(const LocalTrace& trace, const CommMembers& members) : trace_(trace), members_(members) {}

  void post_sends_of(size_t p, Posts& to) {
    const LocationGroupId process(trace_.own_processes.begin + p);
    const ProcessOrder order(
        trace_, process,
        [](const CondensedLocation& location) -> const std::vector<Message>& { return location.sends; },
        [](const CondensedLocation& location, uint32_t send) {
          return CallRef{location.id, location.sends[send].start};
        });
    slots_.begin(trace_, process);
    count_sends(process, order);
    to.streams[p] = make_streams(to.without_destination[p]);

    next_.clear();
    size_t next = to.first[p];
    for (const Stream& stream : to.streams[p]) next_.push_back(std::exchange(next, next + stream.posts));
    order.for_each([&](uint32_t l, uint32_t i) {
      const CondensedLocation& location = trace_.locations[l];
      const size_t slot = slots_.of(location, l, location.sends[i]);
      if (slot == Slots::kNone || streams_[slot] == kNoStream) return;
      to.list[next_[streams_[slot]]++] = {location.id, i};
    });
  }

 private:
  static constexpr uint32_t kNoStream = UINT32_MAX;

  struct UsedSlot {
    StreamKey key;
    size_t slot;
  };

  void count_sends(LocationGroupId process, const ProcessOrder& order) {
    sends_.assign(slots_.size(), 0);
    used_.clear();
    order.for_each([&](uint32_t l, uint32_t i) {
      const CondensedLocation& location = trace_.locations[l];
      const Message& send = location.sends[i];
      const size_t slot = slots_.of(location, l, send);
      if (slot == Slots::kNone || sends_[slot]++ > 0) return;
      const Envelope& envelope = location.envelope_of(send);
      const LocationGroupId destination = members_.process(envelope.comm, process, envelope.peer);
      used_.push_back(
          {{envelope.comm.value, process.value, destination.value, envelope.tag, channel_of(location, send)},
           slot});
    });
  }

  /// Of the slots that are used; several can be of one stream.
  std::vector<Stream> make_streams(int64_t& without_destination) {
    std::sort(used_.begin(), used_.end(), [](const UsedSlot& a, const UsedSlot& b) { return a.key < b.key; });
    streams_.assign(slots_.size(), kNoStream);
    std::vector<Stream> streams;
    streams.reserve(used_.size());
    for (const UsedSlot& used : used_) {
      if (used.key.destination == LocationGroupId::kInvalid) {
        without_destination += sends_[used.slot];
        continue;
      }
      if (streams.empty() || streams.back().key != used.key) streams.push_back({used.key, 0});
      streams.back().posts += sends_[used.slot];
      streams_[used.slot] = static_cast<uint32_t>(streams.size() - 1);
    }
    return streams;
  }

  const LocalTrace& trace_;
  const CommMembers& members_;
  // Of one process, here so that not each has to allocate them.
  Slots slots_;
  std::vector<uint32_t> sends_;    ///< of each slot, how many
  std::vector<uint32_t> streams_;  ///< of each slot, the number of its stream
  std::vector<UsedSlot> used_;
  std::vector<size_t> next_;  ///< of each stream, the position of its next post
};

Posts post_sends(const LocalTrace& trace, const CommMembers& members, AnomalyReport& anomalies) {
  Posts posts(trace);
  oneapi::tbb::enumerable_thread_specific<Posting, std::allocator<Posting>> posting(
      [&] { return Posting(trace, members); });
  parallel_for(trace.own_processes.size(), [&](size_t p) { posting.local().post_sends_of(p, posts); });
  for (const int64_t sends : posts.without_destination)
    anomalies.counts.count(Anomaly::undefined_reference, sends);
  return posts;
}

/// Calls `visit(stream, its first post)` for each stream of this rank's processes.
template <class Visit>
void for_each_stream(const Posts& posts, const Visit& visit) {
  for (size_t p = 0; p < posts.streams.size(); ++p) {
    const Post* post = posts.list.data() + posts.first[p];
    for (const Stream& stream : posts.streams[p]) visit(stream, std::exchange(post, post + stream.posts));
  }
}

/// Streams between ranks, by the other rank, and what each receiver has to know of the sends in them.
struct RemoteSends {
  std::vector<std::vector<Stream>> streams;
  std::vector<std::vector<MatchedSend>> sends;
};

/// Tells the other ranks of the sends to their processes, and is told of theirs.
RemoteSends exchange_sends(const LocalTrace& trace, const Posts& posts, const MessageMatches& matches,
                           Comm& comm) {
  /// A stream that goes to another rank, behind `before` sends.
  struct Leaving {
    const Post* posts;
    uint32_t size;
    size_t rank;
    size_t before;
  };
  RemoteSends remote;
  remote.streams.resize(static_cast<size_t>(comm.size()));
  remote.sends.resize(remote.streams.size());
  std::vector<Leaving> leaving;
  std::vector<size_t> sizes(remote.streams.size());
  for_each_stream(posts, [&](const Stream& stream, const Post* first) {
    const size_t rank = trace.rank_of(LocationGroupId(stream.key.destination));
    if (rank == static_cast<size_t>(comm.rank())) return;
    remote.streams[rank].push_back(stream);
    leaving.push_back({first, stream.posts, rank, sizes[rank]});
    sizes[rank] += stream.posts;
  });
  for (size_t rank = 0; rank < sizes.size(); ++rank) remote.sends[rank].resize(sizes[rank]);
  parallel_for(leaving.size(), [&](size_t s) {
    const Leaving& stream = leaving[s];
    MatchedSend* const to = remote.sends[stream.rank].data() + stream.before;
    for (uint32_t i = 0; i < stream.size; ++i)
      to[i] = matches.own_send(trace, trace.local(stream.posts[i].owner), stream.posts[i].operation);
  });
  remote.streams = exchange(comm, std::move(remote.streams));
  remote.sends = exchange(comm, std::move(remote.sends));
  return remote;
}

/// A stream that arrived, and its posts that no receive has taken yet, oldest first.
struct Pending {
  StreamKey key;
  uint32_t left;
  const Post* own;            ///< of a sender on this rank
  const MatchedSend* remote;  ///< of one on another
};

/// The streams to the processes of this rank, by process.
class PendingStreams {
 public:
  PendingStreams(const LocalTrace& trace, const Posts& posts, const RemoteSends& remote)
      : begin_(trace.own_processes.size() + 1) {
    const Range own = trace.own_processes;
    const auto for_each = [&](const auto& visit) {
      for_each_stream(posts, [&](const Stream& stream, const Post* first) {
        if (own.begin <= stream.key.destination && stream.key.destination < own.end)
          visit(stream.key.destination - own.begin, Pending{stream.key, stream.posts, first, nullptr});
      });
      for (size_t rank = 0; rank < remote.streams.size(); ++rank) {
        const MatchedSend* next = remote.sends[rank].data();
        for (const Stream& stream : remote.streams[rank])
          visit(stream.key.destination - own.begin,
                Pending{stream.key, stream.posts, nullptr, std::exchange(next, next + stream.posts)});
        CHECK(next == remote.sends[rank].data() + remote.sends[rank].size());
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

/// What became known while one process's messages were paired.
struct Paired {
  std::vector<Reply> replies;                          ///< to senders on other ranks
  std::vector<LocationGroupId> receives_without_send;  ///< by source process
};

/// Pairs the messages to one process after the other; for one thread.
class Pairing {
 public:
  Pairing(const LocalTrace& trace, const CommMembers& members) : trace_(trace), members_(members) {}

  Paired pair_messages_to(LocationGroupId process, std::span<Pending> streams, MessageMatches& matches) {
    std::sort(streams.begin(), streams.end(),
              [](const Pending& a, const Pending& b) { return a.key < b.key; });
    slots_.begin(trace_, process);
    found_.assign(slots_.size(), std::nullopt);

    Paired result;
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
        result.receives_without_send.push_back(members_.process(envelope.comm, process, envelope.peer));
        return;
      }
      --stream->left;
      if (stream->own) {
        const Post& post = *stream->own++;
        matches.set_send(l, i, post.owner, post.operation);
        matches.set_receive(trace_.local(post.owner), post.operation, location.id, i);
      } else {
        const MatchedSend& send = *stream->remote++;
        matches.set_remote(l, i, send);
        result.replies.push_back({send.owner, send.operation, {location.id, i, start_of(location, receive)}});
      }
    });
    return result;
  }

 private:
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

/// Keeps what another rank tells of an end in the list of those, at its place there if it has one.
template <class Told, class End>
void keep(const Told& told, End& end, std::vector<Told>& list) {
  if (!end.location.valid()) {
    end = {told.owner, static_cast<uint32_t>(list.size())};
    list.emplace_back();
  }
  list[end.position] = told;
}

/// Pairs all messages to this rank's processes. Returns what to tell the senders on each other rank.
std::vector<std::vector<Reply>> pair_messages(const LocalTrace& trace, const CommMembers& members, Comm& comm,
                                              MessageMatches& matches, AnomalyReport& anomalies) {
  const Posts posts = post_sends(trace, members, anomalies);
  const RemoteSends remote = exchange_sends(trace, posts, matches, comm);
  PendingStreams pending(trace, posts, remote);

  std::vector<Paired> paired(trace.own_processes.size());
  oneapi::tbb::enumerable_thread_specific<Pairing, std::allocator<Pairing>> pairing(
      [&] { return Pairing(trace, members); });
  parallel_for(paired.size(), [&](size_t p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    paired[p] = pairing.local().pair_messages_to(process, pending.to(p), matches);
  });

  std::vector<std::vector<Reply>> replies(static_cast<size_t>(comm.size()));
  for (size_t p = 0; p < paired.size(); ++p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    for (const Reply& reply : paired[p].replies) replies[trace.rank_of(reply.sender)].push_back(reply);
    for (const LocationGroupId source : paired[p].receives_without_send) {
      ++anomalies.unmatched[{source, process}].receives;
      anomalies.counts.count(Anomaly::unmatched_receive);
    }
    for (const Pending& stream : pending.to(p)) {
      if (stream.left == 0) continue;
      anomalies.unmatched[{LocationGroupId(stream.key.source), process}].sends += stream.left;
      anomalies.counts.count(Anomaly::unmatched_send, stream.left);
    }
  }
  return replies;
}

/// Sets what other ranks tell about the receives of this rank's sends.
void take_replies(const LocalTrace& trace, Comm& comm, std::vector<std::vector<Reply>> replies,
                  MessageMatches& matches) {
  for (const std::vector<Reply>& from_rank : exchange(comm, std::move(replies))) {
    for (const Reply& reply : from_rank)
      matches.set_remote(trace.local(reply.sender), reply.operation, reply.receive);
  }
}

}  // namespace

MessageMatches::MessageMatches(const LocalTrace& trace) {
  const size_t locations = trace.locations.size();
  sends_.resize(locations);
  receives_.resize(locations);
  remote_sends_.resize(locations);
  remote_receives_.resize(locations);
  parallel_for(locations, [&](size_t l) {
    sends_[l].resize(trace.locations[l].receives.size());
    receives_[l].resize(trace.locations[l].sends.size());
  });
  note_sent_times(trace);
}

void MessageMatches::note_sent_times(const LocalTrace& trace) {
  sent_.resize(trace.locations.size());
  parallel_for(sent_.size(), [&](size_t l) {
    TickList times;
    trace.locations[l].marks.for_each(MarkKind::send, [&](uint32_t send, Ticks time) {
      CHECK(send == times.size());  // a send is marked when it is added
      times.push_back(time);
    });
    sent_[l] = times;  // a copy without room to grow
  });
}

void MessageMatches::set_remote(size_t l, size_t receive, const MatchedSend& send) {
  keep(send, sends_[l][receive], remote_sends_[l]);
}

void MessageMatches::set_remote(size_t l, size_t send, const MatchedReceive& receive) {
  keep(receive, receives_[l][send], remote_receives_[l]);
}

MessageMatches match_messages(const LocalTrace& trace, const CommMembers& members, Comm& comm,
                              AnomalyReport& anomalies) {
  MessageMatches matches(trace);
  std::vector<std::vector<Reply>> replies = pair_messages(trace, members, comm, matches, anomalies);
  // From here on every receive knows its send, and every send whose receive is on this rank knows it.
  take_replies(trace, comm, std::move(replies), matches);
  // From here on every send knows its receive.
  return matches;
}

void renew_times(const LocalTrace& trace, Comm& comm, MessageMatches& matches) {
  /// Tells a receiver about its send.
  struct Notice {
    LocationId receiver;
    uint32_t operation;
    MatchedSend send;
  };
  matches.note_sent_times(trace);
  std::vector<std::vector<Notice>> notices(static_cast<size_t>(comm.size()));
  std::vector<std::vector<Reply>> replies(notices.size());
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    for (uint32_t i = 0; i < location.sends.size(); ++i) {
      const MatchedReceive receive = matches.receive_of(trace, l, i);
      if (receive.owner.valid() && !trace.is_local(receive.owner))
        notices[trace.rank_of(receive.owner)].push_back(
            {receive.owner, receive.operation, matches.own_send(trace, l, i)});
    }
    for (uint32_t i = 0; i < location.receives.size(); ++i) {
      const MatchedSend send = matches.send_of(trace, l, i);
      if (send.owner.valid() && !trace.is_local(send.owner))
        replies[trace.rank_of(send.owner)].push_back(
            {send.owner, send.operation, {location.id, i, start_of(location, location.receives[i])}});
    }
  }
  for (const std::vector<Notice>& from_rank : exchange(comm, std::move(notices))) {
    for (const Notice& each : from_rank)
      matches.set_remote(trace.local(each.receiver), each.operation, each.send);
  }
  take_replies(trace, comm, std::move(replies), matches);
}

}  // namespace latecomer::analyze
