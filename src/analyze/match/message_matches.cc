// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/match/message_matches.h"

#include "base/parallel.h"

namespace latecomer::analyze {

MessageMatches::MessageMatches(const LocalTrace& trace) {
  const size_t locations = trace.locations.size();
  sends_.resize(locations);
  receives_.resize(locations);
  parallel_for(locations, [&](size_t l) {
    sends_[l].resize(trace.locations[l].receives.size());
    receives_[l].resize(trace.locations[l].sends.size());
  });
}

Replies MessageMatches::room_for_replies() const {
  Replies replies;
  for (const std::vector<MatchedSend>& sends : remote_sends_) replies.emplace_back(sends.size());
  return replies;
}

void MessageMatches::renew_times(const LocalTrace& trace, Comm& comm) {
  std::vector<std::vector<MatchedSend>> sends;
  for (const std::vector<MatchedReceive>& told : remote_receives_) sends.emplace_back(told.size());
  Replies replies = room_for_replies();
  parallel_for(trace.locations.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    const auto is_remote = [&](const End& end) {
      return end.location.valid() && !trace.is_local(end.location);
    };
    for (uint32_t i = 0; i < location.sends.size(); ++i) {
      const End& end = receives_[l][i];
      if (is_remote(end)) sends[trace.rank_of(end.location)][end.position] = own_send(trace, l, i);
    }
    for (uint32_t i = 0; i < location.receives.size(); ++i) {
      const End& end = sends_[l][i];
      if (is_remote(end)) replies[trace.rank_of(end.location)][end.position] = own_receive(trace, l, i);
    }
  });
  set_remote(exchange(comm, std::move(sends)));
  set_remote(exchange(comm, std::move(replies)));
}

}  // namespace latecomer::analyze
