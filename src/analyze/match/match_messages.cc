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

#include <utility>
#include <vector>

#include "analyze/match/pair_messages.h"
#include "analyze/match/post_sends.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationGroupId;
using trace::LocationId;

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

/// Lets sends know their receives on other ranks.
void take_replies(const LocalTrace& trace, const Leaving& leaving, MessageMatches& matches) {
  parallel_for(leaving.parts.size(), [&](size_t i) {
    const Leaving::Part& part = leaving.parts[i];
    const std::vector<MatchedReceive>& replies = matches.remote_receives()[part.rank];
    for (uint32_t k = 0; k < part.stream->posts; ++k) {
      const uint32_t position = static_cast<uint32_t>(part.before + k);
      const LocationId receiver = replies[position].owner;
      if (receiver.valid())
        matches.set_receive(trace.local(part.posts[k].owner), part.posts[k].operation, receiver, position);
    }
  });
}

}  // namespace

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
