// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analyze/causes/find_delays.h"
#include "analyze/waits/wait_kinds.h"
#include "analyze/waits/wait_state.h"
#include "base/bytes.h"
#include "base/packed_tuples.h"

namespace latecomer::analyze {

/// What spreading costs has to know of a wait state ...
struct ChainedWait {
  Ticks amount;
  trace::LocationId cause;
  uint32_t delay = 0;  ///< that caused it, on its cause
};

/// ... and of a delay.
struct ChainedDelay {
  double amount = 0;  ///< of the wait state that it caused, in ticks
  double scale = 0;   ///< what a tick of delay or of waiting explains of that
  /// The delaying location's wait states [first_wait, end_wait) end within the interval; the first one of
  /// them had begun so much `earlier` than that.
  Ticks earlier;
  uint32_t first_wait = 0;
  uint32_t end_wait = 0;
  size_t kind = 0;  ///< cost_kind of the wait state that it caused
};

/// Packs what a location's wait states and delays are to those that follow chains; `delay_of` says of each
/// wait state which of its cause's delays caused it.
Bytes pack_chain(const std::vector<WaitState>& waits, const Delays& delays,
                 std::span<const uint32_t> delay_of);

/// Takes it out again: wait states from the last to the first, delays in their order. Refers to the bytes.
class PackedChain {
 public:
  PackedChain() = default;
  explicit PackedChain(std::span<const std::byte> packed);

  /// How many have not been taken yet.
  size_t waits() const { return waits_left_; }
  size_t delays() const { return delays_left_; }
  /// The next one, of which there has to be one.
  ChainedWait take_wait();
  ChainedDelay take_delay();

 private:
  size_t waits_left_ = 0;
  size_t delays_left_ = 0;
  TupleUnpacker<3> waits_;
  TupleUnpacker<4> delays_;
  uint32_t end_wait_ = 0;  ///< of the delay that was taken last
};

inline ChainedWait PackedChain::take_wait() {
  --waits_left_;
  waits_.prefetch();
  const auto [amount, cause, delay] = waits_.take();
  return {Ticks(static_cast<int64_t>(amount)), trace::LocationId(cause), static_cast<uint32_t>(delay)};
}

inline ChainedDelay PackedChain::take_delay() {
  --delays_left_;
  delays_.prefetch();
  const auto [amount, explained, later_waits, waits_kind_and_earlier] = delays_.take();
  ChainedDelay delay;
  delay.amount = static_cast<double>(static_cast<int64_t>(amount));
  delay.scale = explained == 0 ? 0 : 1 / static_cast<double>(static_cast<int64_t>(explained));
  delay.end_wait = end_wait_ -= static_cast<uint32_t>(later_waits);
  delay.kind = waits_kind_and_earlier / 2 % kWaitKinds;
  delay.first_wait = delay.end_wait - static_cast<uint32_t>(waits_kind_and_earlier / 2 / kWaitKinds);
  if (waits_kind_and_earlier % 2 != 0) delay.earlier = Ticks(static_cast<int64_t>(delays_.take()[0]));
  return delay;
}

}  // namespace latecomer::analyze
