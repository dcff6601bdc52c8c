// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/data_type.h"

#include <utility>

#include "base/parse_number.h"

namespace latecomer::report {

namespace {

using Kind = DataType::Kind;

constexpr std::pair<std::string_view, DataType> kTypes[] = {
    {"DOUBLE", {}},
    {"FLOAT", {}},
    {"MINDOUBLE", {Kind::minimum}},
    {"MAXDOUBLE", {Kind::maximum}},
    {"INTEGER", {Kind::signed_integer}},
    {"INT64", {Kind::signed_integer}},
    {"UINT64", {Kind::unsigned_integer}},
    {"INT32", {Kind::signed_integer, 4}},
    {"UINT32", {Kind::unsigned_integer, 4}},
    {"INT16", {Kind::signed_integer, 2}},
    {"UINT16", {Kind::unsigned_integer, 2}},
    {"INT8", {Kind::signed_integer, 1}},
    {"UINT8", {Kind::unsigned_integer, 1}},
    {"CHAR", {Kind::unsigned_integer, 1}},
    {"COMPLEX", {Kind::complex, 8, 2}},
    {"RATE", {Kind::rate, 8, 2}},
    {"TAU_ATOMIC", {Kind::tau_atomic, 8, 5}},
};

/// Returns n of "NDOUBLES(n)"; nothing if it is larger than any real one, which means a damaged file.
std::optional<uint32_t> parameter(std::string_view name, std::string_view prefix) {
  constexpr uint32_t kLargest = 1'000'000;
  if (!name.starts_with(prefix) || !name.ends_with(")")) return std::nullopt;
  const std::optional<uint32_t> n =
      parse_number<uint32_t>(name.substr(prefix.size(), name.size() - prefix.size() - 1));
  return n && *n > 0 && *n <= kLargest ? n : std::nullopt;
}

}  // namespace

std::optional<DataType> DataType::named(std::string_view name) {
  for (const auto& [known, type] : kTypes) {
    if (known == name) return type;
  }
  if (const std::optional<uint32_t> n = parameter(name, "NDOUBLES(")) return DataType{Kind::numbers, 8, *n};
  if (const std::optional<uint32_t> n = parameter(name, "HISTOGRAM("))
    return DataType{Kind::histogram, 8, *n + 2};
  return std::nullopt;
}

bool DataType::is_sum() const {
  return kind != Kind::minimum && kind != Kind::maximum;
}

}  // namespace latecomer::report
