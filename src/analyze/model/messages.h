// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "analyze/model/calls.h"
#include "base/ticks.h"
#include "trace/definitions.h"
#include "trace/event.h"

namespace latecomer::analyze {

/// Names a call of any location.
struct CallRef {
  trace::LocationId location;  ///< Is invalid if there is no call.
  CallIndex call = kNoCall;
};

inline constexpr uint32_t kNoEnvelope = UINT32_MAX;
inline constexpr uint32_t kNoDetail = UINT32_MAX;

/// Holds what many messages of a location have in common.
struct Envelope {
  trace::CommId comm;
  trace::RankInComm peer = trace::kNoRank;
  uint32_t tag = 0;
  uint64_t bytes = 0;
  bool operator==(const Envelope&) const = default;
};

/// Is one message as its sender or its receiver recorded it.
struct Message {
  CallIndex start = kNoCall;  ///< Is the call that started the message (Send, Isend, Recv, Irecv, Start).
  /// Is the call that ended it: `start` for blocking ones; kNoCall where none or another thread's did.
  CallIndex completion = kNoCall;
  /// Is a position in CondensedLocation::envelopes; kNoEnvelope: an unfinished receive, or cancelled.
  uint32_t envelope = kNoEnvelope;
  /// Is the position in CondensedLocation::details of what only few messages have.
  uint32_t detail = kNoDetail;
};

/// Holds what only few messages have.
struct MessageDetail {
  uint64_t handle = 0;  ///< Is, of matched receives, the message handle of the probe that took the message.
  CallRef taken;        ///< Is, of matched receives, that probe.
  CallRef probe;        ///< Is, of receives, the first probe that saw the message.
  uint32_t probe_number = 0;  ///< Is the position of `probe` in its location's `probes`.
  /// Is, of partitioned ones, 1 + how many transfers of this envelope were initialized before.
  uint32_t channel = 0;
  uint32_t partitions = 0;
  CallRef ready;                ///< Is, of partitioned sends, the call that made the last partition ready.
  CallRef completed_elsewhere;  ///< Is the call of another thread that ended the message.
};

/// Is what the call waited for in which the program died: a message to be received, a send, or the other
/// members of a collective operation, of which only the communicator is known. The trace has no such record
/// of a lock of a window: that follows from the operations before.
struct PendingOperation {
  enum class Kind : uint8_t { receive, send, collective, lock };
  Kind kind = Kind::receive;
  Envelope envelope;  ///< Has kNoRank and kAnyTag for any, of a receive.
};

/// Is a probe that found a message.
struct Probe {
  trace::CommId comm;
  trace::RankInComm peer = trace::kNoRank;
  uint32_t tag = 0;
  CallIndex call = kNoCall;
  uint64_t handle = 0;  ///< Is 0 for an ordinary probe.
};

/// Is what this thread did to a partitioned transfer that it or another thread had initialized.
struct PartitionedUse {
  trace::EventKind kind;
  uint32_t partition = 0;
  uint64_t request = 0;
  CallIndex call = kNoCall;
  uint32_t message = 0;     ///< Is a position in the owner's sends or receives.
  trace::LocationId owner;  ///< Is the thread that started the transfer; invalid: unknown.
  Ticks time;
};

/// Is the completion or cancellation of a request that this thread had not started.
struct ForeignCompletion {
  trace::Event event;
  CallIndex call;
  trace::LocationId owner;  ///< Is the thread that had started the request; invalid: none.
  uint32_t operation = 0;   ///< Is a position in the owner's sends, receives or collectives.
};

/// Is an operation of another thread of the process that this one completed.
struct CompletedForOther {
  trace::LocationId location;
  uint32_t operation;  ///< Is a position in the other thread's sends, receives or collectives.
  CallIndex call;      ///< Is a call of this thread.
};

/// Returns the envelope that the start of a send or the completion of a receive recorded.
inline Envelope envelope_of(const trace::Event& event) {
  return {event.comm, event.peer, event.tag, event.bytes_sent + event.bytes_received};
}

}  // namespace latecomer::analyze
