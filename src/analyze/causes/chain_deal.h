// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "analyze/condense/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Which ranks follow chains of causes from location to location. A step of a chain takes less time than a
/// message, so ranks that have few locations each leave their chains to one of their neighbours, which has
/// enough to do then between two messages: neighbouring ranks with enough locations together. All of their
/// wait states come to one rank, so they are no more than two millions, or than need as much memory as what a
/// rank has anyway.
class ChainDeal {
 public:
  /// To be called by all ranks. `enough` locations, more than 0.
  ChainDeal(const LocalTrace& trace, const WaitStates& waits, size_t enough, Comm& comm);

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

  /// From a list for each location of this rank's trace to one for each of `own()`.
  template <class T>
  std::vector<std::vector<T>> collect(std::vector<std::vector<T>> of_locations) const;
  /// And back.
  template <class T>
  std::vector<std::vector<T>> give_back(std::vector<std::vector<T>> of_own) const;

 private:
  size_t first_of(size_t rank) const { return rank - rank % ranks_; }

  const LocalTrace& trace_;
  Comm& comm_;
  int64_t wait_states_ = 0;
  size_t ranks_ = 1;  ///< that leave their chains to one of them, the first
  Range own_;
};

/// The lengths of all lists, then all lists.
template <class T>
Bytes pack(const std::vector<std::vector<T>>& lists, size_t begin, size_t end) {
  static_assert(std::is_trivially_copyable_v<T>);
  size_t elements = 0;
  for (size_t i = begin; i < end; ++i) elements += lists[i].size();
  Bytes bytes((end - begin) * sizeof(uint64_t) + elements * sizeof(T));
  std::byte* to = bytes.data();
  const auto append = [&](const void* from, size_t size) {
    if (size > 0) std::memcpy(to, from, size);
    to += size;
  };
  for (size_t i = begin; i < end; ++i) {
    const uint64_t size = lists[i].size();
    append(&size, sizeof(size));
  }
  for (size_t i = begin; i < end; ++i) append(lists[i].data(), lists[i].size() * sizeof(T));
  return bytes;
}

/// Adds so many packed lists.
template <class T>
void unpack(const Bytes& bytes, size_t count, std::vector<std::vector<T>>& lists) {
  std::vector<uint64_t> sizes(count);
  const std::byte* from = bytes.data();
  const auto take = [&](void* to, size_t size) {
    if (size > 0) std::memcpy(to, from, size);
    from += size;
  };
  take(sizes.data(), count * sizeof(uint64_t));
  for (const uint64_t size : sizes) take(lists.emplace_back(size).data(), size * sizeof(T));
}

template <class T>
std::vector<std::vector<T>> ChainDeal::collect(std::vector<std::vector<T>> of_locations) const {
  if (is_by_owner()) return of_locations;
  const size_t self = static_cast<size_t>(comm_.rank());
  std::vector<Bytes> outgoing(static_cast<size_t>(comm_.size()));
  if (first_of(self) != self) {
    outgoing[first_of(self)] = pack(of_locations, 0, of_locations.size());
    of_locations.clear();
  }
  std::vector<Bytes> arrived = comm_.exchange(std::move(outgoing));
  for (size_t rank = self + 1; rank < arrived.size() && first_of(rank) == self; ++rank) {
    const size_t count = trace_.deal.locations(static_cast<int>(rank)).size();
    unpack(std::exchange(arrived[rank], {}), count, of_locations);
  }
  return of_locations;
}

template <class T>
std::vector<std::vector<T>> ChainDeal::give_back(std::vector<std::vector<T>> of_own) const {
  if (is_by_owner()) return of_own;
  const size_t self = static_cast<size_t>(comm_.rank());
  std::vector<Bytes> outgoing(static_cast<size_t>(comm_.size()));
  for (size_t rank = self + 1; rank < outgoing.size() && first_of(rank) == self; ++rank) {
    const Range range = trace_.deal.locations(static_cast<int>(rank));
    outgoing[rank] = pack(of_own, range.begin - own_.begin, range.end - own_.begin);
  }
  const std::vector<Bytes> arrived = comm_.exchange(std::move(outgoing));
  if (first_of(self) == self)
    of_own.resize(trace_.locations.size());
  else
    unpack(arrived[first_of(self)], trace_.locations.size(), of_own);
  return of_own;
}

}  // namespace latecomer::analyze
