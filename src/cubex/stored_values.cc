// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/stored_values.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/check.h"

namespace latecomer::cubex {

namespace {

using report::Column;
using report::DataType;
using Kind = DataType::Kind;

static_assert(std::endian::native == std::endian::little,
              "values are written in the machine's own byte order");

/// Returns how many bytes a part of a value takes. The number of samples is the only part that is no double.
size_t part_size(const DataType& type, size_t part) {
  if (type.is_integer()) return type.bytes;
  return type.kind == Kind::tau_atomic && part == 0 ? sizeof(uint32_t) : sizeof(double);
}

uint64_t load(const std::byte* bytes, size_t size, bool big_endian) {
  uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  return big_endian ? __builtin_bswap64(value) >> (64 - 8 * size) : value;
}

int64_t with_sign(uint64_t value, size_t size) {
  const size_t unused = 64 - 8 * size;
  return static_cast<int64_t>(value << unused) >> unused;
}

}  // namespace

size_t stored_size(const DataType& type) {
  size_t size = 0;
  for (size_t part = 0; part < type.parts; ++part) size += part_size(type, part);
  return size;
}

Column decode_values(const DataType& type, std::span<const std::byte> bytes, bool big_endian, size_t count) {
  CHECK(bytes.size() == count * stored_size(type));
  Column column(type, count);
  const bool as_in_memory = type.parts == 1 && !type.is_integer() && !big_endian;
  if (as_in_memory) {
    std::ranges::copy(bytes, std::as_writable_bytes(column.reals()).begin());
    return column;
  }
  const std::byte* next = bytes.data();
  for (size_t i = 0; i < count; ++i) {
    for (size_t part = 0; part < type.parts; ++part) {
      const size_t size = part_size(type, part);
      const uint64_t value = load(next, size, big_endian);
      next += size;
      if (type.kind == Kind::signed_integer)
        column.integers()[i] = with_sign(value, size);
      else if (type.kind == Kind::unsigned_integer)
        column.naturals()[i] = value;
      else
        column.reals()[part * count + i] =
            size == sizeof(double) ? std::bit_cast<double>(value) : static_cast<double>(value);
    }
  }
  return column;
}

void encode_values(const Column& values, std::span<std::byte> out) {
  const DataType& type = values.type();
  CHECK(out.size() == values.size() * stored_size(type));
  std::byte* next = out.data();
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t part = 0; part < type.parts; ++part) {
      const size_t size = part_size(type, part);
      uint64_t value = 0;
      if (type.kind == Kind::signed_integer)
        value = static_cast<uint64_t>(values.integers()[i]);
      else if (type.kind == Kind::unsigned_integer)
        value = values.naturals()[i];
      else if (const double real = values.reals()[part * values.size() + i]; size == sizeof(double))
        value = std::bit_cast<uint64_t>(real);
      else
        value = static_cast<uint64_t>(real);
      std::memcpy(next, &value, size);
      next += size;
    }
  }
}

}  // namespace latecomer::cubex
