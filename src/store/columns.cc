// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Differences of neighbours are small where times ascend and where names repeat, so that most take a byte or
// two, and are again what zstd has seen shortly before. The lowest seven bits of a number come first; the
// eighth says that more follow. Numbers around zero are few bytes whatever their sign: 0 -1 1 -2 2 are 0 1 2
// 3 4.

#include "store/columns.h"

#include <zstd.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "base/check.h"

namespace latecomer::store {

namespace {

constexpr int kLevel = -5;       ///< Takes two thirds of level 1's time, and writes an eighth more.
constexpr size_t kLongest = 10;  ///< Counts the bytes of a number.

/// Writes a number to where there is room for the longest, and returns where it ends.
std::byte* put(uint64_t number, std::byte* at) {
  while (number >= 0x80) {
    *at++ = static_cast<std::byte>(number | 0x80);
    number >>= 7U;
  }
  *at++ = static_cast<std::byte>(number);
  return at;
}

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

LargeText compressed(std::span<const std::byte> bytes) {
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  Bytes packed(ZSTD_compressBound(bytes.size()));
  const size_t size =
      ZSTD_compressCCtx(context.get(), packed.data(), packed.size(), bytes.data(), bytes.size(), kLevel);
  CHECK(ZSTD_isError(size) == 0);
  return {reinterpret_cast<const char*>(packed.data()), size};
}

std::optional<uint64_t> take(std::string_view& bytes) {
  uint64_t number = 0;
  for (size_t i = 0; i < bytes.size() && i < kLongest; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    number |= uint64_t{byte & 0x7fU} << (7 * i);
    if (byte >= 0x80) continue;
    bytes.remove_prefix(i + 1);
    return number;
  }
  return std::nullopt;
}

/// Makes small numbers unsigned ones, with which differences of any two numbers can be calculated.
uint64_t folded(uint64_t difference) {
  const bool is_negative = difference >> 63U != 0;
  return (difference << 1U) ^ (is_negative ? std::numeric_limits<uint64_t>::max() : 0);
}

uint64_t unfolded(uint64_t number) {
  return (number >> 1U) ^ ((number & 1U) != 0 ? std::numeric_limits<uint64_t>::max() : 0);
}

std::optional<Column> take_column(std::string_view& bytes, size_t most) {
  const std::optional<uint64_t> size = take(bytes);
  if (!size || *size > most || *size > bytes.size()) return std::nullopt;
  Column column(*size);
  uint64_t last = 0;
  for (int64_t& number : column) {
    const std::optional<uint64_t> difference = take(bytes);
    if (!difference) return std::nullopt;
    last += unfolded(*difference);
    number = static_cast<int64_t>(last);
  }
  return column;
}

}  // namespace

LargeText pack(std::span<const Column> columns) {
  size_t numbers = columns.size();
  for (const Column& column : columns) numbers += column.size();
  Bytes bytes(numbers * kLongest);
  std::byte* end = bytes.data();
  for (const Column& column : columns) {
    end = put(column.size(), end);
    uint64_t last = 0;
    for (const int64_t number : column) {
      end = put(folded(static_cast<uint64_t>(number) - last), end);
      last = static_cast<uint64_t>(number);
    }
  }
  return compressed({bytes.data(), end});
}

Result<std::vector<Column>> unpack(std::string_view packed, size_t columns, size_t most) {
  const Error damaged{"is damaged"};
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR) return damaged;
  if (size > (most + columns) * kLongest) return damaged;
  std::string unpacked(size, '\0');
  if (ZSTD_decompress(unpacked.data(), size, packed.data(), packed.size()) != size) return damaged;
  std::vector<Column> result;
  std::string_view rest = unpacked;
  while (result.size() < columns) {
    std::optional<Column> column = take_column(rest, most);
    if (!column) return damaged;
    most -= column->size();
    result.push_back(std::move(*column));
  }
  if (!rest.empty()) return damaged;
  return result;
}

}  // namespace latecomer::store
