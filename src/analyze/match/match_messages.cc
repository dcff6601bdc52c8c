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
// what differs (a stream of announcements). Streams travel to the rank that analyzes the receiving process
// (one bulk exchange), where each receive takes the next announcement of its stream; the sender gets replies
// in the order of its announcements (remote_streams.h). Nothing is replayed, so nothing can block when an end
// is missing.
//
// Cost: O(messages) with a few array accesses for each; a process's streams are sorted, and looked up once
// for each envelope. 4 bytes a message at each end; of those between ranks, about 7 to the receiver, which
// keeps 12, and 4 back to the sender, which keeps 8.

#include "analyze/match/match_messages.h"

#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "analyze/match/announce_sends.h"
#include "analyze/match/pair_messages.h"
#include "analyze/match/remote_streams.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationGroupId;

/// Those of the streams whose receivers other ranks analyze.
struct Leaving {
  /// A stream that goes to `rank`, as the one of that number there.
  struct Part {
    const Stream* stream;
    const OperationNumber* sends;
    size_t rank;
    size_t number;
  };

  std::vector<Part> parts;    ///< by sending process
  std::vector<size_t> first;  ///< of each process, the position of its first part; and one past the last
  std::vector<std::vector<Stream>> streams;  ///< by rank

  Leaving(const CondensedTrace& trace, const Announcements& announcements, Comm& comm)
      : first(announcements.streams.size() + 1), streams(static_cast<size_t>(comm.size())) {
    for_each_stream(announcements, [&](const Stream& stream, const OperationNumber* sends) {
      const size_t rank = trace.rank_of(LocationGroupId(stream.key.destination));
      if (rank == static_cast<size_t>(comm.rank())) return;
      parts.push_back({&stream, sends, rank, streams[rank].size()});
      streams[rank].push_back(stream);
      ++first[stream.key.source - trace.own_processes.begin + 1];
    });
    std::partial_sum(first.begin(), first.end(), first.begin());
  }
};

/// By rank, the announcements of the sends to its processes.
std::vector<Bytes> pack_sends(const CondensedTrace& trace, const Leaving& leaving,
                              const MessageMatches& matches) {
  std::vector<std::vector<SendPacker>> sends;
  for (const std::vector<Stream>& streams : leaving.streams) sends.emplace_back(streams.size());
  parallel_for(leaving.parts.size(), [&](size_t i) {
    const Leaving::Part& part = leaving.parts[i];
    const Range threads = trace.positions_of(LocationGroupId(part.stream->key.source));
    for (const OperationNumber number : std::span(part.sends, part.stream->announcements)) {
      const LocalOperation send = matches.send_numbers().find(threads, number);
      sends[part.rank][part.number].put(matches.own_send(trace, send));
    }
  });
  std::vector<Bytes> packed(sends.size());
  parallel_for(packed.size(), [&](size_t r) {
    packed[r] = pack_streams(leaving.streams[r], sends[r]);
    sends[r].clear();
  });
  return packed;
}

void expect_remote_receives(Range threads, std::span<const Leaving::Part> parts, MessageMatches& matches) {
  if (threads.size() != 1) return;  // how many each thread sends is not known
  size_t receives = 0;
  for (const Leaving::Part& part : parts) receives += part.stream->announcements;
  matches.expect_remote_receives(threads.begin, receives);
}

/// Lets sends know their receives on other ranks.
void take_replies(const CondensedTrace& trace, const Leaving& leaving, const std::vector<Bytes>& replies,
                  MessageMatches& matches) {
  std::vector<std::vector<ReceiveUnpacker>> receives;
  for (const Bytes& of_rank : replies) receives.push_back(unpack_replies(of_rank));
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    const auto parts =
        std::span(leaving.parts).subspan(leaving.first[p], leaving.first[p + 1] - leaving.first[p]);
    const Range threads = trace.positions_of(LocationGroupId(trace.own_processes.begin + p));
    expect_remote_receives(threads, parts, matches);
    for (const Leaving::Part& part : parts) {
      ReceiveUnpacker& of_stream = receives[part.rank][part.number];
      for (const OperationNumber* number = part.sends; !of_stream.at_end(); ++number) {
        const LocalOperation send = matches.send_numbers().find(threads, *number);
        matches.set_receive(trace, send.location, send.operation, of_stream.take());
      }
    }
  });
}

/// What receives took of a stream is its beginning; the rest nobody received.
void count_unmatched_sends(const CondensedTrace& trace, const Announcements& announcements,
                           const MessageMatches& matches, AnomalyReport& anomalies) {
  for_each_stream(announcements, [&](const Stream& stream, const OperationNumber* sends) {
    const LocationGroupId source(stream.key.source);
    for (size_t left = stream.announcements; left > 0; --left) {
      const LocalOperation send = matches.send_numbers().find(trace.positions_of(source), sends[left - 1]);
      if (matches.receive_of(trace, send.location, send.operation).owner.valid()) return;
      const CondensedLocation& location = trace.locations[send.location];
      const CallPathId path = location.path_of(location.sends[send.operation].start);
      anomalies.count(
          {trace::Anomaly::unmatched_send, path, source, LocationGroupId(stream.key.destination)});
    }
  });
}

}  // namespace

MessageMatches match_messages(const CondensedTrace& trace, const CommMembers& members, Comm& comm,
                              AnomalyReport& anomalies) {
  MessageMatches matches(trace, members);
  const Announcements announcements = announce_sends(trace, members, matches.send_numbers(), anomalies);
  const Leaving leaving(trace, announcements, comm);
  std::vector<Bytes> received = comm.exchange(pack_sends(trace, leaving, matches));
  std::vector<Bytes> replies =
      pair_messages(trace, members, announcements, std::move(received), matches, anomalies);
  // From here on every receive knows its send, and every send whose receive is on this rank knows it.
  take_replies(trace, leaving, comm.exchange(std::move(replies)), matches);
  // From here on every send knows its receive.
  count_unmatched_sends(trace, announcements, matches, anomalies);
  return matches;
}

}  // namespace latecomer::analyze
