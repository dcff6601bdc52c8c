// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace latecomer {

/// Is a strong index: a position in one particular table, not convertible to the index of another table.
/// `struct RegionId : Id<RegionId> { using Id::Id; };` declares one. Default-constructed ids are invalid.
template <class Self>
struct Id {
  static constexpr uint32_t kInvalid = UINT32_MAX;

  constexpr Id() = default;
  explicit constexpr Id(size_t position) : value(static_cast<uint32_t>(position)) {}

  constexpr bool valid() const { return value != kInvalid; }
  constexpr size_t index() const { return value; }
  friend constexpr auto operator<=>(const Id&, const Id&) = default;

  uint32_t value = kInvalid;
};

struct IdHash {
  template <class Self>
  size_t operator()(Id<Self> id) const {
    return std::hash<uint32_t>()(id.value);
  }
};

}  // namespace latecomer
