// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The first step of matching messages: each process's sends, by sequence.
//
//     sends   a (to 1, tag 7)   b (to 2, tag 7)   c (to 1, tag 7)        in the order of their starts
//     announcements   a c | b                                                    a sequence after the other
//
// Of several threads' sends it cannot be known which was on its way first. They are taken in the order of the
// events that say that they were about to be: if any order contradicts no receive, this one does not. That of
// the enters can, when a thread loses its core behind its enter.
//
// Envelopes are few, so the sends of each are counted first; then every send has its position.
//
// Cost: O(sends) and sorting each process's envelopes.

#include "analyze/match/announce_sends.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <memory>

#include "analyze/match/process_order.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::LocationGroupId;

/// Puts the sends of one process after the other in the order of their sequences; for one thread.
class Announcing {
 public:
  Announcing(const CondensedTrace& trace, const CommMembers& members, const OperationNumbers& numbers)
      : trace_(trace), members_(members), numbers_(numbers) {}

  /// Returns the sends to nobody that there is.
  AnomalyReport announce_sends_of(size_t p, Announcements& to) {
    const LocationGroupId process(trace_.own_processes.begin + p);
    const ProcessOrder order(
        trace_, process,
        [](const CondensedLocation& location) -> const LargeVector<Message>& { return location.sends; },
        [](const CondensedLocation& location, uint32_t send) {
          return CallRef{location.id, location.sends[send].start};
        },
        [&](const CondensedLocation& location, uint32_t send) {
          const Ticks sent = location.event_times.sent(send);
          return sent != Ticks::min() ? sent : location.enter_of(location.sends[send].start);
        });
    slots_.begin(trace_, process);
    count_sends(process, order);
    to.sequences[p] = make_sequences();
    const bool off = was_off(trace_, process);
    for (Sequence& sequence : to.sequences[p]) sequence.sender_was_off = off;

    next_.clear();
    size_t next = to.first[p];
    for (const Sequence& sequence : to.sequences[p])
      next_.push_back(std::exchange(next, next + sequence.announcements));
    AnomalyReport without_destination;
    order.for_each([&](uint32_t l, uint32_t i) {
      const CondensedLocation& location = trace_.locations[l];
      const size_t slot = slots_.of(location, l, location.sends[i]);
      if (slot == Slots::kNone) return;
      if (sequences_[slot] == kNoSequence) {
        const CallPathId path = location.path_of(location.sends[i].start);
        return without_destination.count({Anomaly::undefined_reference, path, process});
      }
      to.list[next_[sequences_[slot]]++] = numbers_.of({l, i});
    });
    return without_destination;
  }

 private:
  static constexpr uint32_t kNoSequence = UINT32_MAX;

  struct UsedSlot {
    SequenceKey key;
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

  /// Makes the sequences of the slots that are used; several slots can be of one sequence.
  std::vector<Sequence> make_sequences() {
    std::sort(used_.begin(), used_.end(), [](const UsedSlot& a, const UsedSlot& b) { return a.key < b.key; });
    sequences_.assign(slots_.size(), kNoSequence);
    std::vector<Sequence> sequences;
    sequences.reserve(used_.size());
    for (const UsedSlot& used : used_) {
      if (used.key.destination == LocationGroupId::kInvalid) continue;
      if (sequences.empty() || sequences.back().key != used.key) sequences.push_back({used.key, 0});
      sequences.back().announcements += sends_[used.slot];
      sequences_[used.slot] = static_cast<uint32_t>(sequences.size() - 1);
    }
    return sequences;
  }

  const CondensedTrace& trace_;
  const CommMembers& members_;
  const OperationNumbers& numbers_;
  // These lists are of one process, and are fields so that not each has to allocate them.
  Slots slots_;
  std::vector<uint32_t> sends_;      ///< Counts the sends of each slot.
  std::vector<uint32_t> sequences_;  ///< Holds, for each slot, the number of its sequence.
  std::vector<UsedSlot> used_;
  std::vector<size_t> next_;  ///< Holds, for each sequence, the position of its next announcement.
};

}  // namespace

Announcements::Announcements(const CondensedTrace& trace)
    : sequences(trace.own_processes.size()), first(sequences.size()) {
  size_t sends = 0;
  for (size_t p = 0; p < first.size(); ++p) {
    first[p] = sends;
    for (const CondensedLocation& location : trace.threads_of(LocationGroupId(trace.own_processes.begin + p)))
      sends += location.sends.size();
  }
  list.resize(sends);
}

Announcements announce_sends(const CondensedTrace& trace, const CommMembers& members,
                             const OperationNumbers& numbers, AnomalyReport& anomalies) {
  Announcements announcements(trace);
  oneapi::tbb::enumerable_thread_specific<Announcing, std::allocator<Announcing>> announcing(
      [&] { return Announcing(trace, members, numbers); });
  std::vector<AnomalyReport> without_destination(trace.own_processes.size());
  parallel_for(without_destination.size(), [&](size_t p) {
    without_destination[p] = announcing.local().announce_sends_of(p, announcements);
  });
  for (const AnomalyReport& of_process : without_destination) anomalies += of_process;
  return announcements;
}

}  // namespace latecomer::analyze
