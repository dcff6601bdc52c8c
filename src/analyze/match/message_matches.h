// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "analyze/condense/local_trace.h"
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

/// The receive of a sent message.
struct MatchedReceive {
  trace::LocationId owner;  ///< the location that has it in its list, at `operation`; invalid: unmatched
  uint32_t operation = 0;
  Ticks enter;  ///< of the call that started it
};

/// By rank and in the order of what it told of its sends, their receives.
using Replies = std::vector<std::vector<MatchedReceive>>;

/// Who belongs to whom, in 8 bytes for each end of a message: of messages within this rank all the rest
/// stands with the other end; what other ranks tell of theirs is kept as they told it.
class MessageMatches {
 public:
  MessageMatches() = default;
  explicit MessageMatches(const LocalTrace& trace);

  /// The send of a receive of the local location `l`, and the receive of a send.
  MatchedSend send_of(const LocalTrace& trace, size_t l, size_t receive) const;
  MatchedReceive receive_of(const LocalTrace& trace, size_t l, size_t send) const;

  /// Sets the other end: an operation of a location of this rank, or a position in what the location's rank
  /// tells. Different locations' can be set at the same time.
  void set_send(size_t l, size_t receive, trace::LocationId location, uint32_t position) {
    sends_[l][receive] = {location, position};
  }
  void set_receive(size_t l, size_t send, trace::LocationId location, uint32_t position) {
    receives_[l][send] = {location, position};
  }
  /// What other ranks tell, by rank: of their sends to this one, and of their receives of what this one told
  /// them, in its order; no owner: not received.
  void set_remote(std::vector<std::vector<MatchedSend>> sends) { remote_sends_ = std::move(sends); }
  void set_remote(Replies receives) { remote_receives_ = std::move(receives); }
  /// With room for a reply to each send that other ranks told of.
  Replies room_for_replies() const;
  const std::vector<std::vector<MatchedSend>>& remote_sends() const { return remote_sends_; }
  const Replies& remote_receives() const { return remote_receives_; }

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
    uint32_t position = 0;       ///< of its operation; of one elsewhere, in what its rank tells
  };

  std::vector<std::vector<End>> sends_;     ///< of each location's receives
  std::vector<std::vector<End>> receives_;  ///< of each location's sends
  std::vector<std::vector<MatchedSend>> remote_sends_;
  Replies remote_receives_;
};

inline MatchedSend MessageMatches::send_of(const LocalTrace& trace, size_t l, size_t receive) const {
  const End& end = sends_[l][receive];
  if (!end.location.valid()) return {};
  if (!trace.is_local(end.location)) return remote_sends_[trace.rank_of(end.location)][end.position];
  return own_send(trace, trace.local(end.location), end.position);
}

inline MatchedReceive MessageMatches::receive_of(const LocalTrace& trace, size_t l, size_t send) const {
  const End& end = receives_[l][send];
  if (!end.location.valid()) return {};
  if (!trace.is_local(end.location)) return remote_receives_[trace.rank_of(end.location)][end.position];
  return own_receive(trace, trace.local(end.location), end.position);
}

}  // namespace latecomer::analyze
