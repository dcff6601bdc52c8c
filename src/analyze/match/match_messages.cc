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
// Cost: O(messages) with a few array accesses for each, one hash look-up for each envelope; 32 bytes a
// message to the receiver, 24 back to a sender on another rank.

#include "analyze/match/match_messages.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "analyze/condense/mark_times.h"
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

/// One send.
struct Post {
  Ticks ready;
  Ticks sent;
  LocationId owner;
  uint32_t operation;
  LocationId ready_on;
};

/// Tells a sender about its receive.
struct Reply {
  LocationId sender;
  uint32_t operation;
  Counterpart receive;
};

Ticks start_of(const CondensedLocation& location, const Message& message) {
  return location.call(message.start).enter;
}

/// The events of a location's sends; min for those in partitions, which have none.
std::vector<Ticks> sent_times(const CondensedLocation& location) {
  std::vector<Ticks> times = mark_times(location, MarkKind::send, location.sends.size());
  std::replace(times.begin(), times.end(), Ticks::max(), Ticks::min());
  return times;
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
    if (message.envelope == kNoEnvelope) return kNone;
    const uint32_t channel = channel_of(location, message);
    if (channel != 0) return make_number(location.envelope_of(message), channel);
    uint32_t& number = of_envelopes_[l - begin_][message.envelope];
    if (number == kUnknown) number = make_number(location.envelope_of(message), 0);
    return number;
  }

 private:
  static constexpr uint32_t kUnknown = UINT32_MAX - 1;

  const LocalTrace& trace_;
  size_t begin_;
  std::vector<std::vector<uint32_t>> of_envelopes_;  ///< per location of the process
};

/// The sends of one process, by stream.
class Posting {
 public:
  Posting(const LocalTrace& trace, const CommMembers& members, LocationGroupId process)
      : trace_(trace), members_(members), process_(process) {
    const auto list = [](const CondensedLocation& location) -> const std::vector<Message>& {
      return location.sends;
    };
    const auto start = [](const CondensedLocation& location, uint32_t send) {
      return start_of(location, location.sends[send]);
    };
    order_ = in_process_order(trace, process, list, start);
    StreamNumbers number(trace, process);
    stream_of_.reserve(order_.size());
    for (const auto& [l, i] : order_) {
      const uint32_t stream =
          number(l, trace.locations[l].sends[i],
                 [&](const Envelope& envelope, uint32_t channel) { return add_stream(envelope, channel); });
      stream_of_.push_back(stream);
      if (stream == StreamNumbers::kNone) continue;
      if (streams_[stream].key.destination == LocationGroupId::kInvalid)
        ++without_destination_;
      else
        ++streams_[stream].posts;
    }
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
  void write(std::vector<size_t> streams, std::vector<size_t> posts,
             std::vector<std::vector<Stream>>& to_streams, std::vector<std::vector<Post>>& to_posts) const {
    std::vector<Post*> next;
    next.reserve(streams_.size());
    for (const Stream& each : streams_) {
      if (each.posts == 0) {
        next.push_back(nullptr);
        continue;
      }
      const size_t rank = rank_of(each);
      next.push_back(&to_posts[rank][posts[rank]]);
      posts[rank] += each.posts;
      to_streams[rank][streams[rank]++] = each;
    }
    std::vector<std::vector<Ticks>> sent;
    for (const CondensedLocation& location : trace_.threads_of(process_))
      sent.push_back(sent_times(location));
    const size_t first = trace_.deal.locations_of(process_).begin - trace_.own_locations.begin;
    for (size_t k = 0; k < order_.size(); ++k) {
      if (stream_of_[k] == StreamNumbers::kNone || next[stream_of_[k]] == nullptr) continue;
      const auto& [l, i] = order_[k];
      const CondensedLocation& location = trace_.locations[l];
      const CallRef ready = trace_.ready_call(location, location.sends[i]);
      *next[stream_of_[k]]++ = {trace_.enter_of(ready), sent[l - first][i], location.id, i, ready.location};
    }
  }

  int64_t without_destination() const { return without_destination_; }

 private:
  size_t rank_of(const Stream& stream) const {
    return trace_.rank_of(LocationGroupId(stream.key.destination));
  }

  uint32_t add_stream(const Envelope& envelope, uint32_t channel) {
    const LocationGroupId destination = members_.process(envelope.comm, process_, envelope.peer);
    const StreamKey key{envelope.comm.value, process_.value, destination.value, envelope.tag, channel};
    const auto [found, is_new] = numbers_.try_emplace(key, static_cast<uint32_t>(streams_.size()));
    if (is_new) streams_.push_back({key, 0});
    return found->second;
  }

  const LocalTrace& trace_;
  const CommMembers& members_;
  const LocationGroupId process_;
  std::vector<ProcessOperation> order_;
  std::vector<uint32_t> stream_of_;  ///< of each in order
  std::vector<Stream> streams_;
  std::unordered_map<StreamKey, uint32_t, StreamHash> numbers_;
  int64_t without_destination_ = 0;
};

/// What goes to each rank, or came from it.
struct Posts {
  std::vector<std::vector<Stream>> streams;
  std::vector<std::vector<Post>> posts;
};

Posts post_sends(const LocalTrace& trace, const CommMembers& members, int ranks, AnomalyReport& anomalies) {
  const size_t processes = trace.own_processes.size();
  std::vector<std::optional<Posting>> postings(processes);
  parallel_for(processes, [&](size_t p) {
    postings[p].emplace(trace, members, LocationGroupId(trace.own_processes.begin + p));
  });
  using Counts = std::vector<size_t>;  // by rank
  std::vector<std::pair<Counts, Counts>> before(processes);
  Counts streams(static_cast<size_t>(ranks));
  Counts posts(static_cast<size_t>(ranks));
  for (size_t p = 0; p < processes; ++p) {
    before[p] = {streams, posts};
    postings[p]->count(streams, posts);
    anomalies.counts.count(Anomaly::undefined_reference, postings[p]->without_destination());
  }
  Posts all{std::vector<std::vector<Stream>>(streams.size()), std::vector<std::vector<Post>>(posts.size())};
  for (size_t rank = 0; rank < streams.size(); ++rank) {
    all.streams[rank].resize(streams[rank]);
    all.posts[rank].resize(posts[rank]);
  }
  parallel_for(processes, [&](size_t p) {
    postings[p]->write(std::move(before[p].first), std::move(before[p].second), all.streams, all.posts);
    postings[p].reset();
  });
  return all;
}

/// A stream that arrived, and its posts that no receive has taken yet, oldest first.
struct Pending {
  StreamKey key;
  std::span<const Post> posts;
};

/// The streams that arrived, by receiving process of this rank.
std::vector<std::vector<Pending>> sort_by_destination(const LocalTrace& trace, const Posts& arrived) {
  std::vector<std::vector<Pending>> by_process(trace.own_processes.size());
  for (size_t rank = 0; rank < arrived.streams.size(); ++rank) {
    std::span<const Post> posts = arrived.posts[rank];
    for (const Stream& stream : arrived.streams[rank]) {
      by_process[stream.key.destination - trace.own_processes.begin].push_back(
          {stream.key, posts.first(stream.posts)});
      posts = posts.subspan(stream.posts);
    }
    CHECK(posts.empty());
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
  for (const auto& [l, i] : in_process_order(trace, process, list, place)) {
    const CondensedLocation& location = trace.locations[l];
    const Message& receive = location.receives[i];
    if (receive.envelope == kNoEnvelope) continue;
    const uint32_t stream = number(l, receive, find_stream);
    if (stream == StreamNumbers::kNone || pending[stream].posts.empty()) {
      const Envelope& envelope = location.envelope_of(receive);
      result.receives_without_send.push_back(members.process(envelope.comm, process, envelope.peer));
      continue;
    }
    const Post& post = pending[stream].posts.front();
    pending[stream].posts = pending[stream].posts.subspan(1);
    matches.of_receives[l][i] = {post.ready, post.owner, post.operation};
    matches.sent[l][i] = post.sent;
    if (post.ready_on != post.owner) matches.made_ready[l].push_back({i, post.ready_on});
    const Counterpart counterpart{start_of(location, receive), location.id, i};
    if (trace.is_local(post.owner))
      matches.of_sends[trace.local(post.owner)][post.operation] = counterpart;
    else
      result.replies.push_back({post.owner, post.operation, counterpart});
  }
  for (const CondensedLocation& location : trace.threads_of(process))
    std::ranges::sort(matches.made_ready[trace.local(location.id)], {}, &MessageMatches::MadeReady::receive);
  return result;
}

MessageMatches nothing_matched(const LocalTrace& trace) {
  MessageMatches matches;
  for (std::vector<std::vector<Counterpart>>* each : {&matches.of_sends, &matches.of_receives})
    each->resize(trace.locations.size());
  matches.sent.resize(trace.locations.size());
  matches.made_ready.resize(trace.locations.size());
  parallel_for(trace.locations.size(), [&](size_t l) {
    matches.of_sends[l].resize(trace.locations[l].sends.size());
    matches.of_receives[l].resize(trace.locations[l].receives.size());
    matches.sent[l].assign(trace.locations[l].receives.size(), Ticks::min());
  });
  return matches;
}

}  // namespace

LocationId MessageMatches::made_ready_by(size_t l, uint32_t receive) const {
  const auto found = std::ranges::lower_bound(made_ready[l], receive, {}, &MadeReady::receive);
  const bool elsewhere = found != made_ready[l].end() && found->receive == receive;
  return elsewhere ? found->location : of_receives[l][receive].owner;
}

MessageMatches match_messages(const LocalTrace& trace, const CommMembers& members, Comm& comm,
                              AnomalyReport& anomalies) {
  MessageMatches matches = nothing_matched(trace);
  Posts leaving = post_sends(trace, members, comm.size(), anomalies);
  const Posts arrived{exchange(comm, std::move(leaving.streams)), exchange(comm, std::move(leaving.posts))};
  std::vector<std::vector<Pending>> pending = sort_by_destination(trace, arrived);

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
      if (stream.posts.empty()) continue;
      const int64_t left = static_cast<int64_t>(stream.posts.size());
      anomalies.unmatched[{LocationGroupId(stream.key.source), process}].sends += left;
      anomalies.counts.count(Anomaly::unmatched_send, left);
    }
  }
  for (const std::vector<Reply>& from_rank : exchange(comm, std::move(replies))) {
    for (const Reply& reply : from_rank)
      matches.of_sends[trace.local(reply.sender)][reply.operation] = reply.receive;
  }
  // From here on every send knows its receive.
  return matches;
}

void renew_times(const LocalTrace& trace, Comm& comm, MessageMatches& matches) {
  struct Times {
    uint32_t location;
    uint32_t operation;
    bool of_send;
    Ticks enter;
    Ticks sent;
  };
  std::vector<std::vector<Ticks>> sent(trace.locations.size());
  parallel_for(sent.size(), [&](size_t l) { sent[l] = sent_times(trace.locations[l]); });
  std::vector<std::vector<Times>> leaving(static_cast<size_t>(comm.size()));
  const auto tell = [&](const Counterpart& whom, const Times& times) {
    if (whom.known()) leaving[trace.rank_of(whom.owner)].push_back(times);
  };
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    for (size_t i = 0; i < location.sends.size(); ++i) {
      const Counterpart& receive = matches.of_sends[l][i];
      const Ticks ready = trace.enter_of(trace.ready_call(location, location.sends[i]));
      tell(receive, {receive.owner.value, receive.operation, true, ready, sent[l][i]});
    }
    for (size_t i = 0; i < location.receives.size(); ++i) {
      const Counterpart& send = matches.of_receives[l][i];
      tell(send,
           {send.owner.value, send.operation, false, start_of(location, location.receives[i]), Ticks::min()});
    }
  }
  for (const std::vector<Times>& from_rank : exchange(comm, std::move(leaving))) {
    for (const Times& each : from_rank) {
      const size_t l = each.location - trace.own_locations.begin;
      Counterpart& counterpart = (each.of_send ? matches.of_receives : matches.of_sends)[l][each.operation];
      counterpart.enter = each.enter;
      if (each.of_send) matches.sent[l][each.operation] = each.sent;
    }
  }
}

}  // namespace latecomer::analyze
