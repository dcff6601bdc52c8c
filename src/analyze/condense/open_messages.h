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
  OpenMessages() { places_.fill({0, kNone}); }

  static constexpr uint32_t kNone = UINT32_MAX;

  /// Returns the message that the request stood for before; mostly none.
  uint32_t add(uint64_t request, uint32_t message) {
    Place& place = place_of(request);
    if (place.message != kNone && place.request == request) return std::exchange(place.message, message);
    if (place.message != kNone || !others_.empty()) return add_to_others(request, message);
    place = {request, message};
    return kNone;
  }
  /// The message that a request stands for, which it does no more; none: it stood for none.
  uint32_t take(uint64_t request) {
    Place& place = place_of(request);
    if (place.message != kNone && place.request == request) return std::exchange(place.message, kNone);
    return others_.empty() ? kNone : take_from_others(request);
  }
  /// Calls `visit(request, message)` for all that are left.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Place& place : places_) {
      if (place.message != kNone) visit(place.request, place.message);
    }
    for (const auto& [request, message] : others_) visit(request, message);
  }

 private:
  struct Place {
    uint64_t request;
    uint32_t message;
  };
  /// Requests are numbers in a row or addresses, whose last bits are alike.
  struct Hash {
    size_t operator()(uint64_t request) const { return (request * 0x9E3779B97F4A7C15u) >> 32U; }
  };

  Place& place_of(uint64_t request) { return places_[Hash()(request) % places_.size()]; }
  uint32_t add_to_others(uint64_t request, uint32_t message);
  uint32_t take_from_others(uint64_t request);

  std::array<Place, 64> places_;
  tsl::robin_map<uint64_t, uint32_t, Hash> others_;
};

}  // namespace latecomer::analyze
