// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <vector>

namespace latecomer::query {

/// Says how values differ, such as those of all locations, in their unit; all is zero if there are none.
struct Statistics {
  size_t count = 0;
  double sum = 0;
  double mean = 0;
  double squares = 0;  ///< Sums the squared deviations from the mean.
  double minimum = 0;
  double first_quartile = 0;  ///< Lies, as any quartile, between the two values next to it, in proportion.
  double median = 0;
  double third_quartile = 0;
  double maximum = 0;

  /// These are the variance, and its estimate for all that the values are a sample of; 0 of fewer than two.
  double variance() const { return count > 0 ? squares / static_cast<double>(count) : 0; }
  double sample_variance() const { return count > 1 ? squares / static_cast<double>(count - 1) : 0; }
};

Statistics statistics_of(std::vector<double> values);

/// Orders by value, and also what is not a number, so that sorting is defined.
bool is_less(double a, double b);

}  // namespace latecomer::query
