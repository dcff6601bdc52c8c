// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace latecomer::analyze {

/// Holds messages by the requests that stand for them until they are complete.
class OpenMessages {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// Returns the message that the request stood for before; mostly none.
  uint32_t add(uint64_t request, uint32_t message) {
    const auto [known, is_new] = messages_.try_emplace(request, message);
    return is_new ? kNone : std::exchange(known.value(), message);
  }
  /// Returns the message that a request stands for, and removes it; none: the request stood for none.
  uint32_t take(uint64_t request) {
    const auto known = messages_.find(request);
    if (known == messages_.end()) return kNone;
    const uint32_t message = known->second;
    messages_.erase(known);
    return message;
  }
  /// Calls `visit(request, message)` for all that are left.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const auto& [request, message] : messages_) visit(request, message);
  }

 private:
  /// Hashes requests, which are numbers in a row or addresses, whose last bits are alike.
  struct Hash {
    size_t operator()(uint64_t request) const { return (request * 0x9E3779B97F4A7C15u) >> 32U; }
  };

  tsl::robin_map<uint64_t, uint32_t, Hash> messages_;
};

}  // namespace latecomer::analyze
