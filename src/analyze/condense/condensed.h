// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/condense/call_tree.h"
#include "analyze/condense/calls.h"
#include "analyze/condense/marks.h"
#include "analyze/condense/segments.h"
#include "base/ticks.h"
#include "trace/anomaly.h"
#include "trace/definitions.h"
#include "trace/event.h"

namespace latecomer::analyze {

/// A call of any location.
struct CallRef {
  trace::LocationId location;  ///< invalid: none
  CallIndex call = kNoCall;
};

inline constexpr uint32_t kNoDetail = UINT32_MAX;

inline constexpr uint32_t kNoEnvelope = (1U << 31) - 1;

/// What many messages of a location have in common.
struct Envelope {
  trace::CommId comm;
  trace::RankInComm peer = trace::kNoRank;
  uint32_t tag = 0;
  uint64_t bytes = 0;
  bool operator==(const Envelope&) const = default;
};

/// One message as its sender or its receiver recorded it: the call that started it (Send, Isend, Recv, Irecv,
/// Start), and in few bits the number of its envelope and how many calls later it was complete. Where these
/// are too few, and for few messages anyway, there is a MessageDetail, so they are read by functions of
/// CondensedLocation.
class Message {
 public:
  Message() = default;
  explicit Message(CallIndex start) : start(start) {}

  CallIndex start = kNoCall;

 private:
  friend struct CondensedLocation;
  static constexpr uint32_t kDetailed = 1U << 31;  ///< all other bits are the position in `details`
  static constexpr uint32_t kEnvelopeBits = 19;
  static constexpr uint32_t kNoEnvelopeHere = (1U << kEnvelopeBits) - 1;
  static constexpr uint32_t kNotCompleteHere = (kDetailed >> kEnvelopeBits) - 1;

  bool is_detailed() const { return (rest_ & kDetailed) != 0; }
  uint32_t envelope() const { return rest_ & kNoEnvelopeHere; }
  uint32_t calls_until_complete() const { return rest_ >> kEnvelopeBits; }
  void set(uint32_t envelope, uint32_t calls_until_complete) {
    rest_ = calls_until_complete << kEnvelopeBits | envelope;
  }

  uint32_t rest_ = kDetailed - 1;  ///< neither envelope nor completion
};

/// What only few messages have.
struct MessageDetail {
  uint32_t envelope = kNoEnvelope;  ///< number of the message's
  CallIndex completion = kNoCall;   ///< of the message
  uint64_t handle = 0;        ///< matched receives: the message handle of the probe that took the message
  CallRef taken;              ///< matched receives: that probe
  CallRef probe;              ///< receives: the first probe that saw the message
  uint32_t probe_number = 0;  ///< position of that probe in its location's `probes`
  uint32_t channel = 0;  ///< partitioned: 1 + how many transfers of this envelope were initialized before
  uint32_t partitions = 0;
  CallRef ready;                ///< partitioned sends: the call that made the last partition ready
  CallRef completed_elsewhere;  ///< where another thread ended it
};

/// A probe that found a message.
struct Probe {
  trace::CommId comm;
  trace::RankInComm peer = trace::kNoRank;
  uint32_t tag = 0;
  CallIndex call = kNoCall;
  uint64_t handle = 0;  ///< 0: an ordinary probe
};

/// The initialization of partitioned transfers.
struct PartitionedInit {
  bool sends = false;
  uint64_t request = 0;
  trace::CommId comm;
  trace::RankInComm peer = trace::kNoRank;
  uint32_t tag = 0;
  uint32_t partitions = 0;
  uint64_t bytes = 0;  ///< of all partitions
  CallIndex call = kNoCall;
};

/// What this thread did to a partitioned transfer that it or another thread had initialized.
struct PartitionedUse {
  trace::EventKind kind;
  uint32_t partition = 0;
  uint64_t request = 0;
  CallIndex call = kNoCall;
  uint32_t message = 0;     ///< position in the owner's sends or receives
  trace::LocationId owner;  ///< the thread that started the transfer; invalid: unknown
  Ticks time;
};

enum class RequestKind : uint8_t { send, receive, collective };

/// An operation that this thread started and did not complete.
struct OpenRequest {
  RequestKind kind;
  uint64_t request;
  uint32_t operation;  ///< position in sends, receives or collectives
};

/// The completion or cancellation of a request that this thread had not started.
struct ForeignCompletion {
  trace::Event event;
  CallIndex call;
  trace::LocationId owner;  ///< the thread that had; invalid: none
  uint32_t operation = 0;   ///< position in its sends, receives or collectives
};

/// An operation of another thread of the process that this one completed.
struct CompletedForOther {
  trace::LocationId location;
  uint32_t operation;  ///< position in its sends, receives or collectives
  CallIndex call;      ///< of this thread
};

/// One collective operation as one of its members recorded it.
struct Collective {
  trace::CommId comm;  ///< invalid for one that never ended
  trace::CollectiveOp op = trace::CollectiveOp::none;
  bool got_communicator = false;  ///< a communicator became known between its begin and its end
  trace::RankInComm root = trace::kNoRank;
  trace::GroupId sources;  ///< whose data this member waits for; invalid: everybody's
  CallIndex start = kNoCall;
  CallIndex completion = kNoCall;
  uint64_t bytes_sent = 0;
  uint64_t bytes_received = 0;
  Ticks end;               ///< when it was complete here, within the completing call
  trace::WindowId window;  ///< of fences and of windows made and freed, whose communicator is `comm`
  uint32_t instance = 0;   ///< how many of its communicator, or its window, the process started before
};

/// One step of one-sided communication. Locks are normalized: every lock begins with its request, and only an
/// acquisition in another call than that is one of its own.
struct WindowOperation {
  trace::EventKind kind;     ///< of its event; `enter`: a flush, which has no other
  bool exclusive = false;    ///< a lock's request
  trace::WindowId window;    ///< invalid for a flush
  trace::RankInComm target;  ///< in the window's communicator; kNoRank: all of them are locked or unlocked
  trace::GroupId group;      ///< a group synchronization's
  CallIndex start = kNoCall;
  uint64_t bytes_sent = 0;
  uint64_t bytes_received = 0;
};

inline constexpr uint32_t kNoFork = UINT32_MAX;

/// A team of threads that this thread forked. Its first thread is this one, which works in it, too.
struct TeamFork {
  trace::CommId team;
  Ticks time;   ///< of the fork
  Ticks begin;  ///< from here to `end` this thread worked in it; `end` is the location's where it never did
  Ticks end;
  Ticks join;            ///< max: none
  CallPathId path;       ///< where it was forked, in this location's own tree; invalid: outside of any region
  CallPathId fork_path;  ///< on which time passed from the fork to `begin`; invalid: there was no fork event
  CallPathId join_path;  ///< on which time passed from `end` to the join; invalid: there was no join
  CallIndex calls_before_fork = 0;  ///< how many of the location's calls had begun
  CallIndex calls_before_join = 0;
};

/// This thread's part in the work of a team.
struct TeamPart {
  trace::LocationId leader;          ///< who forked the team
  uint32_t fork = 0;                 ///< position in the leader's forks
  uint32_t barriers = 0;             ///< how many of the team's barriers it entered
  CallIndex calls_before_begin = 0;  ///< how many of the location's calls had begun
  CallIndex calls_before_end = 0;
};

/// A barrier of a team.
struct TeamBarrier {
  CallIndex call = kNoCall;
  uint32_t part = 0;    ///< position in the location's team parts
  uint32_t number = 0;  ///< how many barriers of this team instance the thread had entered before
};

/// Time between teams, made a call of its own on the path at which the next team was forked (at the end: the
/// last one). The thread was idle until the fork; the rest is what the fork took.
struct IdlePeriod {
  CallIndex call = kNoCall;
  Ticks until;               ///< the fork, within the call; the end of the call where none followed
  trace::LocationId leader;  ///< for whose fork it waited
  uint32_t fork = kNoFork;   ///< position in the leader's forks
};

/// A lock, mutex or critical section while this thread held it.
struct LockHold {
  trace::Paradigm paradigm = trace::Paradigm::unknown;
  uint64_t lock = 0;
  uint32_t order = 0;        ///< how often the lock had been acquired before, by anybody
  CallIndex call = kNoCall;  ///< in which it was acquired
  Ticks requested;           ///< from here on the call wanted it
  Ticks acquired;
  Ticks released = Ticks::max();  ///< max: not within the trace
};

/// Time that the teams of a location took on one call path. The path's time contains it, but it is not the
/// path's own (find_team_times).
struct TeamTime {
  CallPathId path;
  Ticks fork;
  Ticks join;
  Ticks idle;  ///< between teams, and until the next one began
};

/// What a location has to do with the other threads of its process; empty for most.
struct ThreadWork {
  std::vector<TeamFork> forks;  ///< by time
  std::vector<TeamPart> parts;
  std::vector<TeamBarrier> barriers;
  std::vector<IdlePeriod> idle;
  std::vector<LockHold> locks;
  std::vector<TeamTime> times;  ///< by call path
};

/// The innermost region that a location was in when its events ended.
struct OpenRegion {
  CallPathId path;  ///< invalid: none was open
  Ticks enter;
  Ticks last_event;
  CallIndex call = kNoCall;  ///< if the region had become one
  Envelope sent;             ///< by a blocking send that did not return; without communicator: none
  Envelope awaited;          ///< by the call that did not return, with kNoRank and kAnyTag; as above
  trace::CommId
      collective_on;  ///< communicator of the collective operation that did not end; invalid: not known
  // Of the whole process, by the location that started them.
  uint32_t incomplete_sends = 0;
  uint32_t incomplete_receives = 0;
  uint32_t incomplete_collectives = 0;
  Envelope incomplete_send;  ///< of one of them
};

/// What the analysis keeps of one location: its operations, each in the order in which they were started
/// (partitioned messages behind all others), and the segments between them. Size O(operations + call paths
/// per segment), not O(events).
struct CondensedLocation {
  trace::LocationId id;
  Ticks first_time;
  Ticks last_time;
  Calls calls;  ///< see `call`
  std::vector<Message> sends;
  std::vector<Message> receives;
  std::vector<Envelope> envelopes;  ///< of its messages; mostly few, but the same one can occur twice
  std::vector<MessageDetail> details;
  std::vector<Probe> probes;
  std::vector<PartitionedInit> partitioned_inits;
  std::vector<PartitionedUse> partitioned_uses;
  std::vector<Collective> collectives;
  ThreadWork threads;
  std::vector<WindowOperation> window_operations;  ///< the collective ones on windows as well
  Marks marks;                                     ///< in the order of their events
  Segments segments;
  CallTree call_tree;            ///< its own
  std::vector<Ticks> path_time;  ///< of each path of its own tree: exclusive time over the whole run
  std::vector<uint64_t> path_visits;
  std::vector<CallPathId> paths;  ///< of each path of its own tree: the one in the tree of all locations
  trace::AnomalyCounts anomalies;
  /// Those of them whose call path is known, in its own tree.
  std::map<std::pair<trace::Anomaly, CallPathId>, int64_t> anomaly_places;
  OpenRegion open;      ///< at the end
  std::string problem;  ///< in one line, empty where the location could be read to its end

  // Between the threads of a process, settled when all of them are there (join_threads).
  std::vector<OpenRequest> open_requests;
  std::vector<ForeignCompletion> foreign_completions;
  std::vector<CompletedForOther> sends_of_others;
  std::vector<CompletedForOther> receives_of_others;
  std::vector<CompletedForOther> collectives_of_others;

  Call call(CallIndex index) const { return calls.at(index, segments); }
  /// The path of that call, which takes less than to look at all of it.
  CallPathId path_of(CallIndex call) const { return calls.path_of(call, segments); }
  void count_anomaly(trace::Anomaly kind, CallPathId path, int64_t times = 1) {
    anomalies.count(kind, times);
    if (times > 0) anomaly_places[{kind, path}] += times;
  }
  void mark(MarkKind kind, size_t operation, Ticks time) {
    marks.add({time, static_cast<uint32_t>(operation), kind});
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

/// Completes a collective operation with what its end recorded.
inline void set_end(Collective& collective, const trace::Event& end) {
  collective.comm = end.comm;
  collective.op = end.collective;
  collective.root = end.root;
  collective.sources = end.sources;
  collective.bytes_sent = end.bytes_sent;
  collective.bytes_received = end.bytes_received;
  collective.end = end.time;
}

/// The envelope that the start of a send or the completion of a receive recorded.
inline Envelope envelope_of(const trace::Event& event) {
  return {event.comm, event.peer, event.tag, event.bytes_sent + event.bytes_received};
}

}  // namespace latecomer::analyze
