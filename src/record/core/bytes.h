// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

namespace latecomer::record {

/// Holds for types whose `fields(value)` is a tuple of references to all that is written and read, for files
/// and messages alike.
template <class T>
concept HasFields = requires(T& value) {
  T::fields(value);
};

/// Holds for values that lie side by side, and are copied together.
template <class T>
concept PlainArray = std::ranges::contiguous_range<T> &&
    std::is_trivially_copyable_v<std::ranges::range_value_t<T>> && !HasFields<std::ranges::range_value_t<T>>;

/// Packs values for a file or a message that the same build reads on the same kind of machine.
class ByteWriter {
 public:
  template <class T>
  void put(const T& value) {
    if constexpr (HasFields<T>) {
      std::apply([this](const auto&... field) { (this->put(field), ...); }, T::fields(value));
    } else if constexpr (PlainArray<T>) {
      put(static_cast<uint64_t>(std::ranges::size(value)));
      append(std::ranges::data(value), std::ranges::size(value) * sizeof(std::ranges::range_value_t<T>));
    } else if constexpr (std::ranges::range<T>) {
      put(static_cast<uint64_t>(std::ranges::size(value)));
      for (const auto& element : value) put(element);
    } else {
      static_assert(std::is_trivially_copyable_v<T>);
      append(&value, sizeof value);
    }
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
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
  T get() {
    T value{};
    read(value);
    return value;
  }
  /// Returns the next `size` bytes; none if fewer are left.
  std::span<const std::byte> get_bytes(size_t size) {
    return has(size) ? take(size) : std::span<const std::byte>();
  }
  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty() || !ok_; }

 private:
  template <class T>
  void read(T& value) {
    if constexpr (HasFields<T>) {
      std::apply([this](auto&... field) { (this->read(field), ...); }, T::fields(value));
    } else if constexpr (PlainArray<T>) {
      const uint64_t size = get<uint64_t>();
      if (size > bytes_.size() / sizeof(std::ranges::range_value_t<T>)) ok_ = false;
      if (!ok_) return;
      value.resize(size);
      copy_to(value.data(), size * sizeof(std::ranges::range_value_t<T>));
    } else if constexpr (std::ranges::range<T>) {
      for (uint64_t left = get<uint64_t>(); left > 0 && ok_; --left)
        value.insert(value.end(), get<std::ranges::range_value_t<T>>());
    } else {
      static_assert(std::is_trivially_copyable_v<T>);
      if (has(sizeof value)) copy_to(&value, sizeof value);
    }
  }
  bool has(size_t size) {
    if (size > bytes_.size()) ok_ = false;
    return ok_;
  }
  std::span<const std::byte> take(size_t size) {
    const std::span<const std::byte> head = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return head;
  }
  void copy_to(void* to, size_t size) {
    if (size > 0) std::memcpy(to, take(size).data(), size);
  }

  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

}  // namespace latecomer::record
