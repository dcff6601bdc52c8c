// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analyze/condense/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/bytes.h"
#include "comm/comm.h"
#include "comm/packed_lists.h"

namespace latecomer::analyze {

/// What each location whose chains a rank follows has packed, in the memory in which it came.
class PackedLocations {
 public:
  PackedLocations() = default;
  PackedLocations(PackedLocations&&) = default;  // a copy would refer to the memory of the first
  PackedLocations& operator=(PackedLocations&&) = default;

  size_t size() const { return of_locations_.size(); }
  std::span<const std::byte> operator[](size_t location) const { return of_locations_[location]; }

 private:
  friend class ChainDeal;
  /// Own ones come first, then those of the ranks that follow.
  void set_own(std::vector<Bytes> own);
  void append(PackedLists<std::byte> of_rank);

  std::vector<Bytes> own_;
  std::vector<PackedLists<std::byte>> of_ranks_;
  std::vector<std::span<const std::byte>> of_locations_;
};

/// Which ranks follow chains of causes from location to location. A step of a chain takes less time than a
/// message, so ranks that have few locations each leave their chains to one of their neighbours, which has
/// enough to do then between two messages: neighbouring ranks with enough locations together. All of their
/// wait states come to one rank, so they are no more than two millions, or than need as much memory as what a
/// rank has anyway.
class ChainDeal {
 public:
  /// To be called by all ranks. `enough` locations, more than 0.
  ChainDeal(const LocalTrace& trace, const WaitStates& waits, size_t enough, Comm& comm);

  /// So many locations are worth a message now and then.
  size_t enough() const { return enough_; }
  /// Wait states of all ranks.
  int64_t wait_states() const { return wait_states_; }
  /// The locations whose chains this rank follows; maybe none.
  Range own() const { return own_; }
  bool is_own(trace::LocationId location) const {
    return location.index() >= own_.begin && location.index() < own_.end;
  }
  /// Position of one of these among them.
  size_t local(trace::LocationId location) const { return location.index() - own_.begin; }
  /// Who follows a location's chains.
  size_t rank_of(trace::LocationId location) const { return first_of(trace_.rank_of(location)); }
  /// Whether all ranks follow the chains of their own locations.
  bool is_by_owner() const { return ranks_ == 1; }
  /// Whether one rank follows all chains, so that none has anything for another on the way.
  bool is_by_one() const { return ranks_ == static_cast<size_t>(comm_.size()); }

  /// From something for each location of this rank's trace to that for each of `own()`.
  PackedLocations collect(std::vector<Bytes> of_locations) const;
  /// And back, from lists.
  template <class T>
  std::vector<std::vector<T>> give_back(std::vector<std::vector<T>> of_own) const;

 private:
  size_t first_of(size_t rank) const { return rank - rank % ranks_; }

  const LocalTrace& trace_;
  Comm& comm_;
  size_t enough_;
  int64_t wait_states_ = 0;
  size_t ranks_ = 1;  ///< that leave their chains to one of them, the first
  Range own_;
};

template <class T>
std::vector<std::vector<T>> ChainDeal::give_back(std::vector<std::vector<T>> of_own) const {
  if (is_by_owner()) return of_own;
  const size_t self = static_cast<size_t>(comm_.rank());
  std::vector<Bytes> outgoing(static_cast<size_t>(comm_.size()));
  for (size_t rank = self + 1; rank < outgoing.size() && first_of(rank) == self; ++rank) {
    const Range range = trace_.deal.locations(static_cast<int>(rank));
    const auto of_rank = std::span(of_own).subspan(range.begin - own_.begin, range.size());
    PackedLists<T> packed(range.size(), [&](size_t i) { return of_rank[i].size(); });
    for (size_t i = 0; i < range.size(); ++i) std::ranges::copy(of_rank[i], packed[i].begin());
    outgoing[rank] = packed.take();
  }
  std::vector<Bytes> arrived = comm_.exchange(std::move(outgoing));
  of_own.resize(trace_.locations.size());
  if (first_of(self) == self) return of_own;
  const PackedLists<T> home(std::move(arrived[first_of(self)]));
  for (size_t l = 0; l < home.size(); ++l) of_own[l].assign(home[l].begin(), home[l].end());
  return of_own;
}

}  // namespace latecomer::analyze
