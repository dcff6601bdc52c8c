// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace latecomer::report {

/// Says what a metric's values consist of: it is one of Cube's data types.
struct DataType {
  enum class Kind : uint8_t {
    signed_integer,
    unsigned_integer,
    real,
    minimum,
    maximum,
    complex,     ///< Has a real and an imaginary part.
    rate,        ///< Has an amount and what it is divided by.
    tau_atomic,  ///< Has the number of samples, their minimum, maximum, sum, and sum of squares.
    numbers,     ///< Has several numbers that have nothing to do with each other.
    histogram,   ///< Has a lower and an upper limit, then bins of the same width.
  };
  Kind kind = Kind::real;
  uint8_t bytes = 8;   ///< Is the size of an integer in files.
  uint32_t parts = 1;  ///< Counts the numbers in a value.

  /// Returns the type that Cube gives this name; nothing where its values cannot be read.
  static std::optional<DataType> named(std::string_view name);

  bool is_integer() const { return kind == Kind::signed_integer || kind == Kind::unsigned_integer; }
  /// Returns whether two values make one by adding their parts, so that one that is zero changes nothing.
  bool is_sum() const;
  bool operator==(const DataType&) const = default;
};

}  // namespace latecomer::report
