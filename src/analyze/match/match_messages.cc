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
// Sends travel to the rank that analyzes the receiving process (one bulk exchange), are paired there with the
// receives, and both ends' data travel back. Nothing is replayed, so nothing can block when an end is
// missing.
//
// Cost: O(messages), one hash look-up for each end; 48 bytes a message to the receiver, 24 back.

#include "analyze/match/match_messages.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "analyze/condense/mark_times.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::LocationGroupId;
using trace::LocationId;

struct SendPost {
  uint32_t comm;
  uint32_t channel;
  uint32_t source;       ///< process
  uint32_t destination;  ///< process
  uint32_t tag;
  uint32_t location;
  uint32_t operation;
  LocationId ready_on;
  Ticks ready;
  Ticks sent;
};

/// Tells a sender about its receive.
struct Reply {
  uint32_t location;
  uint32_t operation;
  uint32_t receiver;
  uint32_t receive;
  Ticks enter;
};

struct Envelope {
  uint32_t comm;
  uint32_t source;
  uint32_t tag;
  uint32_t channel;
  bool operator==(const Envelope&) const = default;
};

struct EnvelopeHash {
  size_t operator()(const Envelope& envelope) const {
    uint64_t hash = envelope.comm;
    hash = hash * 0x9E3779B97F4A7C15u + envelope.source;
    hash = hash * 0x9E3779B97F4A7C15u + envelope.tag;
    hash = hash * 0x9E3779B97F4A7C15u + envelope.channel;
    return hash ^ (hash >> 29);
  }
};

/// The sends of one envelope that no receive has taken yet, oldest first.
struct Pending {
  std::vector<uint32_t> posts;
  size_t taken = 0;
};

/// What became known while one process's messages were paired.
struct Paired {
  std::vector<std::pair<uint32_t, Reply>> replies;     ///< sending process, and what to tell it
  std::vector<LocationGroupId> receives_without_send;  ///< by source process
};

Ticks start_of(const CondensedLocation& location, const Message& message) {
  return location.calls[message.start].enter;
}

/// The events of a location's sends; min for those in partitions, which have none.
std::vector<Ticks> sent_times(const CondensedLocation& location) {
  std::vector<Ticks> times = mark_times(location, MarkKind::send, location.sends.size());
  std::replace(times.begin(), times.end(), Ticks::max(), Ticks::min());
  return times;
}

std::vector<std::vector<Ticks>> sent_times(const LocalTrace& trace) {
  std::vector<std::vector<Ticks>> times(trace.locations.size());
  parallel_for(times.size(), [&](size_t l) { times[l] = sent_times(trace.locations[l]); });
  return times;
}

uint32_t channel_of(const CondensedLocation& location, const Message& message) {
  const MessageDetail* const detail = location.find_detail(message);
  return detail ? detail->channel : 0;
}

std::vector<std::vector<SendPost>> post_sends(const LocalTrace& trace, const CommMembers& members, int ranks,
                                              AnomalyReport& anomalies) {
  std::vector<std::vector<SendPost>> posts(static_cast<size_t>(ranks));
  const std::vector<std::vector<Ticks>> sent = sent_times(trace);
  for (size_t p = trace.own_processes.begin; p < trace.own_processes.end; ++p) {
    const LocationGroupId source(p);
    const auto list = [](const CondensedLocation& location) -> const std::vector<Message>& {
      return location.sends;
    };
    const auto start = [](const CondensedLocation& location, uint32_t send) {
      return start_of(location, location.sends[send]);
    };
    for (const auto& [l, i] : in_process_order(trace, source, list, start)) {
      const CondensedLocation& location = trace.locations[l];
      const Message& send = location.sends[i];
      if (!send.comm.valid()) continue;
      const LocationGroupId destination = members.process(send.comm, source, send.peer);
      if (!destination.valid()) {
        anomalies.counts.count(Anomaly::undefined_reference);
        continue;
      }
      const CallRef ready = trace.ready_call(location, send);
      posts[trace.rank_of(destination)].push_back({send.comm.value, channel_of(location, send), source.value,
                                                   destination.value, send.tag, location.id.value, i,
                                                   ready.location, trace.enter_of(ready), sent[l][i]});
    }
  }
  return posts;
}

/// Pairs the messages to one process; `posts` are the sends to it, of each source in the order of their
/// starts.
Paired pair_messages_to(LocationGroupId process, const LocalTrace& trace, const CommMembers& members,
                        const std::vector<SendPost>& posts, MessageMatches& matches) {
  std::unordered_map<Envelope, Pending, EnvelopeHash> pending;
  for (uint32_t i = 0; i < posts.size(); ++i)
    pending[{posts[i].comm, posts[i].source, posts[i].tag, posts[i].channel}].posts.push_back(i);

  Paired result;
  const auto list = [](const CondensedLocation& location) -> const std::vector<Message>& {
    return location.receives;
  };
  const auto place = [&](const CondensedLocation& location, uint32_t receive) {
    const CallRef call = trace.order_call(location, location.receives[receive]);
    return std::tuple(trace.enter_of(call), call.location, call.call);
  };
  for (const auto& [l, i] : in_process_order(trace, process, list, place)) {
    const CondensedLocation& location = trace.locations[l];
    const Message& receive = location.receives[i];
    if (!receive.comm.valid()) continue;
    const LocationGroupId source = members.process(receive.comm, process, receive.peer);
    const auto found =
        pending.find({receive.comm.value, source.value, receive.tag, channel_of(location, receive)});
    if (found == pending.end() || found->second.taken == found->second.posts.size()) {
      result.receives_without_send.push_back(source);
      continue;
    }
    const SendPost& post = posts[found->second.posts[found->second.taken++]];
    matches.of_receives[l][i] = {post.ready, post.ready_on, LocationId(post.location), post.operation,
                                 post.sent};
    result.replies.push_back(
        {post.source, {post.location, post.operation, location.id.value, i, start_of(location, receive)}});
  }
  return result;
}

/// The posts that arrived, by receiving process of this rank.
std::vector<std::vector<SendPost>> sort_by_destination(const LocalTrace& trace,
                                                       std::vector<std::vector<SendPost>> arrived) {
  std::vector<std::vector<SendPost>> by_process(trace.own_processes.size());
  for (std::vector<SendPost>& from_rank : arrived) {
    for (const SendPost& post : from_rank)
      by_process[post.destination - trace.own_processes.begin].push_back(post);
    from_rank = {};
  }
  return by_process;
}

void count_unmatched(const LocalTrace& trace, const CommMembers& members, const MessageMatches& matches,
                     AnomalyReport& anomalies) {
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    const LocationGroupId process = trace.process_of(location.id);
    for (size_t i = 0; i < location.sends.size(); ++i) {
      const Message& send = location.sends[i];
      if (!send.comm.valid() || matches.of_sends[l][i].known()) continue;
      const LocationGroupId destination = members.process(send.comm, process, send.peer);
      if (!destination.valid()) continue;  // counted where it was posted
      ++anomalies.unmatched[{process, destination}].sends;
      anomalies.counts.count(Anomaly::unmatched_send);
    }
  }
}

}  // namespace

MessageMatches match_messages(const LocalTrace& trace, const CommMembers& members, Comm& comm,
                              AnomalyReport& anomalies) {
  MessageMatches matches;
  for (const CondensedLocation& location : trace.locations) {
    matches.of_sends.emplace_back(location.sends.size());
    matches.of_receives.emplace_back(location.receives.size());
  }
  const std::vector<std::vector<SendPost>> posts =
      sort_by_destination(trace, exchange(comm, post_sends(trace, members, comm.size(), anomalies)));

  std::vector<Paired> paired(trace.own_processes.size());
  parallel_for(paired.size(), [&](size_t p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    paired[p] = pair_messages_to(process, trace, members, posts[p], matches);
  });
  // From here on every receive knows its send.

  std::vector<std::vector<Reply>> replies(static_cast<size_t>(comm.size()));
  for (size_t p = 0; p < paired.size(); ++p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    for (const auto& [source, reply] : paired[p].replies) {
      replies[trace.rank_of(LocationGroupId(source))].push_back(reply);
    }
    for (const LocationGroupId source : paired[p].receives_without_send) {
      ++anomalies.unmatched[{source, process}].receives;
      anomalies.counts.count(Anomaly::unmatched_receive);
    }
  }
  for (const std::vector<Reply>& from_rank : exchange(comm, replies)) {
    for (const Reply& reply : from_rank) {
      matches.of_sends[reply.location - trace.own_locations.begin][reply.operation] = {
          reply.enter, LocationId(reply.receiver), LocationId(reply.receiver), reply.receive};
    }
  }
  // From here on every send knows its receive.
  count_unmatched(trace, members, matches, anomalies);
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
  const std::vector<std::vector<Ticks>> sent = sent_times(trace);
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
      counterpart.sent = each.sent;
    }
  }
}

}  // namespace latecomer::analyze
