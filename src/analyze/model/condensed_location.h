// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analyze/model/event_times.h"
#include "analyze/model/group_operations.h"
#include "analyze/model/messages.h"
#include "analyze/model/timeline.h"
#include "base/spill.h"
#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// What matching, the correction of clocks and finding waits need of one location: its operations as well,
/// each in the order in which they were started (partitioned messages behind all others).
struct CondensedLocation : Timeline {
  LargeVector<Message> sends;
  LargeVector<Message> receives;
  std::vector<Envelope> envelopes;  ///< of its messages; mostly few, but the same one can occur twice
  LargeVector<MessageDetail> details;
  std::vector<Probe> probes;
  std::vector<PartitionedUse> partitioned_uses;
  LargeVector<Collective> collectives;
  std::vector<WindowOperation> window_operations;  ///< the collective ones on windows as well
  EventTimes event_times;                          ///< in the order of their events

  // What this thread did to operations that other threads of its process had started, and whose they are.
  std::vector<ForeignCompletion> foreign_completions;
  std::vector<CompletedForOther> sends_of_others;
  std::vector<CompletedForOther> receives_of_others;
  std::vector<CompletedForOther> collectives_of_others;

  void add_event_time(EventTimeKind kind, size_t operation, Ticks time) {
    event_times.add({time, static_cast<uint32_t>(operation), kind});
  }
  uint32_t add_envelope(const Envelope& envelope) {
    if (!envelope.comm.valid()) return kNoEnvelope;
    envelopes.push_back(envelope);
    return static_cast<uint32_t>(envelopes.size() - 1);
  }
  /// The position of a message's envelope in `envelopes`; none: an unfinished receive, or cancelled.
  uint32_t envelope_number(const Message& message) const {
    if (message.is_detailed()) [[unlikely]]
      return details[detail_number(message)].envelope;
    return message.envelope() == Message::kNoEnvelopeHere ? kNoEnvelope : message.envelope();
  }
  /// Of a message that has one.
  const Envelope& envelope_of(const Message& message) const { return envelopes[envelope_number(message)]; }
  /// Of any; without communicator where it has none.
  Envelope envelope_or_none(const Message& message) const {
    const uint32_t number = envelope_number(message);
    return number == kNoEnvelope ? Envelope() : envelopes[number];
  }
  /// The call that ended a message: the one that started it for blocking calls, kNoCall where it never ended
  /// or ended on another thread.
  CallIndex completion_of(const Message& message) const {
    if (message.is_detailed()) [[unlikely]]
      return details[detail_number(message)].completion;
    const uint32_t calls = message.calls_until_complete();
    return calls == Message::kNotCompleteHere ? kNoCall : message.start + calls;
  }
  void set_envelope(Message& message, uint32_t number) {
    if (!message.is_detailed() && (number < Message::kNoEnvelopeHere || number == kNoEnvelope))
      message.set(std::min(number, Message::kNoEnvelopeHere), message.calls_until_complete());
    else
      detail_of(message).envelope = number;
  }
  void set_completion(Message& message, CallIndex call) {
    const uint32_t calls = call - message.start;
    if (!message.is_detailed() && calls < Message::kNotCompleteHere)
      message.set(message.envelope(), calls);
    else
      detail_of(message).completion = call;
  }
  MessageDetail& detail_of(Message& message) {
    if (!message.is_detailed()) {
      const uint32_t number = static_cast<uint32_t>(details.size());
      const uint32_t envelope = envelope_number(message);
      const CallIndex completion = completion_of(message);
      details.push_back({.envelope = envelope, .completion = completion});
      message.rest_ = Message::kDetailed | number;
    }
    return details[detail_number(message)];
  }
  /// The position of what a message has there in `details`.
  uint32_t detail_number(const Message& message) const {
    return message.is_detailed() ? message.rest_ & ~Message::kDetailed : kNoDetail;
  }
  /// Null for the many that have none.
  const MessageDetail* find_detail(const Message& message) const {
    return message.is_detailed() ? &details[detail_number(message)] : nullptr;
  }
};

}  // namespace latecomer::analyze
