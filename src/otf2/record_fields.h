// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace latecomer::otf2 {

enum class ByteOrder : uint8_t { native, swapped };

/// Stands in front of a number whose bits are all set, as in references to nothing. In front of others, which
/// are written without their leading zero bytes, stands how many bytes follow.
inline constexpr uint8_t kAllBitsSet = 255;

/// Returns a number of `size` bytes, at most 8. 8 bytes can be read from `bytes`, whatever `size` is.
inline uint64_t load_number(const uint8_t* bytes, unsigned size, ByteOrder order) {
  static constexpr std::array<uint64_t, 9> kLowBytes = {
      0,         0xff, 0xffff, 0xff'ffff, 0xffff'ffff, 0xff'ffff'ffff, 0xffff'ffff'ffff, 0xff'ffff'ffff'ffff,
      UINT64_MAX};
  uint64_t number = 0;
  std::memcpy(&number, bytes, sizeof(number));
  const bool is_big_endian = (std::endian::native == std::endian::big) != (order == ByteOrder::swapped);
  if (order == ByteOrder::swapped) number = __builtin_bswap64(number);
  if (is_big_endian && size > 0) number >>= 64 - 8 * size;
  return number & kLowBytes[size];
}

/// Reads the fields of one record, one after the other. `are_whole` says whether they were all within the
/// record; if not, what was read means nothing.
class RecordFields {
 public:
  RecordFields(const uint8_t* begin, size_t size, ByteOrder order)
      : at_(begin), end_(begin + size), order_(order) {}

  /// Is how many bytes after the record's end can be read, too: several fields are read before it is checked
  /// whether they were there.
  static constexpr size_t kReadBeyond = 64;

  ByteOrder order() const { return order_; }
  /// Returns whether no field went beyond the end or was larger than its type.
  bool are_whole() const { return are_whole_; }
  /// Returns whether nothing is left.
  bool are_all_read() const { return at_ == end_; }

  /// Reads the fields in their order: a byte as it is, others as numbers without leading zeros.
  template <class... Field>
  void read(Field&... fields) {
    static_assert(sizeof...(Field) * kLongestNumber <= kReadBeyond);
    const uint8_t* at = at_;
    (take(at, fields), ...);
    go_to(at);
  }

  /// Goes on after text that ends with a zero.
  void skip_text() {
    const void* const zero = std::memchr(at_, 0, static_cast<size_t>(end_ - at_));
    go_to(zero == nullptr ? end_ + 1 : static_cast<const uint8_t*>(zero) + 1);
  }

  /// Reads a number of that many bytes, at most 8, as it is.
  uint64_t read_fixed(unsigned size) {
    const uint64_t number = load_number(at_, size, order_);
    go_to(at_ + size);
    return number;
  }

 private:
  static constexpr size_t kLongestNumber = 1 + sizeof(uint64_t);

  void take(const uint8_t*& at, uint8_t& field) { field = *at++; }
  void take(const uint8_t*& at, uint32_t& field) {
    field = static_cast<uint32_t>(take_number(at, sizeof(field)));
  }
  void take(const uint8_t*& at, uint64_t& field) { field = take_number(at, sizeof(field)); }
  void take(const uint8_t*& at, int64_t& field) {
    field = static_cast<int64_t>(take_number(at, sizeof(field)));
  }

  uint64_t take_number(const uint8_t*& at, size_t most) {
    const uint8_t size = *at++;
    if (size > most) [[unlikely]] {
      are_whole_ = are_whole_ && size == kAllBitsSet;
      return UINT64_MAX;
    }
    const uint64_t number = load_number(at, size, order_);
    at += size;
    return number;
  }

  void go_to(const uint8_t* at) {
    are_whole_ = are_whole_ && at <= end_;
    at_ = are_whole_ ? at : end_;
  }

  const uint8_t* at_;
  const uint8_t* end_;
  ByteOrder order_;
  bool are_whole_ = true;
};

}  // namespace latecomer::otf2
