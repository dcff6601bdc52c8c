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
// what differs (a sequence of announcements). Sequences travel to the rank that analyzes the receiving
// process (one bulk exchange), where each receive takes the next announcement of its sequence; the sender
// gets replies in the order of its announcements. Nothing is replayed, so nothing can block when an end is
// missing.
//
// Cost: O(messages) with a few array accesses for each; a process's sequences are sorted, and looked up once
// for each envelope. 4 bytes a message at each end; of those between ranks, 32 to the receiver and 16 back to
// the sender, which keep them.

#include "analyze/match/match_messages.h"

#include <utility>
#include <vector>

#include "analyze/match/announce_sends.h"
#include "analyze/match/pair_messages.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationGroupId;

/// Is a sequence whose receiver another rank analyzes.
struct Leaving {
  const Sequence* sequence;
  const OperationNumber* sends;
  size_t rank;
  size_t first;  ///< Is the position of its first announcement among those that go to that rank.
};

/// Returns them by sending process.
std::vector<std::vector<Leaving>> leaving_sequences(const CondensedTrace& trace,
                                                    const Announcements& announcements, Comm& comm) {
  std::vector<std::vector<Leaving>> leaving(announcements.sequences.size());
  std::vector<size_t> sends(static_cast<size_t>(comm.size()));
  for_each_sequence(announcements, [&](const Sequence& sequence, const OperationNumber* first) {
    const size_t rank = trace.rank_of(LocationGroupId(sequence.key.destination));
    if (rank == static_cast<size_t>(comm.rank())) return;
    leaving[sequence.key.source - trace.own_processes.begin].push_back({&sequence, first, rank, sends[rank]});
    sends[rank] += sequence.announcements;
  });
  return leaving;
}

/// Calls `visit(a send of this rank, its announcement or the reply to it)` for all that leave.
template <class List, class Visit>
void for_each_leaving(const CondensedTrace& trace, const std::vector<std::vector<Leaving>>& leaving,
                      const MessageMatches& matches, std::vector<List>& by_rank, const Visit& visit) {
  parallel_for(leaving.size(), [&](size_t p) {
    const Range threads = trace.positions_of(LocationGroupId(trace.own_processes.begin + p));
    for (const Leaving& each : leaving[p]) {
      for (uint32_t i = 0; i < each.sequence->announcements; ++i)
        visit(matches.send_numbers().find(threads, each.sends[i]), by_rank[each.rank][each.first + i]);
    }
  });
}

/// Lets receivers on other ranks have the announcements of their sequences, and sends of this rank the
/// receives that took them there.
RemoteSequences send_sequences(const CondensedTrace& trace, const std::vector<std::vector<Leaving>>& leaving,
                               const MessageMatches& matches, Comm& comm) {
  std::vector<std::vector<Sequence>> sequences(static_cast<size_t>(comm.size()));
  std::vector<std::vector<MatchedSend>> sends(sequences.size());
  for (const std::vector<Leaving>& of_process : leaving) {
    for (const Leaving& each : of_process) {
      sequences[each.rank].push_back(*each.sequence);
      sends[each.rank].resize(each.first + each.sequence->announcements);
    }
  }
  for_each_leaving(trace, leaving, matches, sends,
                   [&](const LocalOperation& send, MatchedSend& announcement) {
                     announcement = matches.own_send(trace, send);
                   });
  RemoteSequences arrived{exchange(comm, std::move(sequences)), exchange(comm, std::move(sends)), {}};
  for (const std::vector<MatchedSend>& of_rank : arrived.sends) arrived.receives.emplace_back(of_rank.size());
  return arrived;
}

/// Counts what nobody received: what receives took of a sequence is its beginning.
void count_unmatched_sends(const CondensedTrace& trace, const Announcements& announcements,
                           const MessageMatches& matches, AnomalyReport& anomalies) {
  for_each_sequence(announcements, [&](const Sequence& sequence, const OperationNumber* sends) {
    const LocationGroupId source(sequence.key.source);
    for (size_t left = sequence.announcements; left > 0; --left) {
      const LocalOperation send = matches.send_numbers().find(trace.positions_of(source), sends[left - 1]);
      if (matches.receive_of(trace, send.location, send.operation).owner.valid()) return;
      const CondensedLocation& location = trace.locations[send.location];
      const CallPathId path = location.path_of(location.sends[send.operation].start);
      anomalies.count(
          {trace::Anomaly::unmatched_send, path, source, LocationGroupId(sequence.key.destination)});
    }
  });
}

}  // namespace

MessageMatches match_messages(const CondensedTrace& trace, const CommMembers& members, Comm& comm,
                              AnomalyReport& anomalies) {
  MessageMatches matches(trace, members);
  const Announcements announcements = announce_sends(trace, members, matches.send_numbers(), anomalies);
  const std::vector<std::vector<Leaving>> leaving = leaving_sequences(trace, announcements, comm);
  RemoteSequences arrived = send_sequences(trace, leaving, matches, comm);
  pair_messages(trace, members, announcements, arrived, matches, anomalies);
  // From here on every receive knows its send, and every send whose receive is on this rank knows it.
  std::vector<std::vector<MatchedReceive>> replies = exchange(comm, std::move(arrived.receives));
  for_each_leaving(trace, leaving, matches, replies,
                   [&](const LocalOperation& send, const MatchedReceive& reply) {
                     if (reply.owner.valid()) matches.set_receive(send.location, send.operation, reply);
                   });
  // From here on every send knows its receive.
  count_unmatched_sends(trace, announcements, matches, anomalies);
  return matches;
}

}  // namespace latecomer::analyze
