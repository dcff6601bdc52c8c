// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The second step of matching messages: each receive takes the next announcement of its sequence.
//
//     announcements of (0 to 1, tag 7)     a     c     d
//     receives of it               x     y                   x gets a, y gets c; d is unmatched
//
// A process's receives are gone through in the order in which they were started; where several threads
// receive, that can be ambiguous (ambiguous_receives.h). A sequence is looked up once for each envelope.
// Announcements of this rank are set at both ends; to those of other ranks there is a reply.
//
// Where recording was off at one end and the two have different numbers of messages, nobody knows which of
// them are missing. Then none is paired, for one too many in front would give all others wrong partners.
//
// Cost: O(receives), and sorting the sequences to each process.

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

/// Is a sequence that arrived, and its announcements that no receive has taken yet, oldest first.
struct Pending {
  SequenceKey key;
  uint32_t left;
  bool sender_was_off;
  const OperationNumber* own;  ///< Is of a sender on this rank, whose threads are these.
  Range threads;               ///< Are positions in CondensedTrace::locations.
  const MatchedSend* remote;   ///< Is of a sender on another rank, and what to reply.
  MatchedReceive* replies;
};

/// Holds the sequences to the processes of this rank, by process.
class PendingSequences {
 public:
  PendingSequences(const CondensedTrace& trace, const Announcements& announcements, RemoteSequences& remote)
      : begin_(trace.own_processes.size() + 1) {
    const Range own = trace.own_processes;
    const auto for_each = [&](const auto& visit) {
      for_each_sequence(announcements, [&](const Sequence& sequence, const OperationNumber* first) {
        if (own.begin > sequence.key.destination || sequence.key.destination >= own.end) return;
        const Range threads = trace.positions_of(LocationGroupId(sequence.key.source));
        visit(sequence.key.destination - own.begin,
              Pending{sequence.key, sequence.announcements, sequence.sender_was_off, first, threads, nullptr,
                      nullptr});
      });
      for (size_t rank = 0; rank < remote.sequences.size(); ++rank) {
        size_t first = 0;
        for (const Sequence& sequence : remote.sequences[rank]) {
          visit(sequence.key.destination - own.begin, Pending{sequence.key,
                                                              sequence.announcements,
                                                              sequence.sender_was_off,
                                                              nullptr,
                                                              {},
                                                              remote.sends[rank].data() + first,
                                                              remote.receives[rank].data() + first});
          first += sequence.announcements;
        }
      }
    };
    for_each([&](size_t p, const Pending&) { ++begin_[p + 1]; });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    list_.resize(begin_.back());
    std::vector<size_t> next = begin_;
    for_each([&](size_t p, const Pending& sequence) { list_[next[p]++] = sequence; });
  }

  /// Returns the sequences to this rank's process of that number.
  std::span<Pending> to(size_t p) { return std::span(list_).subspan(begin_[p], begin_[p + 1] - begin_[p]); }

 private:
  std::vector<size_t> begin_;  ///< Holds the begin of each process, and one past the last.
  std::vector<Pending> list_;
};

/// Pairs the messages to one process after the other; for one thread.
class Pairing {
 public:
  Pairing(const CondensedTrace& trace, const CommMembers& members) : trace_(trace), members_(members) {}

  /// Returns what is wrong with the receives.
  AnomalyReport pair_messages_to(LocationGroupId process, std::span<Pending> sequences,
                                 MessageMatches& matches) {
    std::sort(sequences.begin(), sequences.end(),
              [](const Pending& a, const Pending& b) { return a.key < b.key; });
    slots_.begin(trace_, process);
    found_.assign(slots_.size(), std::nullopt);

    AnomalyReport anomalies;
    const bool several_threads = trace_.threads_of(process).size() > 1;
    std::vector<std::vector<WaitingReceive>> waiting(several_threads ? sequences.size() : 0);
    const auto list = [](const CondensedLocation& location) -> const LargeVector<Message>& {
      return location.receives;
    };
    const auto call_of = [&](const CondensedLocation& location, uint32_t receive) {
      return trace_.order_call(location, location.receives[receive]);
    };
    const ProcessOrder order(trace_, process, list, call_of);
    leave_out_uncertain(process, order, sequences);
    order.for_each([&](uint32_t l, uint32_t i) {
      const std::optional<Pending*> found = sequence_of(process, l, i, sequences);
      if (!found) return;
      Pending* const sequence = *found;
      if (several_threads && sequence != nullptr)
        waiting[static_cast<size_t>(sequence - sequences.data())].push_back({l, i});
      else if (!take(sequence, {l, i}, matches))
        anomalies.count(occurrence_of(Anomaly::unmatched_receive, process, {l, i}));
    });
    if (several_threads) pair_waiting(process, sequences, waiting, matches, anomalies);
    return anomalies;
  }

 private:
  /// Returns none for a receive without an envelope; null if nothing was sent.
  std::optional<Pending*> sequence_of(LocationGroupId process, uint32_t l, uint32_t i,
                                      std::span<Pending> sequences) {
    const CondensedLocation& location = trace_.locations[l];
    const Message& receive = location.receives[i];
    const size_t slot = slots_.of(location, l, receive);
    if (slot == Slots::kNone) return std::nullopt;
    if (!found_[slot]) found_[slot] = find_sequence(process, location, receive, sequences);
    return found_[slot];
  }

  void leave_out_uncertain(LocationGroupId process, const ProcessOrder& order, std::span<Pending> sequences) {
    const bool receiver_was_off = was_off(trace_, process);
    if (!receiver_was_off && std::ranges::none_of(sequences, &Pending::sender_was_off)) return;
    std::vector<uint32_t> receives(sequences.size());
    order.for_each([&](uint32_t l, uint32_t i) {
      const std::optional<Pending*> sequence = sequence_of(process, l, i, sequences);
      if (sequence && *sequence != nullptr) ++receives[static_cast<size_t>(*sequence - sequences.data())];
    });
    for (size_t s = 0; s < sequences.size(); ++s) {
      const bool is_certain = receives[s] == sequences[s].left;
      if ((receiver_was_off || sequences[s].sender_was_off) && !is_certain) sequences[s].left = 0;
    }
  }

  /// Gives a receive the next message of its sequence, unless there is none.
  bool take(Pending* sequence, const WaitingReceive& receive, MessageMatches& matches) const {
    if (sequence == nullptr || sequence->left == 0) return false;
    const LocalOperation own{receive.location, receive.operation};
    --sequence->left;
    if (sequence->own) {
      const OperationNumber number = *sequence->own++;
      const LocalOperation send = matches.send_numbers().find(sequence->threads, number);
      matches.set_send(receive.location, receive.operation, number);
      matches.set_receive(send.location, send.operation, matches.receive_numbers().of(own));
    } else {
      matches.set_send(receive.location, receive.operation, *sequence->remote++);
      *sequence->replies++ = matches.own_receive(trace_, own);
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

  /// Pairs messages of a process with several threads; `waiting` are the receives of each sequence in the
  /// order of their starts.
  void pair_waiting(LocationGroupId process, std::span<Pending> sequences,
                    std::vector<std::vector<WaitingReceive>>& waiting, MessageMatches& matches,
                    AnomalyReport& anomalies) const {
    const ReceiveCompletions completions(trace_, process);
    for (size_t s = 0; s < sequences.size(); ++s) {
      if (waiting[s].empty()) continue;
      // By different clocks, an order of time is none.
      const bool one_clock = trace_.share_clock(process, sender_of(process, waiting[s].front()));
      if (one_clock &&
          settle_order(completions, sent_times(sequences[s], waiting[s].size(), matches), waiting[s])) {
        for (const WaitingReceive& receive : waiting[s])
          anomalies.count(occurrence_of(Anomaly::ambiguous_receive, process, receive));
      }
      for (const WaitingReceive& receive : waiting[s]) {
        if (!take(&sequences[s], receive, matches))
          anomalies.count(occurrence_of(Anomaly::unmatched_receive, process, receive));
      }
    }
  }

  /// Returns when a sequence's next messages were sent, `most` of them or as many as there are.
  std::vector<Ticks> sent_times(const Pending& sequence, size_t most, const MessageMatches& matches) const {
    std::vector<Ticks> sent(std::min<size_t>(most, sequence.left));
    for (size_t i = 0; i < sent.size(); ++i) {
      sent[i] =
          sequence.own
              ? matches.own_send(trace_, matches.send_numbers().find(sequence.threads, sequence.own[i])).sent
              : sequence.remote[i].sent;
    }
    return sent;
  }

  /// Returns null if nothing was sent.
  Pending* find_sequence(LocationGroupId process, const CondensedLocation& location, const Message& receive,
                         std::span<Pending> sequences) const {
    const Envelope& envelope = location.envelope_of(receive);
    const LocationGroupId source = members_.process(envelope.comm, process, envelope.peer);
    const SequenceKey key{envelope.comm.value, source.value, process.value, envelope.tag,
                          channel_of(location, receive)};
    const auto found =
        std::lower_bound(sequences.begin(), sequences.end(), key,
                         [](const Pending& each, const SequenceKey& k) { return each.key < k; });
    return found != sequences.end() && found->key == key ? &*found : nullptr;
  }

  const CondensedTrace& trace_;
  const CommMembers& members_;
  // These lists are of one process, and are fields so that not each has to allocate them.
  Slots slots_;
  /// Holds, for each slot, its sequence once it was looked for.
  std::vector<std::optional<Pending*>> found_;
};

}  // namespace

void pair_messages(const CondensedTrace& trace, const CommMembers& members,
                   const Announcements& announcements, RemoteSequences& remote, MessageMatches& matches,
                   AnomalyReport& anomalies) {
  PendingSequences pending(trace, announcements, remote);
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
