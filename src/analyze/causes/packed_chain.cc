// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What goes to those who follow chains.
//
// The problem: where one rank follows the chains of many, it gets what all of them know of wait states and
// delays. As numbers of full size that is 48 bytes for each wait state, more than everything else that the
// rank has.
//
// The idea: chains are followed against time, each list from one end to the other and every element once. So
// each is told as it differs from the one before it, packed in the order in which it is passed:
//
//     waits      last to first:  amount, cause, delay
//     delays     latest first:   amount, explained, waits since the one before, waits in the interval
//
// Cost: O(wait states), about 15 bytes for each.

#include "analyze/causes/packed_chain.h"

#include <array>
#include <cstring>

#include "base/check.h"
#include "comm/comm.h"

namespace latecomer::analyze {

namespace {

/// So many bytes are mostly enough for a wait state, and for a delay.
constexpr size_t kUsual = 10;

Bytes pack_waits(const std::vector<WaitState>& waits, std::span<const uint32_t> delay_of) {
  TuplePacker<3> packed;
  packed.reserve(kUsual * waits.size());
  for (size_t i = waits.size(); i-- > 0;)
    packed.put({static_cast<uint64_t>(waits[i].amount.count), waits[i].cause.value, delay_of[i]});
  return packed.take();
}

Bytes pack_delays(const std::vector<WaitState>& waits, const Delays& delays) {
  TuplePacker<4> packed;
  packed.reserve(kUsual * delays.list.size());
  size_t end_wait = waits.size();
  for (const Delay& delay : delays.list) {
    const size_t last_end = end_wait;
    while (end_wait > 0 && waits[end_wait - 1].end > delay.to) --end_wait;  // the latest delay comes first
    CHECK(delay.first_wait <= end_wait);
    Ticks earlier;
    if (delay.first_wait < end_wait) {
      const Ticks begin = waits[delay.first_wait].end - waits[delay.first_wait].amount;
      if (begin < delay.from) earlier = delay.from - begin;
    }
    packed.put({static_cast<uint64_t>(delay.amount.count), static_cast<uint64_t>(delay.explained.count),
                last_end - end_wait, 2 * (end_wait - delay.first_wait) + (earlier == Ticks() ? 0 : 1)});
    if (earlier != Ticks()) packed.put({static_cast<uint64_t>(earlier.count), 0, 0, 0});
  }
  return packed.take();
}

/// How many wait states and delays there are, and how many bytes the former take.
using Header = std::array<uint64_t, 3>;

}  // namespace

Bytes pack_chain(const std::vector<WaitState>& waits, const Delays& delays,
                 std::span<const uint32_t> delay_of) {
  std::array<Bytes, 2> lists{pack_waits(waits, delay_of), pack_delays(waits, delays)};
  const Header header{waits.size(), delays.list.size(), lists[0].size()};
  Bytes packed = to_bytes<uint64_t>(header);
  packed.reserve(packed.size() + lists[0].size() + lists[1].size());
  for (const Bytes& list : lists) packed.insert(packed.end(), list.begin(), list.end());
  return packed;
}

PackedChain::PackedChain(std::span<const std::byte> packed) {
  Header header;
  CHECK(packed.size() >= sizeof(header));
  std::memcpy(header.data(), packed.data(), sizeof(header));
  waits_left_ = header[0];
  delays_left_ = header[1];
  const std::span<const std::byte> lists = packed.subspan(sizeof(header));
  CHECK(header[2] <= lists.size());
  waits_ = TupleUnpacker<3>(lists.first(header[2]));
  delays_ = TupleUnpacker<4>(lists.subspan(header[2]));
  end_wait_ = static_cast<uint32_t>(waits_left_);
}

}  // namespace latecomer::analyze
