// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace latecomer::analyze {

/// Messages by the requests that stand for them until they are complete. Most programs have few at a time: a
/// place each, and a table for those whose place is taken.
class OpenMessages {
 public:
  OpenMessages() { slots_.fill({0, kNone}); }

  static constexpr uint32_t kNone = UINT32_MAX;

  /// Returns the message that the request stood for before; mostly none.
  uint32_t add(uint64_t request, uint32_t message) {
    Slot& slot = slot_of(request);
    if (slot.message != kNone && slot.request == request) return std::exchange(slot.message, message);
    if (slot.message != kNone || !others_.empty()) return add_to_others(request, message);
    slot = {request, message};
    return kNone;
  }
  /// The message that a request stands for, which it does no more; none: it stood for none.
  uint32_t take(uint64_t request) {
    Slot& slot = slot_of(request);
    if (slot.message != kNone && slot.request == request) return std::exchange(slot.message, kNone);
    return others_.empty() ? kNone : take_from_others(request);
  }
  /// Calls `visit(request, message)` for all that are left.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.message != kNone) visit(slot.request, slot.message);
    }
    for (const auto& [request, message] : others_) visit(request, message);
  }

 private:
  struct Slot {
    uint64_t request;
    uint32_t message;
  };
  /// Requests are numbers in a row or addresses, whose last bits are alike.
  struct Hash {
    size_t operator()(uint64_t request) const { return (request * 0x9E3779B97F4A7C15u) >> 32U; }
  };

  Slot& slot_of(uint64_t request) { return slots_[Hash()(request) % slots_.size()]; }
  uint32_t add_to_others(uint64_t request, uint32_t message);
  uint32_t take_from_others(uint64_t request);

  std::array<Slot, 64> slots_;
  tsl::robin_map<uint64_t, uint32_t, Hash> others_;
};

}  // namespace latecomer::analyze
