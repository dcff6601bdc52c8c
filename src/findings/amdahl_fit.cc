// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Least squares with two unknowns, of which one is linear: where f is given, the best E0 is known, so only f
// is to be searched. At what distance from 1 it matters depends on the numbers of threads: with 1,000 of
// them, 0.999 halves an efficiency. So the search goes in equal steps of
//
//     u = (1 - f) N / (f + (1 - f) N),   N: the largest number of threads,
//
// which is 0 where f is 1, 1 where f is 0, and one half where the fit has fallen to about half by N. The sum
// of squares is searched on a grid first, as it need not have only one minimum, then between the neighbours
// of the best point by golden sections.

#include "findings/amdahl_fit.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace latecomer::findings {

namespace {

/// Searches the fit of values, by u.
class Search {
 public:
  explicit Search(std::span<const SizedValue> values) : values_(values) {
    for (const SizedValue& each : values) largest_ = std::max(largest_, each.threads);
  }

  /// Returns the best fit with this u.
  AmdahlFit fit_with(double u) const {
    AmdahlFit fit = {1, u / (largest_ - u * (largest_ - 1))};
    double of_values = 0;
    double of_form = 0;
    for (const SizedValue& each : values_) {
      const double form = fit.at(each.threads);
      of_values += each.value * form;
      of_form += form * form;
    }
    fit.single = of_values / of_form;
    return fit;
  }

  double sum_of_squares(double u) const {
    const AmdahlFit fit = fit_with(u);
    double sum = 0;
    for (const SizedValue& each : values_) {
      const double residual = each.value - fit.at(each.threads);
      sum += residual * residual;
    }
    return sum;
  }

  double best() const {
    constexpr int kSteps = 200;
    int best = 0;
    for (int i = 1; i <= kSteps; ++i)
      if (sum_of_squares(step(i, kSteps)) < sum_of_squares(step(best, kSteps))) best = i;
    const double between =
        best_between(step(std::max(best - 1, 0), kSteps), step(std::min(best + 1, kSteps), kSteps));
    const double on_grid = step(best, kSteps);
    return sum_of_squares(on_grid) <= sum_of_squares(between) ? on_grid : between;
  }

 private:
  static double step(int i, int steps) { return static_cast<double>(i) / steps; }

  double best_between(double low, double high) const {
    constexpr int kSections = 60;
    const double golden = (std::sqrt(5.0) - 1) / 2;
    for (int i = 0; i < kSections; ++i) {
      const double lower = high - golden * (high - low);
      const double upper = low + golden * (high - low);
      if (sum_of_squares(lower) <= sum_of_squares(upper))
        high = upper;
      else
        low = lower;
    }
    return (low + high) / 2;
  }

  std::span<const SizedValue> values_;
  double largest_ = 1;
};

}  // namespace

AmdahlFit fit_amdahl(std::span<const SizedValue> values) {
  CHECK(values.size() >= 2);
  const Search search(values);
  AmdahlFit fit = search.fit_with(search.best());
  for (const SizedValue& each : values)
    fit.largest_residual = std::max(fit.largest_residual, std::abs(each.value - fit.at(each.threads)));
  return fit;
}

}  // namespace latecomer::findings
