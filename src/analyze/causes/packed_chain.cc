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
//                                and the kind of the wait state in one number
//
// Cost: O(wait states), about 15 bytes for each.

#include "analyze/causes/packed_chain.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/check.h"

namespace latecomer::analyze {

namespace {

/// So many bytes are mostly enough for a wait state, and for a delay.
constexpr size_t kUsual = 10;

void pack_waits(const std::vector<WaitState>& waits, std::span<const uint32_t> delay_of, Bytes& bytes) {
  TuplePacker<3> packer(bytes);
  for (size_t i = waits.size(); i-- > 0;)
    packer.put({static_cast<uint64_t>(waits[i].amount.count), waits[i].cause.value, delay_of[i]});
  packer.finish();
}

void pack_delays(const std::vector<WaitState>& waits, const Delays& delays, Bytes& bytes) {
  TuplePacker<4> packer(bytes);
  size_t end_wait = waits.size();
  for (const Delay& delay : delays.list) {
    const size_t last_end = end_wait;
    while (end_wait > 0 && waits[end_wait - 1].end > delay.to) --end_wait;  // the latest delay comes first
    // Where clocks disagree, an interval can begin after its end: then there is nothing in it.
    const size_t first_wait = std::min<size_t>(delay.first_wait, end_wait);
    Ticks earlier;
    if (first_wait < end_wait) {
      const Ticks begin = waits[first_wait].end - waits[first_wait].amount;
      if (begin < delay.from) earlier = delay.from - begin;
    }
    const uint64_t waits_and_kind = (end_wait - first_wait) * kWaitKinds + cost_kind(delay.metric);
    packer.put({static_cast<uint64_t>(delay.amount.count), static_cast<uint64_t>(delay.explained.count),
                last_end - end_wait, 2 * waits_and_kind + (earlier == Ticks() ? 0 : 1)});
    if (earlier != Ticks()) packer.put({static_cast<uint64_t>(earlier.count), 0, 0, 0});
  }
  packer.finish();
}

/// How many wait states and delays there are, and where the delays begin.
using Header = std::array<uint64_t, 3>;

}  // namespace

Bytes pack_chain(const std::vector<WaitState>& waits, const Delays& delays,
                 std::span<const uint32_t> delay_of) {
  Bytes bytes(sizeof(Header));
  bytes.reserve(sizeof(Header) + kUsual * (waits.size() + delays.list.size() + 6));
  pack_waits(waits, delay_of, bytes);
  const Header header{waits.size(), delays.list.size(), bytes.size()};
  std::memcpy(bytes.data(), header.data(), sizeof(header));
  pack_delays(waits, delays, bytes);
  return bytes;
}

PackedChain::PackedChain(std::span<const std::byte> packed) {
  Header header;
  CHECK(packed.size() >= sizeof(header));
  std::memcpy(header.data(), packed.data(), sizeof(header));
  waits_left_ = header[0];
  delays_left_ = header[1];
  CHECK(sizeof(header) <= header[2] && header[2] <= packed.size());
  waits_ = TupleUnpacker<3>(packed.subspan(sizeof(header)));
  delays_ = TupleUnpacker<4>(packed.subspan(header[2]));
  end_wait_ = static_cast<uint32_t>(waits_left_);
}

}  // namespace latecomer::analyze
