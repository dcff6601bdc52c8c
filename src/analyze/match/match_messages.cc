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
// Cost: O(messages) with a few array accesses for each, one hash look-up for each envelope; 8 bytes a message
// within a rank; between ranks 32 to the receiver, 24 back to the sender.

#include "analyze/match/match_messages.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "analyze/condense/process_order.h"
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
  bool operator==(const StreamKey&) const = default;
};

struct StreamHash {
  size_t operator()(const StreamKey& key) const {
    uint64_t hash = key.comm;
    for (const uint32_t part : {key.source, key.destination, key.tag, key.channel})
      hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29);
  }
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

/// Gives each message of a process the number of its stream, numbers from 0 on. A stream is looked up once
/// for each envelope of a location.
class StreamNumbers {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  StreamNumbers(const LocalTrace& trace, LocationGroupId process)
      : trace_(trace), begin_(trace.deal.locations_of(process).begin - trace.own_locations.begin) {
    for (const CondensedLocation& location : trace.threads_of(process))
      of_envelopes_.emplace_back(location.envelopes.size(), kUnknown);
  }

  /// `make_number(envelope, channel)` is asked at an envelope's first message, or each time for messages with
  /// a channel.
  template <class MakeNumber>
  uint32_t operator()(size_t l, const Message& message, const MakeNumber& make_number) {
    const CondensedLocation& location = trace_.locations[l];
    const uint32_t envelope = location.envelope_number(message);
    if (envelope == kNoEnvelope) return kNone;
    const uint32_t channel = channel_of(location, message);
    if (channel != 0) return make_number(location.envelope_of(message), channel);
    uint32_t& number = of_envelopes_[l - begin_][envelope];
    if (number == kUnknown) number = make_number(location.envelope_of(message), 0);
    return number;
  }

 private:
  static constexpr uint32_t kUnknown = UINT32_MAX - 1;

  const LocalTrace& trace_;
  size_t begin_;
  std::vector<std::vector<uint32_t>> of_envelopes_;  ///< per location of the process
};

/// What goes to each rank, or came from it: its posts are in `own`, those of all others in `sends`.
struct Posts {
  std::vector<std::vector<Stream>> streams;
  std::vector<std::vector<MatchedSend>> sends;
  std::vector<Post> own;
};

/// The sends of one process, by stream.
class Posting {
 public:
  Posting(const LocalTrace& trace, const CommMembers& members, LocationGroupId process)
      : trace_(trace),
        members_(members),
        process_(process),
        order_(
            trace, process,
            [](const CondensedLocation& location) -> const std::vector<Message>& { return location.sends; },
            [](const CondensedLocation& location, uint32_t send) {
              return start_of(location, location.sends[send]);
            }),
        numbers_(trace, process) {
    for_each([&](uint32_t stream, size_t, uint32_t) {
      if (streams_[stream].key.destination == LocationGroupId::kInvalid)
        ++without_destination_;
      else
        ++streams_[stream].posts;
    });
  }

  /// How many streams and posts go to each rank.
  void count(std::vector<size_t>& streams, std::vector<size_t>& posts) const {
    for (const Stream& each : streams_) {
      if (each.posts == 0) continue;
      ++streams[rank_of(each)];
      posts[rank_of(each)] += each.posts;
    }
  }

  /// Writes them behind the `streams` and `posts` that go to each rank before them.
  void write(std::vector<size_t> streams, std::vector<size_t> posts, const MessageMatches& matches,
             Posts& to) {
    struct Place {
      Post* own = nullptr;
      MatchedSend* remote = nullptr;
    };
    std::vector<Place> next(streams_.size());
    for (size_t i = 0; i < streams_.size(); ++i) {
      const Stream& each = streams_[i];
      if (each.posts == 0) continue;
      const size_t rank = rank_of(each);
      if (is_own(each))
        next[i].own = &to.own[posts[rank]];
      else
        next[i].remote = &to.sends[rank][posts[rank]];
      posts[rank] += each.posts;
      to.streams[rank][streams[rank]++] = each;
    }
    for_each([&](uint32_t stream, uint32_t l, uint32_t send) {
      Place& place = next[stream];
      if (place.own)
        *place.own++ = {trace_.locations[l].id, send};
      else if (place.remote)
        *place.remote++ = matches.own_send(trace_, l, send);
    });
  }

  int64_t without_destination() const { return without_destination_; }

 private:
  size_t rank_of(const Stream& stream) const {
    return trace_.rank_of(LocationGroupId(stream.key.destination));
  }

  bool is_own(const Stream& stream) const {
    return trace_.own_processes.begin <= stream.key.destination &&
           stream.key.destination < trace_.own_processes.end;
  }

  /// Calls `visit(stream, location, send)` for each send that has an envelope.
  template <class Visit>
  void for_each(const Visit& visit) {
    order_.for_each([&](uint32_t l, uint32_t i) {
      const uint32_t stream =
          numbers_(l, trace_.locations[l].sends[i],
                   [&](const Envelope& envelope, uint32_t channel) { return add_stream(envelope, channel); });
      if (stream != StreamNumbers::kNone) visit(stream, l, i);
    });
  }

  uint32_t add_stream(const Envelope& envelope, uint32_t channel) {
    const LocationGroupId destination = members_.process(envelope.comm, process_, envelope.peer);
    const StreamKey key{envelope.comm.value, process_.value, destination.value, envelope.tag, channel};
    const auto [found, is_new] = by_key_.try_emplace(key, static_cast<uint32_t>(streams_.size()));
    if (is_new) streams_.push_back({key, 0});
    return found->second;
  }

  const LocalTrace& trace_;
  const CommMembers& members_;
  const LocationGroupId process_;
  const ProcessOrder order_;
  StreamNumbers numbers_;
  std::vector<Stream> streams_;
  std::unordered_map<StreamKey, uint32_t, StreamHash> by_key_;
  int64_t without_destination_ = 0;
};

Posts post_sends(const LocalTrace& trace, const CommMembers& members, const MessageMatches& matches,
                 const Comm& comm, AnomalyReport& anomalies) {
  const size_t processes = trace.own_processes.size();
  std::vector<std::optional<Posting>> postings(processes);
  parallel_for(processes, [&](size_t p) {
    postings[p].emplace(trace, members, LocationGroupId(trace.own_processes.begin + p));
  });
  using Counts = std::vector<size_t>;  // by rank
  std::vector<std::pair<Counts, Counts>> before(processes);
  Counts streams(static_cast<size_t>(comm.size()));
  Counts posts(streams.size());
  for (size_t p = 0; p < processes; ++p) {
    before[p] = {streams, posts};
    postings[p]->count(streams, posts);
    anomalies.counts.count(Anomaly::undefined_reference, postings[p]->without_destination());
  }
  Posts all;
  all.streams.resize(streams.size());
  all.sends.resize(streams.size());
  for (size_t rank = 0; rank < streams.size(); ++rank) {
    all.streams[rank].resize(streams[rank]);
    if (rank == static_cast<size_t>(comm.rank()))
      all.own.resize(posts[rank]);
    else
      all.sends[rank].resize(posts[rank]);
  }
  parallel_for(processes, [&](size_t p) {
    postings[p]->write(std::move(before[p].first), std::move(before[p].second), matches, all);
    postings[p].reset();
  });
  return all;
}

/// A stream that arrived, and its posts that no receive has taken yet, oldest first.
struct Pending {
  StreamKey key;
  uint32_t left;
  const Post* own;            ///< of a sender on this rank
  const MatchedSend* remote;  ///< of one on another
};

/// The streams that arrived, by receiving process of this rank.
std::vector<std::vector<Pending>> sort_by_destination(const LocalTrace& trace, const Posts& arrived,
                                                      const Comm& comm) {
  std::vector<std::vector<Pending>> by_process(trace.own_processes.size());
  for (size_t rank = 0; rank < arrived.streams.size(); ++rank) {
    const bool own = rank == static_cast<size_t>(comm.rank());
    size_t next = 0;
    for (const Stream& stream : arrived.streams[rank]) {
      by_process[stream.key.destination - trace.own_processes.begin].push_back(
          {stream.key, stream.posts, own ? arrived.own.data() + next : nullptr,
           own ? nullptr : arrived.sends[rank].data() + next});
      next += stream.posts;
    }
    CHECK(next == (own ? arrived.own.size() : arrived.sends[rank].size()));
  }
  return by_process;
}

/// What became known while one process's messages were paired.
struct Paired {
  std::vector<Reply> replies;                          ///< to senders on other ranks
  std::vector<LocationGroupId> receives_without_send;  ///< by source process
};

/// Pairs the messages to one process.
Paired pair_messages_to(LocationGroupId process, const LocalTrace& trace, const CommMembers& members,
                        std::vector<Pending>& pending, MessageMatches& matches) {
  std::unordered_map<StreamKey, uint32_t, StreamHash> numbers;
  for (uint32_t i = 0; i < pending.size(); ++i) numbers.emplace(pending[i].key, i);
  const auto find_stream = [&](const Envelope& envelope, uint32_t channel) {
    const LocationGroupId source = members.process(envelope.comm, process, envelope.peer);
    const auto found =
        numbers.find({envelope.comm.value, source.value, process.value, envelope.tag, channel});
    return found == numbers.end() ? StreamNumbers::kNone : found->second;
  };

  Paired result;
  const auto list = [](const CondensedLocation& location) -> const std::vector<Message>& {
    return location.receives;
  };
  const auto place = [&](const CondensedLocation& location, uint32_t receive) {
    const CallRef call = trace.order_call(location, location.receives[receive]);
    return std::tuple(trace.enter_of(call), call.location, call.call);
  };
  StreamNumbers number(trace, process);
  ProcessOrder(trace, process, list, place).for_each([&](uint32_t l, uint32_t i) {
    const CondensedLocation& location = trace.locations[l];
    const Message& receive = location.receives[i];
    if (location.envelope_number(receive) == kNoEnvelope) return;
    const uint32_t stream = number(l, receive, find_stream);
    if (stream == StreamNumbers::kNone || pending[stream].left == 0) {
      const Envelope& envelope = location.envelope_of(receive);
      result.receives_without_send.push_back(members.process(envelope.comm, process, envelope.peer));
      return;
    }
    Pending& posts = pending[stream];
    --posts.left;
    if (posts.own) {
      const Post& post = *posts.own++;
      matches.set_send(l, i, post.owner, post.operation);
      matches.set_receive(trace.local(post.owner), post.operation, location.id, i);
    } else {
      const MatchedSend& send = *posts.remote++;
      matches.set_remote(l, i, send);
      result.replies.push_back({send.owner, send.operation, {location.id, i, start_of(location, receive)}});
    }
  });
  return result;
}

/// Keeps what another rank tells of an end in the list of those, at its place there if it has one.
template <class Told, class End>
void keep(const Told& told, End& end, std::vector<Told>& list) {
  if (!end.location.valid()) {
    end = {told.owner, static_cast<uint32_t>(list.size())};
    list.emplace_back();
  }
  list[end.position] = told;
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
  Posts posts = post_sends(trace, members, matches, comm, anomalies);
  posts.streams = exchange(comm, std::move(posts.streams));
  posts.sends = exchange(comm, std::move(posts.sends));
  std::vector<std::vector<Pending>> pending = sort_by_destination(trace, posts, comm);

  std::vector<Paired> paired(trace.own_processes.size());
  parallel_for(paired.size(), [&](size_t p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    paired[p] = pair_messages_to(process, trace, members, pending[p], matches);
  });
  // From here on every receive knows its send, and every send whose receive is on this rank knows it.

  std::vector<std::vector<Reply>> replies(static_cast<size_t>(comm.size()));
  for (size_t p = 0; p < paired.size(); ++p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    for (const Reply& reply : paired[p].replies) replies[trace.rank_of(reply.sender)].push_back(reply);
    for (const LocationGroupId source : paired[p].receives_without_send) {
      ++anomalies.unmatched[{source, process}].receives;
      anomalies.counts.count(Anomaly::unmatched_receive);
    }
    for (const Pending& stream : pending[p]) {
      if (stream.left == 0) continue;
      anomalies.unmatched[{LocationGroupId(stream.key.source), process}].sends += stream.left;
      anomalies.counts.count(Anomaly::unmatched_send, stream.left);
    }
  }
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
