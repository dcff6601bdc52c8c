// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <span>

namespace latecomer::report {

/// Is a histogram among others: its lower and upper limit and its bins stand `distance` numbers apart.
template <class Number>
struct HistogramAt {
  std::span<Number> numbers;
  size_t distance;
  size_t position;

  Number& lower() const { return numbers[position]; }
  Number& upper() const { return numbers[distance + position]; }
  size_t bins() const { return numbers.size() / distance - 2; }
  Number& bin(size_t i) const { return numbers[(i + 2) * distance + position]; }
};

/// Adds `from`, of as many bins, to `into`, whose limits become those of both. What is in a bin is spread
/// evenly over its width. A histogram without anything in it has no limits.
void add_histogram(const HistogramAt<double>& into, const HistogramAt<const double>& from);

}  // namespace latecomer::report
