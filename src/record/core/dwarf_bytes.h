// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <dwarf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace latecomer::record {

/// Reads numbers as DWARF writes them. After an attempt to read more than there is, or something that is not
/// understood, `ok()` is false and all values are 0.
class DwarfBytes {
 public:
  explicit DwarfBytes(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    T value{};
    const std::span<const uint8_t> from = take(sizeof(T));
    if (ok_) std::memcpy(&value, from.data(), sizeof(T));
    return value;
  }
  uint64_t unsigned_leb() {
    unsigned shift = 0;
    return leb(shift);
  }
  int64_t signed_leb() {
    unsigned shift = 0;
    const uint64_t value = leb(shift);
    const bool negative = shift > 0 && shift < 64 && ((value >> (shift - 1)) & 1) != 0;
    return static_cast<int64_t>(negative ? value | (~uint64_t{0} << shift) : value);
  }
  /// Bytes with their number in front.
  std::span<const uint8_t> block() { return take(unsigned_leb()); }
  /// The next `size` bytes, none if there are fewer.
  std::span<const uint8_t> take(uint64_t size) {
    if (size > bytes_.size()) fail();
    const std::span<const uint8_t> head = bytes_.first(ok_ ? size : 0);
    bytes_ = bytes_.subspan(head.size());
    return head;
  }

  /// An address, written as `encoding` (DW_EH_PE_*) says: the low four bits its type, the others what it is
  /// relative to. With `relative` false a length, which is written like one.
  uint64_t pointer(uint8_t encoding, bool relative = true) {
    const uint64_t here = reinterpret_cast<uintptr_t>(bytes_.data());
    const uint64_t value = unbased_pointer(encoding & 0x0f);
    const uint8_t base = encoding & 0xf0;
    if (base != 0 && base != DW_EH_PE_pcrel) fail();
    return relative && base == DW_EH_PE_pcrel ? here + value : value;
  }

  void fail() { ok_ = false; }
  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty() || !ok_; }
  std::span<const uint8_t> rest() const { return bytes_; }

 private:
  // `shift` becomes the number of bits.
  uint64_t leb(unsigned& shift) {
    uint64_t value = 0;
    for (bool more = true; more; shift += 7) {
      const uint8_t byte = get<uint8_t>();
      if (shift >= 64) fail();
      if (!ok_) return 0;
      value |= uint64_t{byte & 0x7fU} << shift;
      more = (byte & 0x80) != 0;
    }
    return value;
  }

  uint64_t unbased_pointer(uint8_t type) {
    switch (type) {
      case DW_EH_PE_absptr:
      case DW_EH_PE_udata8:
      case DW_EH_PE_sdata8:
        return get<uint64_t>();
      case DW_EH_PE_uleb128:
        return unsigned_leb();
      case DW_EH_PE_udata2:
        return get<uint16_t>();
      case DW_EH_PE_udata4:
        return get<uint32_t>();
      case DW_EH_PE_sleb128:
        return static_cast<uint64_t>(signed_leb());
      case DW_EH_PE_sdata2:
        return static_cast<uint64_t>(get<int16_t>());
      case DW_EH_PE_sdata4:
        return static_cast<uint64_t>(get<int32_t>());
      default:
        fail();
        return 0;
    }
  }

  std::span<const uint8_t> bytes_;
  bool ok_ = true;
};

}  // namespace latecomer::record
