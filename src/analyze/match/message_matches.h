// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/match/operation_numbers.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "base/spill.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Is the send of a received message.
struct MatchedSend {
  trace::LocationId owner;  ///< Is the location that has it in its list, at `operation`; invalid: unmatched.
  uint32_t operation = 0;
  trace::LocationId ready_on;  ///< Is the location in whose call its data could go first: mostly the owner.
  Ticks ready;                 ///< Is the enter of that call.
  Ticks sent;                  ///< Is the time before which nothing can have arrived; min: not known.
};

/// Says which send a message was, and before which time nothing of it can have arrived; min: not known.
struct Sent {
  trace::LocationId owner;  ///< Is invalid if the message is unmatched.
  uint32_t operation = 0;
  Ticks time = Ticks::min();
};

/// Is the receive of a sent message.
struct MatchedReceive {
  trace::LocationId owner;  ///< Is the location that has it in its list, at `operation`; invalid: unmatched.
  uint32_t operation = 0;
  Ticks enter;  ///< Is the enter of the call that started the receive.
};

/// Says which send and receive belong together, in 4 bytes for each end of a message. Its envelope says which
/// process has the other end; of messages within this rank all else is there. What is known of ends on other
/// ranks is in lists of their own. Messages of the trace are looked up, so it ends with them.
class MessageMatches {
 public:
  MessageMatches() = default;
  MessageMatches(const CondensedTrace& trace, const CommMembers& members);

  /// These functions return the numbers of sends and of receives in their processes.
  const OperationNumbers& send_numbers() const { return send_numbers_; }
  const OperationNumbers& receive_numbers() const { return receive_numbers_; }

  /// These functions return the send of a receive of the local location `l`, and the receive of a send.
  MatchedSend send_of(const CondensedTrace& trace, size_t l, size_t receive) const;
  MatchedReceive receive_of(const CondensedTrace& trace, size_t l, size_t send) const;
  /// Returns whether a send of the local location `l` was received.
  bool is_received(size_t l, size_t send) const { return receives_[l][send] != kUnmatched; }
  /// Returns whether the message of a receive was sent by somebody who is known.
  bool is_sent(size_t l, size_t receive) const { return sends_[l][receive] != kUnmatched; }
  /// Returns who sent a receive's message and when: less than all of its send.
  Sent sent_of(const CondensedTrace& trace, size_t l, size_t receive) const;

  // These functions may be called for different locations at the same time.

  /// These functions set the other end, where it is on this rank, by its number in its process.
  void set_send(size_t l, size_t receive, OperationNumber send) { sends_[l][receive] = send; }
  void set_receive(size_t l, size_t send, OperationNumber receive) { receives_[l][send] = receive; }
  /// These functions set the other end, where it is on another rank.
  void set_send(size_t l, size_t receive, const MatchedSend& send) {
    sends_[l][receive] = static_cast<uint32_t>(remote_sends_[l].size());
    remote_sends_[l].push_back(send);
  }
  void set_receive(size_t l, size_t send, const MatchedReceive& receive) {
    receives_[l][send] = static_cast<uint32_t>(remote_receives_[l].size());
    remote_receives_[l].push_back(receive);
  }
  /// Returns a send of this rank, whoever received it.
  MatchedSend own_send(const CondensedTrace& trace, LocalOperation send) const {
    const CondensedLocation& location = trace.locations[send.location];
    const CallRef ready = trace.ready_call(location, location.sends[send.operation]);
    return {location.id, send.operation, ready.location, trace.enter_of(ready),
            location.event_times.sent(send.operation)};
  }
  /// Returns a receive of this rank, whoever sent it.
  MatchedReceive own_receive(const CondensedTrace& trace, LocalOperation receive) const {
    const CondensedLocation& location = trace.locations[receive.location];
    return {location.id, receive.operation, location.enter_of(location.receives[receive.operation].start)};
  }
  /// Looks up all times again, after times in the trace have changed. Nothing is matched anew.
  void renew_times(const CondensedTrace& trace, Comm& comm);

 private:
  static constexpr uint32_t kUnmatched = UINT32_MAX;

  /// Is a process that a location sends to or receives from.
  struct Peer {
    static constexpr uint32_t kElsewhere = UINT32_MAX;

    uint32_t threads = 0;
    /// Is the position of its first thread in CondensedTrace::locations, if it is there.
    uint32_t location = kElsewhere;

    bool is_here() const { return location != kElsewhere; }
    /// Returns the positions of its threads in CondensedTrace::locations, if it is there.
    Range positions() const { return {location, size_t{location} + threads}; }
  };

  static Peer find_peer(const CondensedTrace& trace, trace::LocationGroupId process);
  /// Returns the peer of a matched message of the local location `l`.
  const Peer& peer_of(size_t l, const Message& message) const { return peers_[l][message.envelope]; }

  std::vector<std::vector<Peer>> peers_;  ///< Holds the peers of each location's envelopes.
  /// Holds, for each receive of a location, a number of a send in its process, or one of `remote_sends_`.
  std::vector<LargeVector<uint32_t>> sends_;
  /// Holds, for each send of a location, a number of a receive in its process, or one of `remote_receives_`.
  std::vector<LargeVector<uint32_t>> receives_;
  OperationNumbers send_numbers_;
  OperationNumbers receive_numbers_;
  std::vector<LargeVector<MatchedSend>> remote_sends_;  ///< Is empty with one rank.
  std::vector<LargeVector<MatchedReceive>> remote_receives_;
};

inline MatchedSend MessageMatches::send_of(const CondensedTrace& trace, size_t l, size_t receive) const {
  const uint32_t number = sends_[l][receive];
  if (number == kUnmatched) return {};
  const CondensedLocation& location = trace.locations[l];
  const Peer& peer = peer_of(l, location.receives[receive]);
  if (!peer.is_here()) return remote_sends_[l][number];
  return own_send(trace, send_numbers_.find(peer.positions(), number));
}

inline Sent MessageMatches::sent_of(const CondensedTrace& trace, size_t l, size_t receive) const {
  const uint32_t number = sends_[l][receive];
  if (number == kUnmatched) return {};
  const CondensedLocation& location = trace.locations[l];
  const Peer& peer = peer_of(l, location.receives[receive]);
  if (!peer.is_here()) {
    const MatchedSend& send = remote_sends_[l][number];
    return {send.owner, send.operation, send.sent};
  }
  const LocalOperation send = send_numbers_.find(peer.positions(), number);
  const CondensedLocation& sender = trace.locations[send.location];
  return {sender.id, send.operation, sender.event_times.sent(send.operation)};
}

inline MatchedReceive MessageMatches::receive_of(const CondensedTrace& trace, size_t l, size_t send) const {
  const uint32_t number = receives_[l][send];
  if (number == kUnmatched) return {};
  const CondensedLocation& location = trace.locations[l];
  const Peer& peer = peer_of(l, location.sends[send]);
  if (!peer.is_here()) return remote_receives_[l][number];
  return own_receive(trace, receive_numbers_.find(peer.positions(), number));
}

}  // namespace latecomer::analyze
