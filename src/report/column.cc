// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/column.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/bounded_sum.h"
#include "base/check.h"
#include "report/histogram.h"

namespace latecomer::report {

namespace {

using Kind = DataType::Kind;

/// Says how a part of two values becomes that of one.
enum class Combination : uint8_t { sum, minimum, maximum };

Combination combination(const DataType& type, size_t part) {
  if (type.kind == Kind::minimum || (type.kind == Kind::tau_atomic && part == 1)) return Combination::minimum;
  if (type.kind == Kind::maximum || (type.kind == Kind::tau_atomic && part == 2)) return Combination::maximum;
  return Combination::sum;
}

/// Returns whether the parts of a value are combined without looking at the others.
bool has_independent_parts(const DataType& type) {
  return type.kind != Kind::rate && type.kind != Kind::tau_atomic && type.kind != Kind::histogram;
}

template <class Number>
Number combine(Combination how, Number a, Number b) {
  if (how == Combination::minimum) return std::min(a, b);
  if (how == Combination::maximum) return std::max(a, b);
  return bounded_sum(a, b);
}

template <class Number>
void combine_all(Combination how, std::span<Number> into, std::span<const Number> from) {
  switch (how) {
    case Combination::sum:
      for (size_t i = 0; i < into.size(); ++i) into[i] = bounded_sum(into[i], from[i]);
      return;
    case Combination::minimum:
      for (size_t i = 0; i < into.size(); ++i) into[i] = std::min(into[i], from[i]);
      return;
    case Combination::maximum:
      for (size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
  }
}

template <class Number>
Number combined_to_one(Combination how, std::span<const Number> numbers) {
  Number result = numbers.front();
  switch (how) {
    case Combination::sum:
      for (const Number each : numbers.subspan(1)) result = bounded_sum(result, each);
      return result;
    case Combination::minimum:
      return std::ranges::min(numbers);
    case Combination::maximum:
      return std::ranges::max(numbers);
  }
  return result;
}

template <class Integer>
Integer rounded_into(double number) {
  constexpr double kLeast = -9223372036854775808.0;
  constexpr double kTooMuch = 9223372036854775808.0;
  if (std::isnan(number)) return 0;
  return static_cast<Integer>(static_cast<int64_t>(std::clamp(number, kLeast, std::nextafter(kTooMuch, 0))));
}

/// Returns the number that an unsigned count stands for: what is taken from it may leave less than zero, and
/// counters that went down are stored so. Nothing counts up to 2^63.
template <class Number>
double signed_number(Number number) {
  if constexpr (std::is_unsigned_v<Number>) return static_cast<double>(static_cast<int64_t>(number));
  return static_cast<double>(number);
}

double sum(std::span<const double> numbers) {
  double all = 0;
  for (const double each : numbers) all += each;
  return all;
}

double quotient(double amount, double divisor) {
  return amount == 0 && divisor == 0 ? 0 : amount / divisor;
}

/// Returns what is shown for a value of several parts.
double shown(Kind kind, std::span<const double> parts) {
  switch (kind) {
    case Kind::complex:
      return std::hypot(parts[0], parts[1]);
    case Kind::rate:
      return quotient(parts[0], parts[1]);
    case Kind::tau_atomic:
      return parts[0] == 0 ? parts[3] : parts[3] / parts[0];
    case Kind::histogram:
      return sum(parts.subspan(2));
    default:
      return sum(parts);
  }
}

}  // namespace

Column::Column(DataType type, size_t size) : type_(type), size_(size) {
  if (type.kind == Kind::signed_integer)
    numbers_ = Integers(size);
  else if (type.kind == Kind::unsigned_integer)
    numbers_ = Naturals(size);
  else
    numbers_ = Reals(size * type.parts);
}

Column Column::of_numbers(DataType type, std::span<const double> numbers) {
  CHECK(type.parts == 1);
  Column column(type, numbers.size());
  std::visit(
      [&](auto& stored) {
        using Number = typename std::remove_reference_t<decltype(stored)>::value_type;
        if constexpr (std::is_same_v<Number, double>)
          std::ranges::copy(numbers, stored.begin());
        else
          std::ranges::transform(numbers, stored.begin(), rounded_into<Number>);
      },
      column.numbers_);
  return column;
}

bool Column::is_zero() const {
  return std::visit(
      [](const auto& numbers) { return std::ranges::all_of(numbers, [](auto each) { return each == 0; }); },
      numbers_);
}

double Column::number(size_t position) const {
  if (type_.parts == 1)
    return std::visit([&](const auto& numbers) { return signed_number(numbers[position]); }, numbers_);
  std::vector<double> parts(type_.parts);
  for (size_t part = 0; part < type_.parts; ++part) parts[part] = reals()[part * size_ + position];
  return shown(type_.kind, parts);
}

std::vector<double> Column::numbers() const {
  std::vector<double> result(size_);
  if (type_.parts == 1)
    std::visit(
        [&](const auto& numbers) {
          using Number = typename std::remove_cvref_t<decltype(numbers)>::value_type;
          std::ranges::transform(numbers, result.begin(), signed_number<Number>);
        },
        numbers_);
  else
    for (size_t i = 0; i < size_; ++i) result[i] = number(i);
  return result;
}

Column Column::part(size_t first, size_t count) const {
  CHECK(first + count <= size_);
  Column result(type_, count);
  std::visit(
      [&](auto& into) {
        const auto& source = std::get<std::remove_reference_t<decltype(into)>>(numbers_);
        for (size_t part = 0; part < type_.parts; ++part)
          std::ranges::copy_n(source.begin() + static_cast<ptrdiff_t>(part * size_ + first),
                              static_cast<ptrdiff_t>(count),
                              into.begin() + static_cast<ptrdiff_t>(part * count));
      },
      result.numbers_);
  return result;
}

void Column::add(const Column& other) {
  CHECK(type_ == other.type_ && size_ == other.size_);
  if (!has_independent_parts(type_)) {
    for (size_t i = 0; i < size_; ++i) add(i, other, i);
    return;
  }
  const Combination how = combination(type_, 0);  // All parts are combined in the same way.
  std::visit(
      [&](auto& into) {
        using Numbers = std::remove_reference_t<decltype(into)>;
        using Number = typename Numbers::value_type;
        combine_all<Number>(how, into, std::get<Numbers>(other.numbers_));
      },
      numbers_);
}

void Column::subtract(const Column& other) {
  CHECK(type_ == other.type_ && size_ == other.size_);
  for (size_t i = 0; i < size_; ++i) subtract(i, other, i);
}

void Column::scale(double factor) {
  const size_t first = type_.kind == Kind::histogram ? 2 : 0;
  std::visit(
      [&](auto& into) {
        using Number = typename std::remove_reference_t<decltype(into)>::value_type;
        for (size_t part = first; part < type_.parts; ++part) {
          const bool is_divisor = type_.kind == Kind::rate && part == 1;
          if (is_divisor || combination(type_, part) != Combination::sum) continue;
          for (size_t i = part * size_; i < (part + 1) * size_; ++i)
            into[i] = static_cast<Number>(static_cast<double>(into[i]) * factor);
        }
      },
      numbers_);
}

Column Column::combined() const {
  CHECK(size_ > 0);
  Column one(type_, 1);
  if (!has_independent_parts(type_)) {
    one.set(0, *this, 0);
    for (size_t i = 1; i < size_; ++i) one.add(0, *this, i);
    return one;
  }
  std::visit(
      [&](auto& into) {
        using Numbers = std::remove_reference_t<decltype(into)>;
        using Number = typename Numbers::value_type;
        const std::span<const Number> all = std::get<Numbers>(numbers_);
        for (size_t part = 0; part < type_.parts; ++part)
          into[part] = combined_to_one(combination(type_, part), all.subspan(part * size_, size_));
      },
      one.numbers_);
  return one;
}

Column Column::combined(std::span<const size_t> positions) const {
  Column one(type_, 1);
  if (positions.empty()) return one;
  one.set(0, *this, positions.front());
  for (const size_t position : positions.subspan(1)) one.add(0, *this, position);
  return one;
}

void Column::set(size_t position, const Column& from, size_t position_there) {
  std::visit(
      [&](auto& into) {
        const auto& source = std::get<std::remove_reference_t<decltype(into)>>(from.numbers_);
        for (size_t part = 0; part < type_.parts; ++part)
          into[part * size_ + position] = source[part * from.size_ + position_there];
      },
      numbers_);
}

void Column::add(size_t position, const Column& from, size_t position_there) {
  if (type_.kind == Kind::histogram) {
    add_histogram({reals(), size_, position}, {from.reals(), from.size_, position_there});
    return;
  }
  if (type_.kind == Kind::rate) return add_rate(position, from, position_there, 1);
  // A value without samples has no minimum and no maximum.
  if (type_.kind == Kind::tau_atomic && from.reals()[position_there] == 0) return;
  if (type_.kind == Kind::tau_atomic && reals()[position] == 0) return set(position, from, position_there);
  std::visit(
      [&](auto& into) {
        const auto& source = std::get<std::remove_reference_t<decltype(into)>>(from.numbers_);
        for (size_t part = 0; part < type_.parts; ++part) {
          auto& number = into[part * size_ + position];
          number = combine(combination(type_, part), number, source[part * from.size_ + position_there]);
        }
      },
      numbers_);
}

/// Adds a rate; rates are fractions that are added.
void Column::add_rate(size_t position, const Column& from, size_t position_there, double sign) {
  double& amount = reals()[position];
  double& divisor = reals()[size_ + position];
  const double other = from.reals()[position_there];
  const double other_divisor = from.reals()[from.size_ + position_there];
  if (other == 0 && other_divisor == 0) return;
  if (divisor == other_divisor) {
    amount += sign * other;
    return;
  }
  amount = quotient(amount, divisor) + sign * quotient(other, other_divisor);
  divisor = 1;
}

void Column::subtract(size_t position, const Column& from, size_t position_there) {
  if (type_.kind == Kind::rate) return add_rate(position, from, position_there, -1);
  const size_t first = type_.kind == Kind::histogram ? 2 : 0;
  std::visit(
      [&](auto& into) {
        const auto& source = std::get<std::remove_reference_t<decltype(into)>>(from.numbers_);
        for (size_t part = first; part < type_.parts; ++part) {
          if (combination(type_, part) == Combination::sum)
            into[part * size_ + position] -= source[part * from.size_ + position_there];
        }
      },
      numbers_);
}

Bytes to_bytes(const Column& column) {
  return std::visit(
      [](const auto& numbers) {
        const auto bytes = std::as_bytes(std::span(numbers));
        return Bytes(bytes.begin(), bytes.end());
      },
      column.numbers_);
}

Column column_from_bytes(DataType type, size_t size, const Bytes& bytes) {
  Column column(type, size);
  std::visit(
      [&](auto& numbers) {
        CHECK(std::as_bytes(std::span(numbers)).size() == bytes.size());
        std::ranges::copy(bytes, std::as_writable_bytes(std::span(numbers)).begin());
      },
      column.numbers_);
  return column;
}

}  // namespace latecomer::report
