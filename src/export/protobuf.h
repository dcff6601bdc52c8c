// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace latecomer::perfetto {

/// Is a message in protobuf's encoding: fields, each of which says its number and its type.
class Message {
 public:
  /// Adds a number in as few bytes as it needs; of signed ones, those that are negative need ten.
  void add(uint32_t field, uint64_t value) {
    put(uint64_t{field} << 3U | kVarint);
    put(value);
  }
  void add_fixed(uint32_t field, uint64_t value) {
    put(uint64_t{field} << 3U | kFixed64);
    for (unsigned shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(value >> shift);
  }
  void add(uint32_t field, std::string_view text) {
    put(uint64_t{field} << 3U | kBytes);
    put(text.size());
    bytes_ += text;
  }
  void add(uint32_t field, const Message& message) { add(field, std::string_view(message.bytes_)); }
  /// Adds the fields of another message.
  void append(const Message& message) { bytes_ += message.bytes_; }
  void clear() { bytes_.clear(); }
  const std::string& bytes() const { return bytes_; }

 private:
  static constexpr uint64_t kVarint = 0;
  static constexpr uint64_t kFixed64 = 1;
  static constexpr uint64_t kBytes = 2;

  void put(uint64_t number) {
    for (; number >= 0x80; number >>= 7U) bytes_ += static_cast<char>(number | 0x80U);
    bytes_ += static_cast<char>(number);
  }

  std::string bytes_;
};

}  // namespace latecomer::perfetto
