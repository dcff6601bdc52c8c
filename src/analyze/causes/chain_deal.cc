// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/causes/chain_deal.h"

#include <algorithm>

namespace latecomer::analyze {

ChainDeal::ChainDeal(const LocalTrace& trace, const WaitStates& waits, size_t enough, Comm& comm)
    : trace_(trace), comm_(comm) {
  constexpr size_t kMost = size_t{1} << 20;  // wait states
  int64_t sum[] = {0};
  for (const std::vector<WaitState>& of_location : waits) sum[0] += static_cast<int64_t>(of_location.size());
  comm.sum(sum);
  wait_states_ = sum[0];

  const size_t ranks = static_cast<size_t>(comm.size());
  const size_t locations = std::max<size_t>(1, trace.definitions.locations.size());
  const size_t for_enough = (enough * ranks + locations - 1) / locations;
  const size_t for_most = kMost * ranks / std::max<size_t>(1, static_cast<size_t>(wait_states_));
  ranks_ = std::clamp<size_t>(for_enough, 1, std::clamp<size_t>(for_most, 1, ranks));

  const size_t self = static_cast<size_t>(comm.rank());
  const size_t last = std::min(self + ranks_, ranks) - 1;
  own_ = {trace.own_locations.begin, trace.deal.locations(static_cast<int>(last)).end};
  if (first_of(self) != self) own_.end = own_.begin;
}

}  // namespace latecomer::analyze
