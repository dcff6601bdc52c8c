// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "analyze/model/event_times.h"
#include "analyze/model/group_operations.h"
#include "analyze/model/local_location.h"
#include "analyze/model/messages.h"
#include "base/spill.h"
#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

struct RecordedTimeline;

/// Holds what matching, the correction of clocks and finding waits need of one location: its operations as
/// well, each in the order in which they were started (partitioned messages behind all others).
struct CondensedLocation : LocalLocation {
  LargeVector<Message> sends;
  LargeVector<Message> receives;
  /// Holds the envelopes of its messages; mostly few, but the same one can occur twice.
  std::vector<Envelope> envelopes;
  LargeVector<MessageDetail> details;
  std::vector<Probe> probes;
  std::vector<PartitionedUse> partitioned_uses;
  LargeVector<Collective> collectives;
  std::vector<WindowOperation> window_operations;  ///< Holds the collective ones on windows as well.
  /// Sums up by path of its own tree.
  std::map<std::pair<CallPathId, FileAccesses>, FileAccessSums> file_accesses;
  /// Lists calls that completed nonblocking accesses that were not collective.
  std::vector<CallIndex> file_completions;
  EventTimes event_times;                             ///< Holds times in the order of their events.
  std::shared_ptr<RecordedTimeline> recorded;         ///< Is null once it is stored.
  std::map<CallPathId, TestsAtDistance> tests_apart;  ///< Sums up by path of its own tree.
  std::vector<CallIndex> polling_runs;  ///< Lists calls that are several tests, see polling_runs.h.

  // These lists say what this thread did to operations that other threads of its process had started, and
  // whose they are.
  std::vector<ForeignCompletion> foreign_completions;
  std::vector<CompletedForOther> sends_of_others;
  std::vector<CompletedForOther> receives_of_others;
  std::vector<CompletedForOther> collectives_of_others;

  void add_event_time(EventTimeKind kind, size_t operation, Ticks time) {
    event_times.add({time, static_cast<uint32_t>(operation), kind});
  }
  bool is_polling_run(CallIndex call) const {
    return std::binary_search(polling_runs.begin(), polling_runs.end(), call);
  }
  uint32_t add_envelope(const Envelope& envelope) {
    if (!envelope.comm.valid()) return kNoEnvelope;
    envelopes.push_back(envelope);
    return static_cast<uint32_t>(envelopes.size() - 1);
  }
  /// Returns the envelope of a message that has one.
  const Envelope& envelope_of(const Message& message) const { return envelopes[message.envelope]; }
  /// Returns the envelope of any message; without communicator where it has none.
  Envelope envelope_or_none(const Message& message) const {
    return message.envelope == kNoEnvelope ? Envelope() : envelopes[message.envelope];
  }
  MessageDetail& detail_of(Message& message) {
    if (message.detail == kNoDetail) {
      message.detail = static_cast<uint32_t>(details.size());
      details.emplace_back();
    }
    return details[message.detail];
  }
  /// Returns null for the many messages that have no detail.
  const MessageDetail* find_detail(const Message& message) const {
    return message.detail == kNoDetail ? nullptr : &details[message.detail];
  }
};

}  // namespace latecomer::analyze
