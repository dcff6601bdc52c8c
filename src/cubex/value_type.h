// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace latecomer::cubex {

/// How one value of a metric is stored, and which number it is reduced to.
struct ValueType {
  enum class Number : uint8_t { signed_integer, unsigned_integer, real };
  enum class Reduction : uint8_t {
    plain,      ///< one number
    sum,        ///< NDOUBLES: all of them; HISTOGRAM: all after the two limits
    tau_sum,    ///< TAU_ATOMIC: a 32-bit count, then minimum, maximum, sum, sum of squares
    rate,       ///< RATE: the first by the second
    magnitude,  ///< COMPLEX
  };
  Number number = Number::real;
  Reduction reduction = Reduction::plain;
  size_t bytes = 8;  ///< of the whole value
  size_t skip = 0;   ///< bytes before what is summed
};

/// The storage of a data type as anchor.xml names it; nothing for types whose layout is not known.
std::optional<ValueType> value_type(std::string_view name);

/// As many values as there are in `values`, which take `type.bytes` each.
void decode_values(const ValueType& type, std::span<const std::byte> bytes, bool big_endian,
                   std::span<double> values);

/// The type that a written report uses for this one: 64-bit integers and doubles, keeping minima and maxima.
/// Of Cube's names for them those that its tools print with digits, and without.
std::string stored_type(const std::string& data_type);

/// The values as `stored_type` wants them, 8 bytes each.
void encode_values(const ValueType& type, std::span<const double> values, std::span<std::byte> out);

}  // namespace latecomer::cubex
