// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace latecomer::otf2 {

enum class ByteOrder : uint8_t { native, swapped };

/// What stands in front of a number, which is written without its leading zero bytes: how many bytes follow,
/// or that all bits of the number are set, as in references to nothing.
inline constexpr uint8_t kAllBitsSet = 255;

/// A number of `size` bytes, at most 8. So many bytes can be read from `bytes`, whatever `size` is.
inline uint64_t load_number(const uint8_t* bytes, unsigned size, ByteOrder order) {
  uint64_t number = 0;
  std::memcpy(&number, bytes, sizeof(number));
  if (size == 0) return 0;
  const unsigned unused = 64 - 8 * size;
  const bool is_big_endian = (std::endian::native == std::endian::big) != (order == ByteOrder::swapped);
  if (order == ByteOrder::swapped) number = __builtin_bswap64(number);
  return is_big_endian ? number >> unused : number << unused >> unused;
}

/// The fields of one record, one after the other. They are never read beyond the record's end, where all are
/// zero; `are_whole` tells it.
class RecordFields {
 public:
  RecordFields(const uint8_t* begin, size_t size, ByteOrder order) : at_(begin), left_(size), order_(order) {}

  /// So many bytes after the record's end can be read, too.
  static constexpr size_t kReadBeyond = sizeof(uint64_t);

  ByteOrder order() const { return order_; }
  /// Whether no field went beyond the end or was larger than its type.
  bool are_whole() const { return are_whole_; }

  /// Reads the fields in their order: a byte as it is, others as numbers without leading zeros.
  template <class... Field>
  void read(Field&... fields) {
    (take(fields), ...);
  }

  /// A number of that many bytes, as it is.
  uint64_t read_fixed(unsigned size) {
    const uint64_t number = has(size) ? load_number(at_, size, order_) : 0;
    if (are_whole_) skip(size);
    return number;
  }

 private:
  void take(uint8_t& field) { field = static_cast<uint8_t>(read_fixed(1)); }
  void take(uint32_t& field) { field = static_cast<uint32_t>(take_number(sizeof(field))); }
  void take(uint64_t& field) { field = take_number(sizeof(field)); }

  uint64_t take_number(size_t most) {
    if (!has(1)) return 0;
    const uint8_t size = at_[0];
    if (size == kAllBitsSet) return skip(1), UINT64_MAX;
    if (size > most || !has(1 + size)) return are_whole_ = false, 0;
    const uint64_t number = load_number(at_ + 1, size, order_);
    skip(1 + size);
    return number;
  }

  bool has(size_t size) { return are_whole_ = are_whole_ && size <= left_; }
  void skip(size_t size) {
    at_ += size;
    left_ -= size;
  }

  const uint8_t* at_;
  size_t left_;
  ByteOrder order_;
  bool are_whole_ = true;
};

}  // namespace latecomer::otf2
