// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/bytes.h"
#include "base/check.h"

namespace latecomer {

/// Packs whole numbers, each in as many bytes as it needs: 7 bits in a byte, the lowest first, and a bit that
/// says that there are more.
class NumberPacker {
 public:
  void put(uint64_t number) {
    for (; number >= 0x80; number >>= 7U) bytes_.push_back(static_cast<std::byte>(number | 0x80U));
    bytes_.push_back(static_cast<std::byte>(number));
  }
  /// Takes few bytes for what is near zero on either side: the sign is the lowest bit.
  void put_signed(int64_t number) {
    put((static_cast<uint64_t>(number) << 1U) ^ static_cast<uint64_t>(number >> 63U));
  }
  /// Puts what another one packed, as one piece.
  void put_piece(const NumberPacker& piece) {
    put(piece.bytes_.size());
    bytes_.insert(bytes_.end(), piece.bytes_.begin(), piece.bytes_.end());
  }
  void clear() { bytes_.clear(); }
  const Bytes& bytes() const { return bytes_; }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

/// Takes numbers out again, in the same order and by the same kinds.
class NumberUnpacker {
 public:
  explicit NumberUnpacker(std::span<const std::byte> bytes)
      : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool at_end() const { return next_ == end_; }
  uint64_t take() {
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
      CHECK(next_ != end_);
      const uint64_t byte = static_cast<uint64_t>(*next_++);
      number |= (byte & 0x7FU) << shift;
      if (byte < 0x80) return number;
    }
  }
  int64_t take_signed() {
    const uint64_t number = take();
    return static_cast<int64_t>((number >> 1U) ^ (~(number & 1U) + 1));
  }
  /// For the numbers of a piece, which refers to the same bytes.
  NumberUnpacker take_piece() {
    const uint64_t size = take();
    CHECK(size <= static_cast<size_t>(end_ - next_));
    return NumberUnpacker({std::exchange(next_, next_ + size), size});
  }

 private:
  const std::byte* next_;
  const std::byte* end_;
};

}  // namespace latecomer
