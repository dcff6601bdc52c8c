// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/match/message_matches.h"
#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Is what the announcements of a sequence have in common.
struct SequenceKey {
  uint32_t comm;
  uint32_t source;       ///< Is a process.
  uint32_t destination;  ///< Is a process.
  uint32_t tag;
  uint32_t channel;
  auto operator<=>(const SequenceKey&) const = default;
};

/// Is the sends of one process to another with one envelope, in the order of their starts.
struct Sequence {
  SequenceKey key;
  /// Counts the announcements of the sequence, which follow those of the sequences before.
  uint32_t announcements;
  bool sender_was_off = false;
};

/// Returns whether recording was off in a process for some time, so that messages can be missing.
inline bool was_off(const CondensedTrace& trace, trace::LocationGroupId process) {
  const auto is_off = [&](CallPathId path) {
    return trace.class_of(path).time == report::Builtin::recording_off;
  };
  return std::ranges::any_of(trace.threads_of(process), [&](const CondensedLocation& location) {
    return std::ranges::any_of(location.paths, is_off);
  });
}

/// Holds, by rank, what ranks exchange of sequences between them: the sends of one sequence after those of
/// another, and in reply the receives that took the sends; a reply without owner: no receive did.
struct RemoteSequences {
  std::vector<std::vector<Sequence>> sequences;
  std::vector<std::vector<MatchedSend>> sends;
  std::vector<std::vector<MatchedReceive>> receives;
};

/// Returns the channel of a message of this location: 0, or of partitioned ones one more than how many of its
/// envelope were initialized before.
inline uint32_t channel_of(const CondensedLocation& location, const Message& message) {
  const MessageDetail* const detail = location.find_detail(message);
  return detail ? detail->channel : 0;
}

/// Numbers what messages of a process have in common that are of one sequence: the envelope of a location,
/// or, in a channel, the message's own detail. So a sequence is looked up once for each such slot.
class Slots {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  /// Begins with a process: `size` and `of` are for that one from here on.
  void begin(const CondensedTrace& trace, trace::LocationGroupId process) {
    first_location_ = trace.positions_of(process).begin;
    first_slots_.clear();
    size_ = 0;
    for (const CondensedLocation& location : trace.threads_of(process)) {
      first_slots_.push_back(size_);
      size_ += location.envelopes.size() + location.details.size();
    }
  }

  size_t size() const { return size_; }

  /// Returns the slot of a message of the local location `l`; none if it has no envelope.
  size_t of(const CondensedLocation& location, size_t l, const Message& message) const {
    const uint32_t envelope = message.envelope;
    if (envelope == kNoEnvelope) return kNone;
    const size_t first = first_slots_[l - first_location_];
    if (channel_of(location, message) == 0) return first + envelope;
    return first + location.envelopes.size() + message.detail;
  }

 private:
  size_t first_location_ = 0;
  size_t size_ = 0;
  std::vector<size_t> first_slots_;  ///< Holds the first slot of each location of the process.
};

}  // namespace latecomer::analyze
