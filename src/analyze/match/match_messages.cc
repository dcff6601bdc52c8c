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
// exchange), where each receive takes the next post of its stream; the sender is told in the order of its
// posts. Nothing is replayed, so nothing can block when an end is missing.
//
// Cost: O(messages) with a few array accesses for each; a process's streams are sorted, and looked up once
// for each envelope. 8 bytes a message within a rank; between ranks 32 to the receiver, 16 back to the
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

/// Those of the streams whose receivers other ranks analyze.
struct Leaving {
  /// A stream that goes to `rank`, behind `before` other posts.
  struct Part {
    const Stream* stream;
    const Post* posts;
    size_t rank;
    size_t before;
  };

  std::vector<Part> parts;
  std::vector<std::vector<Stream>> streams;  ///< by rank
  std::vector<size_t> sizes;                 ///< posts of each rank

  Leaving(const LocalTrace& trace, const Posts& posts, Comm& comm)
      : streams(static_cast<size_t>(comm.size())), sizes(streams.size()) {
    for_each_stream(posts, [&](const Stream& stream, const Post* first) {
      const size_t rank = trace.rank_of(LocationGroupId(stream.key.destination));
      if (rank == static_cast<size_t>(comm.rank())) return;
      streams[rank].push_back(stream);
      parts.push_back({&stream, first, rank, sizes[rank]});
      sizes[rank] += stream.posts;
    });
  }
};

/// Tells other ranks of the sends to their processes, and is told of theirs. Returns the streams that these
/// are in.
std::vector<std::vector<Stream>> exchange_sends(const LocalTrace& trace, Leaving& leaving,
                                                MessageMatches& matches, Comm& comm) {
  std::vector<std::vector<MatchedSend>> sends(leaving.sizes.size());
  for (size_t rank = 0; rank < sends.size(); ++rank) sends[rank].resize(leaving.sizes[rank]);
  parallel_for(leaving.parts.size(), [&](size_t i) {
    const Leaving::Part& part = leaving.parts[i];
    for (uint32_t k = 0; k < part.stream->posts; ++k)
      sends[part.rank][part.before + k] =
          matches.own_send(trace, trace.local(part.posts[k].owner), part.posts[k].operation);
  });
  matches.set_remote(exchange(comm, std::move(sends)));
  return exchange(comm, std::move(leaving.streams));
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
  PendingStreams(const LocalTrace& trace, const Posts& posts, const std::vector<std::vector<Stream>>& remote,
                 const MessageMatches& matches)
      : begin_(trace.own_processes.size() + 1) {
    const Range own = trace.own_processes;
    const auto for_each = [&](const auto& visit) {
      for_each_stream(posts, [&](const Stream& stream, const Post* first) {
        if (own.begin <= stream.key.destination && stream.key.destination < own.end)
          visit(stream.key.destination - own.begin, Pending{stream.key, stream.posts, first, nullptr});
      });
      for (size_t rank = 0; rank < remote.size(); ++rank) {
        const std::vector<MatchedSend>& sends = matches.remote_sends()[rank];
        const MatchedSend* next = sends.data();
        for (const Stream& stream : remote[rank])
          visit(stream.key.destination - own.begin,
                Pending{stream.key, stream.posts, nullptr, std::exchange(next, next + stream.posts)});
        CHECK(next == sends.data() + sends.size());
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

/// By rank and in the order of what it told of its sends, what it is to be told of their receives.
using Replies = std::vector<std::vector<MatchedReceive>>;

/// Pairs the messages to one process after the other; for one thread.
class Pairing {
 public:
  Pairing(const LocalTrace& trace, const CommMembers& members) : trace_(trace), members_(members) {}

  /// Returns from where receives came that nobody sent.
  std::vector<LocationGroupId> pair_messages_to(LocationGroupId process, std::span<Pending> streams,
                                                MessageMatches& matches, Replies& replies) {
    std::sort(streams.begin(), streams.end(),
              [](const Pending& a, const Pending& b) { return a.key < b.key; });
    slots_.begin(trace_, process);
    found_.assign(slots_.size(), std::nullopt);

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
        const Post& post = *stream->own++;
        matches.set_send(l, i, post.owner, post.operation);
        matches.set_receive(trace_.local(post.owner), post.operation, location.id, i);
      } else {
        const MatchedSend& send = *stream->remote++;
        const size_t rank = trace_.rank_of(send.owner);
        const ptrdiff_t position = &send - matches.remote_sends()[rank].data();
        matches.set_send(l, i, send.owner, static_cast<uint32_t>(position));
        replies[rank][static_cast<size_t>(position)] = {location.id, i, start_of(location, receive)};
      }
    });
    return without_send;
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

/// With room for a reply to each send that other ranks told of.
Replies room_for_replies(const MessageMatches& matches) {
  Replies replies;
  for (const std::vector<MatchedSend>& sends : matches.remote_sends()) replies.emplace_back(sends.size());
  return replies;
}

/// Pairs all messages to this rank's processes. Returns what to tell the senders on other ranks.
Replies pair_messages(const LocalTrace& trace, const CommMembers& members, const Posts& posts,
                      const std::vector<std::vector<Stream>>& remote, MessageMatches& matches,
                      AnomalyReport& anomalies) {
  PendingStreams pending(trace, posts, remote, matches);
  Replies replies = room_for_replies(matches);
  std::vector<std::vector<LocationGroupId>> without_send(trace.own_processes.size());
  oneapi::tbb::enumerable_thread_specific<Pairing, std::allocator<Pairing>> pairing(
      [&] { return Pairing(trace, members); });
  parallel_for(without_send.size(), [&](size_t p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    without_send[p] = pairing.local().pair_messages_to(process, pending.to(p), matches, replies);
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
  return replies;
}

/// Lets sends know their receives on other ranks.
void take_replies(const LocalTrace& trace, const Leaving& leaving, MessageMatches& matches) {
  for (const Leaving::Part& part : leaving.parts) {
    const std::vector<MatchedReceive>& replies = matches.remote_receives()[part.rank];
    for (uint32_t k = 0; k < part.stream->posts; ++k) {
      const uint32_t position = static_cast<uint32_t>(part.before + k);
      const LocationId receiver = replies[position].owner;
      if (receiver.valid())
        matches.set_receive(trace.local(part.posts[k].owner), part.posts[k].operation, receiver, position);
    }
  }
}

}  // namespace

MessageMatches::MessageMatches(const LocalTrace& trace) {
  const size_t locations = trace.locations.size();
  sends_.resize(locations);
  receives_.resize(locations);
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

void MessageMatches::renew_times(const LocalTrace& trace, Comm& comm) {
  note_sent_times(trace);
  std::vector<std::vector<MatchedSend>> sends;
  for (const std::vector<MatchedReceive>& told : remote_receives_) sends.emplace_back(told.size());
  Replies replies = room_for_replies(*this);
  parallel_for(trace.locations.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    const auto is_remote = [&](const End& end) {
      return end.location.valid() && !trace.is_local(end.location);
    };
    for (uint32_t i = 0; i < location.sends.size(); ++i) {
      const End& end = receives_[l][i];
      if (is_remote(end)) sends[trace.rank_of(end.location)][end.position] = own_send(trace, l, i);
    }
    for (uint32_t i = 0; i < location.receives.size(); ++i) {
      const End& end = sends_[l][i];
      if (is_remote(end))
        replies[trace.rank_of(end.location)][end.position] = {location.id, i,
                                                              start_of(location, location.receives[i])};
    }
  });
  set_remote(exchange(comm, std::move(sends)));
  set_remote(exchange(comm, std::move(replies)));
}

MessageMatches match_messages(const LocalTrace& trace, const CommMembers& members, Comm& comm,
                              AnomalyReport& anomalies) {
  MessageMatches matches(trace);
  const Posts posts = post_sends(trace, members, anomalies);
  Leaving leaving(trace, posts, comm);
  const std::vector<std::vector<Stream>> remote = exchange_sends(trace, leaving, matches, comm);
  matches.set_remote(exchange(comm, pair_messages(trace, members, posts, remote, matches, anomalies)));
  // From here on every receive knows its send, and every send whose receive is on this rank knows it.
  take_replies(trace, leaving, matches);
  // From here on every send knows its receive.
  return matches;
}

}  // namespace latecomer::analyze
