// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace latecomer::record {

/// Packs values for a file or a message that the same build reads on the same kind of machine.
class ByteWriter {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put(const T& value) { append(&value, sizeof(T)); }
  void put(std::string_view text) { put_span(std::span(text.data(), text.size())); }
  template <class T>
  void put(const std::vector<T>& values) {
    put_span(std::span(values.data(), values.size()));
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  template <class T>
  void put_span(std::span<const T> values) {
    put(static_cast<uint64_t>(values.size()));
    append(values.data(), values.size_bytes());
  }
  void append(const void* data, size_t size) {
    const size_t end = bytes_.size();
    bytes_.resize(end + size);
    if (size > 0) std::memcpy(bytes_.data() + end, data, size);
  }

  std::vector<std::byte> bytes_;
};

/// Unpacks what a ByteWriter packed. After an attempt to read more than there is, `ok()` is false and all
/// values are empty.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  requires std::is_trivially_copyable_v<T> T get() {
    T value{};
    if (has(sizeof(T))) std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::string get_string() {
    const std::vector<char> text = get_vector<char>();
    return std::string(text.begin(), text.end());
  }
  template <class T>
  std::vector<T> get_vector() {
    const uint64_t count = get<uint64_t>();
    if (count > bytes_.size() / sizeof(T)) ok_ = false;
    if (!ok_) return {};
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), take(count * sizeof(T)).data(), count * sizeof(T));
    return values;
  }
  /// The next `size` bytes, empty if there are fewer.
  std::span<const std::byte> get_bytes(size_t size) {
    return has(size) ? take(size) : std::span<const std::byte>();
  }
  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty() || !ok_; }

 private:
  bool has(size_t size) {
    if (size > bytes_.size()) ok_ = false;
    return ok_;
  }
  std::span<const std::byte> take(size_t size) {
    const std::span<const std::byte> head = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return head;
  }

  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

}  // namespace latecomer::record
