// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <vector>

namespace latecomer::query {

/// How values differ, such as those of all locations, in their unit. All zero of no values.
struct Statistics {
  size_t count = 0;
  double sum = 0;
  double mean = 0;
  double squares = 0;  ///< sum of the squared deviations from the mean
  double minimum = 0;
  double first_quartile = 0;  ///< quartiles lie between the two values next to them, in proportion
  double median = 0;
  double third_quartile = 0;
  double maximum = 0;

  /// Of these values, and as it is estimated for all from which they are a sample; 0 of fewer than two.
  double variance() const { return count > 0 ? squares / static_cast<double>(count) : 0; }
  double sample_variance() const { return count > 1 ? squares / static_cast<double>(count - 1) : 0; }
};

Statistics statistics_of(std::vector<double> values);

/// An order by value in which what is not a number has a place as well.
bool is_less(double a, double b);

}  // namespace latecomer::query
