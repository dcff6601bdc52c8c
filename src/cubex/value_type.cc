// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/value_type.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace latecomer::cubex {

namespace {

using Number = ValueType::Number;
using Reduction = ValueType::Reduction;

static_assert(std::endian::native == std::endian::little,
              "values are written in the machine's own byte order");

constexpr std::pair<std::string_view, ValueType> kTypes[] = {
    {"DOUBLE", {}},
    {"FLOAT", {}},
    {"MINDOUBLE", {}},
    {"MAXDOUBLE", {}},
    {"INTEGER", {Number::signed_integer}},
    {"INT64", {Number::signed_integer}},
    {"UINT64", {Number::unsigned_integer}},
    {"INT32", {Number::signed_integer, Reduction::plain, 4}},
    {"UINT32", {Number::unsigned_integer, Reduction::plain, 4}},
    {"INT16", {Number::signed_integer, Reduction::plain, 2}},
    {"UINT16", {Number::unsigned_integer, Reduction::plain, 2}},
    {"INT8", {Number::signed_integer, Reduction::plain, 1}},
    {"UINT8", {Number::unsigned_integer, Reduction::plain, 1}},
    {"CHAR", {Number::unsigned_integer, Reduction::plain, 1}},
    {"COMPLEX", {Number::real, Reduction::magnitude, 16}},
    {"RATE", {Number::real, Reduction::rate, 16}},
    {"TAU_ATOMIC", {Number::real, Reduction::tau_sum, 36}},
};

/// n of "NDOUBLES(n)"; larger than any real one means a damaged file.
std::optional<size_t> parameter(std::string_view name, std::string_view prefix) {
  constexpr size_t kLargest = 1'000'000;
  if (!name.starts_with(prefix) || !name.ends_with(")")) return std::nullopt;
  const std::string_view digits = name.substr(prefix.size(), name.size() - prefix.size() - 1);
  size_t n = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
  if (error != std::errc() || end != digits.data() + digits.size() || n == 0 || n > kLargest)
    return std::nullopt;
  return n;
}

uint64_t load(std::span<const std::byte> bytes, bool big_endian) {
  uint64_t value = 0;
  if (bytes.size() == sizeof(value)) {
    std::memcpy(&value, bytes.data(), sizeof(value));
    return big_endian ? __builtin_bswap64(value) : value;
  }
  for (size_t i = 0; i < bytes.size(); ++i) {
    const size_t position = big_endian ? i : bytes.size() - 1 - i;
    value = value << 8 | std::to_integer<uint64_t>(bytes[position]);
  }
  return value;
}

double load_double(std::span<const std::byte> bytes, size_t at, bool big_endian) {
  return std::bit_cast<double>(load(bytes.subspan(at, 8), big_endian));
}

double load_number(const ValueType& type, std::span<const std::byte> bytes, bool big_endian) {
  if (type.number == Number::real) return load_double(bytes, 0, big_endian);
  const uint64_t value = load(bytes, big_endian);
  if (type.number == Number::unsigned_integer) return static_cast<double>(value);
  const size_t unused_bits = 64 - 8 * bytes.size();
  return static_cast<double>(static_cast<int64_t>(value << unused_bits) >> unused_bits);
}

}  // namespace

std::optional<ValueType> value_type(std::string_view name) {
  for (const auto& [known, type] : kTypes) {
    if (known == name) return type;
  }
  if (const std::optional<size_t> n = parameter(name, "NDOUBLES("))
    return ValueType{Number::real, Reduction::sum, 8 * *n};
  if (const std::optional<size_t> n = parameter(name, "HISTOGRAM(")) {
    return ValueType{Number::real, Reduction::sum, 8 * (*n + 2), 16};
  }
  return std::nullopt;
}

namespace {

double decode_value(const ValueType& type, std::span<const std::byte> bytes, bool big_endian) {
  switch (type.reduction) {
    case Reduction::plain:
      return load_number(type, bytes, big_endian);
    case Reduction::tau_sum:
      return load_double(bytes, 20, big_endian);
    case Reduction::rate: {
      const double per = load_double(bytes, 8, big_endian);
      return per == 0 ? 0 : load_double(bytes, 0, big_endian) / per;
    }
    case Reduction::magnitude:
      return std::hypot(load_double(bytes, 0, big_endian), load_double(bytes, 8, big_endian));
    case Reduction::sum:
      break;
  }
  double sum = 0;
  for (size_t at = type.skip; at < type.bytes; at += 8) sum += load_double(bytes, at, big_endian);
  return sum;
}

}  // namespace

void decode_values(const ValueType& type, std::span<const std::byte> bytes, bool big_endian,
                   std::span<double> values) {
  const bool as_in_memory = type.number == Number::real && type.reduction == Reduction::plain && !big_endian;
  if (as_in_memory) {
    std::ranges::copy(bytes.first(values.size_bytes()), std::as_writable_bytes(values).begin());
    return;
  }
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = decode_value(type, bytes.subspan(i * type.bytes, type.bytes), big_endian);
}

std::string stored_type(const std::string& data_type) {
  if (data_type == "MINDOUBLE" || data_type == "MAXDOUBLE") return data_type;
  const std::optional<ValueType> type = value_type(data_type);
  return !type || type->number == Number::real ? "FLOAT" : "INTEGER";
}

void encode_values(const ValueType& type, std::span<const double> values, std::span<std::byte> out) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (type.number == Number::real) {
    std::ranges::copy(std::as_bytes(values), out.begin());
    return;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const int64_t value =
        std::isnan(values[i])
            ? 0
            : static_cast<int64_t>(std::clamp(values[i], -kTwoTo63, std::nextafter(kTwoTo63, 0)));
    std::memcpy(&out[i * sizeof(value)], &value, sizeof(value));
  }
}

}  // namespace latecomer::cubex
