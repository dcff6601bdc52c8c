// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/condense/local_trace.h"
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

/// Sends on other ranks that receives of one location got.
class RemoteSends {
 public:
  void reserve(size_t sends);
  /// Returns its position.
  uint32_t add(const MatchedSend& send);
  MatchedSend at(trace::LocationId owner, uint32_t position) const {
    const trace::LocationId ready_on = elsewhere_.empty() ? owner : ready_on_of(owner, position);
    return {owner, operations_[position], ready_on, ready_[position], sent_[position]};
  }
  Ticks sent(uint32_t position) const { return sent_[position]; }
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

  std::vector<uint32_t> operations_;
  TickList ready_;
  TickList sent_;
  std::vector<Elsewhere> elsewhere_;  ///< mostly none
};

/// Receives on other ranks that took sends of one location.
class RemoteReceives {
 public:
  void reserve(size_t receives);
  /// Returns its position.
  uint32_t add(const MatchedReceive& receive);
  MatchedReceive at(trace::LocationId owner, uint32_t position) const {
    return {owner, operations_[position], enter_[position]};
  }
  void set_time(uint32_t position, Ticks enter) { enter_.set(position, enter); }

 private:
  std::vector<uint32_t> operations_;
  TickList enter_;
};

/// Who belongs to whom, in 8 bytes for each end of a message: of messages within this rank all the rest
/// stands with the other end; what is known of ends on other ranks stands in lists of their own.
class MessageMatches {
 public:
  MessageMatches() = default;
  explicit MessageMatches(const LocalTrace& trace);

  /// The send of a receive of the local location `l`, and the receive of a send.
  MatchedSend send_of(const LocalTrace& trace, size_t l, size_t receive) const;
  MatchedReceive receive_of(const LocalTrace& trace, size_t l, size_t send) const;
  /// Of a receive's message, who sent it and when: less than all of its send.
  Sent sent_of(const LocalTrace& trace, size_t l, size_t receive) const;

  // Different locations' can be set at the same time.

  /// Sets the other end: an operation of a location of this rank.
  void set_send(size_t l, size_t receive, trace::LocationId owner, uint32_t operation) {
    sends_[l][receive] = {owner, operation};
  }
  void set_receive(size_t l, size_t send, trace::LocationId owner, uint32_t operation) {
    receives_[l][send] = {owner, operation};
  }
  /// The same where it is on another rank.
  void set_send(size_t l, size_t receive, const MatchedSend& send) {
    sends_[l][receive] = {send.owner, remote_sends_[l].add(send)};
  }
  void set_receive(size_t l, size_t send, const MatchedReceive& receive) {
    receives_[l][send] = {receive.owner, remote_receives_[l].add(receive)};
  }
  /// Makes room for so many.
  void expect_remote_sends(size_t l, size_t sends) { remote_sends_[l].reserve(sends); }
  void expect_remote_receives(size_t l, size_t receives) { remote_receives_[l].reserve(receives); }

  /// A send of this rank, whoever received it.
  MatchedSend own_send(const LocalTrace& trace, size_t l, uint32_t send) const {
    const CondensedLocation& location = trace.locations[l];
    const CallRef ready = trace.ready_call(location, location.sends[send]);
    return {location.id, send, ready.location, trace.enter_of(ready), location.marks.sent(send)};
  }
  /// A receive of this rank, whoever sent it.
  MatchedReceive own_receive(const LocalTrace& trace, size_t l, uint32_t receive) const {
    const CondensedLocation& location = trace.locations[l];
    return {location.id, receive, location.call(location.receives[receive].start).enter};
  }
  /// Looks at all times again, after times in the trace have changed. Nothing is matched anew.
  void renew_times(const LocalTrace& trace, Comm& comm);

 private:
  struct End {
    trace::LocationId location;  ///< invalid: unmatched
    uint32_t position = 0;       ///< of its operation; of one on another rank, in the list of these
  };

  std::vector<std::vector<End>> sends_;     ///< of each location's receives
  std::vector<std::vector<End>> receives_;  ///< of each location's sends
  std::vector<RemoteSends> remote_sends_;
  std::vector<RemoteReceives> remote_receives_;
};

inline MatchedSend MessageMatches::send_of(const LocalTrace& trace, size_t l, size_t receive) const {
  const End& end = sends_[l][receive];
  if (!end.location.valid()) return {};
  if (!trace.is_local(end.location)) return remote_sends_[l].at(end.location, end.position);
  return own_send(trace, trace.local(end.location), end.position);
}

inline Sent MessageMatches::sent_of(const LocalTrace& trace, size_t l, size_t receive) const {
  const End& end = sends_[l][receive];
  if (!end.location.valid()) return {};
  if (!trace.is_local(end.location)) return {end.location, remote_sends_[l].sent(end.position)};
  return {end.location, trace[end.location].marks.sent(end.position)};
}

inline MatchedReceive MessageMatches::receive_of(const LocalTrace& trace, size_t l, size_t send) const {
  const End& end = receives_[l][send];
  if (!end.location.valid()) return {};
  if (!trace.is_local(end.location)) return remote_receives_[l].at(end.location, end.position);
  return own_receive(trace, trace.local(end.location), end.position);
}

}  // namespace latecomer::analyze
