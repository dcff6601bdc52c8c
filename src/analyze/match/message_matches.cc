// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Matched messages in 4 bytes an end.
//
// The problem: there can be as many messages as the memory holds, and each end has to know the other one.
//
// The idea: an envelope says which process the other end is in, so a number among its operations is enough;
// what is known of ends on other ranks is in a list, and the number is a position in that:
//
//     rank 0, process 0    sends of process 0:      0  1  2  ...
//                          receives of process 1:   1  0  remote 0      <- sends_: numbers of sends
//
// Cost: O(1) a lookup, and a binary search among the threads of a process.

#include "analyze/match/message_matches.h"

#include "base/parallel.h"

namespace latecomer::analyze {

using trace::LocationGroupId;
using trace::LocationId;

MessageMatches::MessageMatches(const CondensedTrace& trace, const CommMembers& members)
    : peers_(trace.locations.size()),
      sends_(peers_.size()),
      receives_(peers_.size()),
      send_numbers_(trace, [](const CondensedLocation& location) { return location.sends.size(); }),
      receive_numbers_(trace, [](const CondensedLocation& location) { return location.receives.size(); }) {
  if (trace.own_locations.size() < trace.definitions.locations.size()) {
    remote_sends_.resize(peers_.size());
    remote_receives_.resize(peers_.size());
  }
  parallel_for(peers_.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    const LocationGroupId process = trace.process_of(location.id);
    peers_[l].reserve(location.envelopes.size());
    for (const Envelope& envelope : location.envelopes)
      peers_[l].push_back(find_peer(trace, members.process(envelope.comm, process, envelope.peer)));
    sends_[l].resize(location.receives.size(), kUnmatched);
    receives_[l].resize(location.sends.size(), kUnmatched);
  });
}

MessageMatches::Peer MessageMatches::find_peer(const CondensedTrace& trace, LocationGroupId process) {
  if (!process.valid()) return {};
  const Range threads = trace.distribution.locations_of(process);
  if (threads.size() == 0) return {};
  const LocationId first(threads.begin);
  const uint32_t local = trace.is_local(first) ? static_cast<uint32_t>(trace.local(first)) : Peer::kElsewhere;
  return {static_cast<uint32_t>(threads.size()), local};
}

void MessageMatches::renew_times(const CondensedTrace& trace, Comm& comm) {
  /// Holds the new times of one end, for the other one: an operation of `location`.
  struct NewTimes {
    LocationId location;
    uint32_t operation;
    Ticks ready_or_enter;
    Ticks sent;
  };
  std::vector<std::vector<NewTimes>> of_sends(static_cast<size_t>(comm.size()));
  std::vector<std::vector<NewTimes>> of_receives(of_sends.size());
  const auto is_elsewhere = [&](uint32_t number, size_t l, const Message& message) {
    return number != kUnmatched && !peer_of(l, message).is_here();
  };
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    for (uint32_t i = 0; i < receives_[l].size(); ++i) {
      if (!is_elsewhere(receives_[l][i], l, location.sends[i])) continue;
      const MatchedSend send = own_send(trace, {l, i});
      const MatchedReceive receive = receive_of(trace, l, i);
      of_sends[trace.rank_of(receive.owner)].push_back(
          {receive.owner, receive.operation, send.ready, send.sent});
    }
    for (uint32_t i = 0; i < sends_[l].size(); ++i) {
      if (!is_elsewhere(sends_[l][i], l, location.receives[i])) continue;
      const MatchedSend send = send_of(trace, l, i);
      of_receives[trace.rank_of(send.owner)].push_back(
          {send.owner, send.operation, own_receive(trace, {l, i}).enter, {}});
    }
  }
  for (const std::vector<NewTimes>& received : exchange(comm, std::move(of_sends))) {
    for (const NewTimes& each : received) {
      const size_t l = trace.local(each.location);
      MatchedSend& send = remote_sends_[l][sends_[l][each.operation]];
      send.ready = each.ready_or_enter;
      send.sent = each.sent;
    }
  }
  for (const std::vector<NewTimes>& received : exchange(comm, std::move(of_receives))) {
    for (const NewTimes& each : received) {
      const size_t l = trace.local(each.location);
      remote_receives_[l][receives_[l][each.operation]].enter = each.ready_or_enter;
    }
  }
}

}  // namespace latecomer::analyze
