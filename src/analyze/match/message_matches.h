// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/match/operation_numbers.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "base/spill.h"
#include "base/tick_list.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// The send of a received message.
struct MatchedSend {
  trace::LocationId owner;  ///< the location that has it in its list, at `operation`; invalid: unmatched
  uint32_t operation = 0;
  trace::LocationId ready_on;  ///< in whose call its data could go first: mostly the owner
  Ticks ready;                 ///< the enter of that call
  Ticks sent;                  ///< before which nothing can have arrived; min: not known
};

/// Who sent a message, and before which time nothing of it can have arrived; min: not known.
struct Sent {
  trace::LocationId owner;  ///< invalid: unmatched
  Ticks time = Ticks::min();
};

/// The receive of a sent message.
struct MatchedReceive {
  trace::LocationId owner;  ///< the location that has it in its list, at `operation`; invalid: unmatched
  uint32_t operation = 0;
  Ticks enter;  ///< of the call that started it
};

/// Who has the operations of another rank that belong to a location's, where their processes have several
/// threads: mostly none have.
class RemoteOwners {
 public:
  /// The location that has the operation at `position`, `only` where its process has one.
  trace::LocationId at(uint32_t position, trace::LocationId only) const {
    return position < owners_.size() && owners_[position].valid() ? owners_[position] : only;
  }
  void set(uint32_t position, trace::LocationId owner) {
    owners_.resize(position + size_t{1});
    owners_[position] = owner;
  }

 private:
  std::vector<trace::LocationId> owners_;  ///< up to the last one whose process has several
};

/// Sends on other ranks that receives of one location got.
class RemoteSends {
 public:
  void reserve(size_t sends);
  /// Returns its position. `only`: the sending process has one thread.
  uint32_t add(const MatchedSend& send, bool only);
  /// `first` is the first thread of the sending process.
  MatchedSend at(trace::LocationId first, uint32_t position) const {
    const trace::LocationId owner = owners_.at(position, first);
    const trace::LocationId ready_on = elsewhere_.empty() ? owner : ready_on_of(owner, position);
    return {owner, operations_[position], ready_on, ready_[position], sent_[position]};
  }
  Sent sent(trace::LocationId first, uint32_t position) const {
    return {owners_.at(position, first), sent_[position]};
  }
  void set_times(uint32_t position, Ticks ready, Ticks sent) {
    ready_.set(position, ready);
    sent_.set(position, sent);
  }

 private:
  /// A send that is not ready on its owner.
  struct Elsewhere {
    uint32_t position;
    trace::LocationId ready_on;
  };

  trace::LocationId ready_on_of(trace::LocationId owner, uint32_t position) const;

  LargeVector<uint32_t> operations_;
  TickList ready_;
  TickList sent_;
  RemoteOwners owners_;
  std::vector<Elsewhere> elsewhere_;  ///< mostly none
};

/// Receives on other ranks that took sends of one location.
class RemoteReceives {
 public:
  void reserve(size_t receives);
  /// Returns its position. `only`: the receiving process has one thread.
  uint32_t add(const MatchedReceive& receive, bool only);
  /// `first` is the first thread of the receiving process.
  MatchedReceive at(trace::LocationId first, uint32_t position) const {
    return {owners_.at(position, first), operations_[position], enter_[position]};
  }
  void set_time(uint32_t position, Ticks enter) { enter_.set(position, enter); }

 private:
  LargeVector<uint32_t> operations_;
  TickList enter_;
  RemoteOwners owners_;
};

/// Who belongs to whom, in 4 bytes for each end of a message: which process has the other end, its envelope
/// says; of messages within this rank all the rest stands there. What is known of ends on other ranks stands
/// in lists of their own. Messages of the trace are looked at, so it ends with them.
class MessageMatches {
 public:
  MessageMatches() = default;
  MessageMatches(const CondensedTrace& trace, const CommMembers& members);

  /// The numbers of sends and of receives in their processes.
  const OperationNumbers& send_numbers() const { return send_numbers_; }
  const OperationNumbers& receive_numbers() const { return receive_numbers_; }

  /// The send of a receive of the local location `l`, and the receive of a send.
  MatchedSend send_of(const CondensedTrace& trace, size_t l, size_t receive) const;
  MatchedReceive receive_of(const CondensedTrace& trace, size_t l, size_t send) const;
  /// Of a receive's message, who sent it and when: less than all of its send.
  Sent sent_of(const CondensedTrace& trace, size_t l, size_t receive) const;

  // Different locations' can be set at the same time.

  /// Sets the other end, where it is on this rank: which one of its process.
  void set_send(size_t l, size_t receive, OperationNumber send) { sends_[l][receive] = send; }
  void set_receive(size_t l, size_t send, OperationNumber receive) { receives_[l][send] = receive; }
  /// The same where it is on another rank.
  void set_send(const CondensedTrace& trace, size_t l, size_t receive, const MatchedSend& send) {
    const Peer& peer = peer_of(l, trace.locations[l].receives[receive]);
    sends_[l][receive] = remote_sends_[l].add(send, peer.threads == 1);
  }
  void set_receive(const CondensedTrace& trace, size_t l, size_t send, const MatchedReceive& receive) {
    const Peer& peer = peer_of(l, trace.locations[l].sends[send]);
    receives_[l][send] = remote_receives_[l].add(receive, peer.threads == 1);
  }
  /// Makes room for so many.
  void expect_remote_sends(size_t l, size_t sends) {
    if (sends > 0) remote_sends_[l].reserve(sends);
  }
  void expect_remote_receives(size_t l, size_t receives) {
    if (receives > 0) remote_receives_[l].reserve(receives);
  }

  /// A send of this rank, whoever received it.
  MatchedSend own_send(const CondensedTrace& trace, LocalOperation send) const {
    const CondensedLocation& location = trace.locations[send.location];
    const CallRef ready = trace.ready_call(location, location.sends[send.operation]);
    return {location.id, send.operation, ready.location, trace.enter_of(ready),
            location.event_times.sent(send.operation)};
  }
  /// A receive of this rank, whoever sent it.
  MatchedReceive own_receive(const CondensedTrace& trace, LocalOperation receive) const {
    const CondensedLocation& location = trace.locations[receive.location];
    return {location.id, receive.operation, location.call(location.receives[receive.operation].start).enter};
  }
  /// Looks at all times again, after times in the trace have changed. Nothing is matched anew.
  void renew_times(const CondensedTrace& trace, Comm& comm);

 private:
  static constexpr uint32_t kUnmatched = UINT32_MAX;

  /// A process that a location sends to or receives from.
  struct Peer {
    static constexpr uint32_t kElsewhere = UINT32_MAX;

    trace::LocationId first;  ///< its first thread; invalid: there is no such process
    uint32_t threads = 0;
    uint32_t location =
        kElsewhere;  ///< position of the first one in CondensedTrace::locations, if it is there

    bool is_here() const { return location != kElsewhere; }
    /// Of its threads in CondensedTrace::locations, if it is there.
    Range positions() const { return {location, size_t{location} + threads}; }
  };

  static Peer find_peer(const CondensedTrace& trace, trace::LocationGroupId process);
  /// Of a matched message of the local location `l`.
  const Peer& peer_of(size_t l, const Message& message) const { return peers_[l][message.envelope]; }

  std::vector<std::vector<Peer>> peers_;      ///< of each location's envelopes
  std::vector<LargeVector<uint32_t>> sends_;  ///< of each location's receives, which one of its process ...
  std::vector<LargeVector<uint32_t>> receives_;  ///< of each location's sends
  OperationNumbers send_numbers_;
  OperationNumbers receive_numbers_;
  std::vector<RemoteSends> remote_sends_;  ///< ... or which one of these; empty where there is one rank
  std::vector<RemoteReceives> remote_receives_;
};

inline MatchedSend MessageMatches::send_of(const CondensedTrace& trace, size_t l, size_t receive) const {
  const uint32_t number = sends_[l][receive];
  if (number == kUnmatched) return {};
  const CondensedLocation& location = trace.locations[l];
  const Peer& peer = peer_of(l, location.receives[receive]);
  if (!peer.is_here()) return remote_sends_[l].at(peer.first, number);
  return own_send(trace, send_numbers_.find(peer.positions(), number));
}

inline Sent MessageMatches::sent_of(const CondensedTrace& trace, size_t l, size_t receive) const {
  const uint32_t number = sends_[l][receive];
  if (number == kUnmatched) return {};
  const CondensedLocation& location = trace.locations[l];
  const Peer& peer = peer_of(l, location.receives[receive]);
  if (!peer.is_here()) return remote_sends_[l].sent(peer.first, number);
  const LocalOperation send = send_numbers_.find(peer.positions(), number);
  const CondensedLocation& sender = trace.locations[send.location];
  return {sender.id, sender.event_times.sent(send.operation)};
}

inline MatchedReceive MessageMatches::receive_of(const CondensedTrace& trace, size_t l, size_t send) const {
  const uint32_t number = receives_[l][send];
  if (number == kUnmatched) return {};
  const CondensedLocation& location = trace.locations[l];
  const Peer& peer = peer_of(l, location.sends[send]);
  if (!peer.is_here()) return remote_receives_[l].at(peer.first, number);
  return own_receive(trace, receive_numbers_.find(peer.positions(), number));
}

}  // namespace latecomer::analyze
