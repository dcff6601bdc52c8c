// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/causes/chain_deal.h"

#include <algorithm>

namespace latecomer::analyze {

ChainDeal::ChainDeal(const LocalTrace& trace, const WaitStates& waits, size_t enough, Comm& comm)
    : trace_(trace), comm_(comm) {
  constexpr size_t kAlways = size_t{1} << 21;  // so many wait states have room on any rank
  int64_t sums[] = {0, 0};                     // of wait states and of calls
  for (const std::vector<WaitState>& of_location : waits) sums[0] += static_cast<int64_t>(of_location.size());
  for (const CondensedLocation& location : trace.locations)
    sums[1] += static_cast<int64_t>(location.calls.size());
  comm.sum(sums);
  wait_states_ = sums[0];

  const size_t ranks = static_cast<size_t>(comm.size());
  const size_t locations = std::max<size_t>(1, trace.definitions.locations.size());
  const size_t for_enough = (enough * ranks + locations - 1) / locations;
  // 60 bytes for a wait state, about 50 for a call.
  const size_t most = std::max(kAlways, static_cast<size_t>(sums[1]) / ranks / 2);
  const size_t for_most = most * ranks / std::max<size_t>(1, static_cast<size_t>(wait_states_));
  ranks_ = std::clamp<size_t>(for_enough, 1, std::clamp<size_t>(for_most, 1, ranks));

  const size_t self = static_cast<size_t>(comm.rank());
  const size_t last = std::min(self + ranks_, ranks) - 1;
  own_ = {trace.own_locations.begin, trace.deal.locations(static_cast<int>(last)).end};
  if (first_of(self) != self) own_.end = own_.begin;
}

}  // namespace latecomer::analyze
