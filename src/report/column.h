// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "report/data_type.h"

namespace latecomer::report {

/// Holds values of a data type, one for each of several positions, such as all locations or all call paths,
/// as an array for each part of the values. Integers stay integers, and are added as such.
class Column {
 public:
  /// Makes `size` values that are zero.
  Column(DataType type, size_t size);
  /// Converts numbers to a type whose values have one part: integers are rounded down and kept in their
  /// range, what is not a number becomes zero there.
  static Column of_numbers(DataType type, std::span<const double> numbers);

  const DataType& type() const { return type_; }
  size_t size() const { return size_; }

  // These are the numbers of all parts, one after the other, `size` each. A type has integers, naturals or
  // reals, and the others must not be asked for.
  std::span<double> reals() { return std::get<Reals>(numbers_); }
  std::span<const double> reals() const { return std::get<Reals>(numbers_); }
  std::span<int64_t> integers() { return std::get<Integers>(numbers_); }
  std::span<const int64_t> integers() const { return std::get<Integers>(numbers_); }
  std::span<uint64_t> naturals() { return std::get<Naturals>(numbers_); }
  std::span<const uint64_t> naturals() const { return std::get<Naturals>(numbers_); }

  bool is_zero() const;
  /// Returns how many bytes the numbers of all values take.
  size_t bytes() const { return size_ * type_.parts * sizeof(double); }
  /// Returns the values at consecutive positions.
  Column part(size_t first, size_t count) const;
  bool operator==(const Column&) const = default;
  /// Returns the one number that Cube shows for a value: of a rate the quotient (0 of nothing), of samples
  /// the mean, of several numbers or bins the sum, of a complex number the magnitude.
  double number(size_t position) const;
  std::vector<double> numbers() const;

  // Combines values position by position, as those of the type are: added part by part, or the smaller or the
  // larger one. Histograms are spread over limits with room for both. `other` is of the same type and size.
  void add(const Column& other);
  /// Subtracts what was added; minima, maxima and limits stay.
  void subtract(const Column& other);
  /// Multiplies what adds up.
  void scale(double factor);

  /// Returns the values of all positions combined into one. There is at least one.
  Column combined() const;
  /// Returns the values of these positions combined into one, in order; zero if there are none.
  Column combined(std::span<const size_t> positions) const;
  // These methods combine one value with one of a column of the same type.
  void set(size_t position, const Column& from, size_t position_there);
  void add(size_t position, const Column& from, size_t position_there);
  void subtract(size_t position, const Column& from, size_t position_there);

 private:
  using Reals = std::vector<double>;
  using Integers = std::vector<int64_t>;
  using Naturals = std::vector<uint64_t>;

  friend Bytes to_bytes(const Column& column);
  friend Column column_from_bytes(DataType type, size_t size, const Bytes& bytes);

  void add_rate(size_t position, const Column& from, size_t position_there, double sign);

  DataType type_;
  size_t size_;
  std::variant<Reals, Integers, Naturals> numbers_;
};

/// Returns the numbers of all values as bytes, for other ranks.
Bytes to_bytes(const Column& column);
Column column_from_bytes(DataType type, size_t size, const Bytes& bytes);

/// Points to the values of all locations; null where all are zero.
using Row = std::shared_ptr<const Column>;

}  // namespace latecomer::report
