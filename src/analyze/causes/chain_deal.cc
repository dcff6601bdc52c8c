// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/causes/chain_deal.h"

#include <algorithm>
#include <utility>

namespace latecomer::analyze {

void PackedLocations::set_own(std::vector<Bytes> own) {
  own_ = std::move(own);
  of_locations_.assign(own_.begin(), own_.end());
}

void PackedLocations::append(PackedLists<std::byte> of_rank) {
  const PackedLists<std::byte>& kept = of_ranks_.emplace_back(std::move(of_rank));
  for (size_t i = 0; i < kept.size(); ++i) of_locations_.push_back(kept[i]);
}

ChainDeal::ChainDeal(const LocalTrace& trace, const WaitStates& waits, size_t enough, Comm& comm)
    : trace_(trace), comm_(comm), enough_(enough) {
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
  // 40 bytes for a wait state, about 35 for a call.
  const size_t most = std::max(kAlways, static_cast<size_t>(sums[1]) / ranks / 2);
  const size_t for_most = most * ranks / std::max<size_t>(1, static_cast<size_t>(wait_states_));
  ranks_ = std::clamp<size_t>(for_enough, 1, std::clamp<size_t>(for_most, 1, ranks));

  const size_t self = static_cast<size_t>(comm.rank());
  const size_t last = std::min(self + ranks_, ranks) - 1;
  own_ = {trace.own_locations.begin, trace.deal.locations(static_cast<int>(last)).end};
  if (first_of(self) != self) own_.end = own_.begin;
}

PackedLocations ChainDeal::collect(std::vector<Bytes> of_locations) const {
  PackedLocations packed;
  const size_t self = static_cast<size_t>(comm_.rank());
  std::vector<Bytes> outgoing(static_cast<size_t>(comm_.size()));
  if (first_of(self) == self)
    packed.set_own(std::move(of_locations));
  else
    outgoing[first_of(self)] = pack_lists(of_locations).take();
  if (is_by_owner()) return packed;
  std::vector<Bytes> arrived = comm_.exchange(std::move(outgoing));
  for (size_t rank = self + 1; rank < arrived.size() && first_of(rank) == self; ++rank)
    packed.append(PackedLists<std::byte>(std::move(arrived[rank])));
  return packed;
}

}  // namespace latecomer::analyze
