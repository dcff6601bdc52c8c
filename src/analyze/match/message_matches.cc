// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/match/message_matches.h"

#include <algorithm>

#include "base/parallel.h"

namespace latecomer::analyze {

using trace::LocationId;

void RemoteSends::reserve(size_t sends) {
  operations_.reserve(sends);
  ready_.reserve(sends);
  sent_.reserve(sends);
}

uint32_t RemoteSends::add(const MatchedSend& send) {
  const uint32_t position = static_cast<uint32_t>(operations_.size());
  operations_.push_back(send.operation);
  ready_.push_back(send.ready);
  sent_.push_back(send.sent);
  if (send.ready_on != send.owner) elsewhere_.push_back({position, send.ready_on});
  return position;
}

LocationId RemoteSends::ready_on_of(LocationId owner, uint32_t position) const {
  const auto found =
      std::lower_bound(elsewhere_.begin(), elsewhere_.end(), position,
                       [](const Elsewhere& each, uint32_t sought) { return each.position < sought; });
  return found != elsewhere_.end() && found->position == position ? found->ready_on : owner;
}

void RemoteReceives::reserve(size_t receives) {
  operations_.reserve(receives);
  enter_.reserve(receives);
}

uint32_t RemoteReceives::add(const MatchedReceive& receive) {
  operations_.push_back(receive.operation);
  enter_.push_back(receive.enter);
  return static_cast<uint32_t>(operations_.size() - 1);
}

MessageMatches::MessageMatches(const LocalTrace& trace)
    : sends_(trace.locations.size()),
      receives_(sends_.size()),
      remote_sends_(sends_.size()),
      remote_receives_(sends_.size()) {
  parallel_for(sends_.size(), [&](size_t l) {
    sends_[l].resize(trace.locations[l].receives.size());
    receives_[l].resize(trace.locations[l].sends.size());
  });
}

void MessageMatches::renew_times(const LocalTrace& trace, Comm& comm) {
  /// The new times of one end, for the other one: an operation of `location`.
  struct NewTimes {
    LocationId location;
    uint32_t operation;
    Ticks ready_or_enter;
    Ticks sent;
  };
  std::vector<std::vector<NewTimes>> of_sends(static_cast<size_t>(comm.size()));
  std::vector<std::vector<NewTimes>> of_receives(of_sends.size());
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    for (uint32_t i = 0; i < receives_[l].size(); ++i) {
      const End& end = receives_[l][i];
      if (!end.location.valid() || trace.is_local(end.location)) continue;
      const MatchedSend send = own_send(trace, l, i);
      const uint32_t receive = remote_receives_[l].at(end.location, end.position).operation;
      of_sends[trace.rank_of(end.location)].push_back({end.location, receive, send.ready, send.sent});
    }
    for (uint32_t i = 0; i < sends_[l].size(); ++i) {
      const End& end = sends_[l][i];
      if (!end.location.valid() || trace.is_local(end.location)) continue;
      const uint32_t send = remote_sends_[l].at(end.location, end.position).operation;
      of_receives[trace.rank_of(end.location)].push_back(
          {end.location, send, own_receive(trace, l, i).enter, {}});
    }
  }
  for (const std::vector<NewTimes>& told : exchange(comm, std::move(of_sends))) {
    for (const NewTimes& each : told) {
      const size_t l = trace.local(each.location);
      remote_sends_[l].set_times(sends_[l][each.operation].position, each.ready_or_enter, each.sent);
    }
  }
  for (const std::vector<NewTimes>& told : exchange(comm, std::move(of_receives))) {
    for (const NewTimes& each : told) {
      const size_t l = trace.local(each.location);
      remote_receives_[l].set_time(receives_[l][each.operation].position, each.ready_or_enter);
    }
  }
}

}  // namespace latecomer::analyze
