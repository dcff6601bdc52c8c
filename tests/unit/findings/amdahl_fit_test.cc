// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/amdahl_fit.h"

#include <gtest/gtest.h>

#include <vector>

namespace latecomer::findings {
namespace {

std::vector<SizedValue> exact(double single, double f, const std::vector<double>& threads) {
  std::vector<SizedValue> values;
  for (const double n : threads) values.push_back({n, single / (f + (1 - f) * n)});
  return values;
}

TEST(AmdahlFit, FindsWhatExactValuesWereMadeOf) {
  for (const double f : {0.5, 0.9, 0.999, 0.99999}) {
    for (const std::vector<double>& threads : {std::vector<double>{4, 8, 16}, std::vector<double>{1, 2, 4, 8},
                                               std::vector<double>{96, 1024, 65536}}) {
      const AmdahlFit fit = fit_amdahl(exact(0.9, f, threads));
      EXPECT_NEAR(fit.single, 0.9, 1e-5) << f << " from " << threads.front();
      EXPECT_NEAR(fit.sequential, 1 - f, 1e-5 * (1 - f) + 1e-9) << f << " from " << threads.front();
      EXPECT_LT(fit.largest_residual, 1e-7);
      EXPECT_NEAR(fit.at(16 * threads.back()), 0.9 / (f + (1 - f) * 16 * threads.back()), 1e-6);
    }
  }
}

TEST(AmdahlFit, KeepsToFFromZeroToOne) {
  // What stays the same, or grows, is fitted by its mean.
  const AmdahlFit same = fit_amdahl(std::vector<SizedValue>{{4, 0.8}, {8, 0.8}, {16, 0.8}});
  EXPECT_DOUBLE_EQ(same.single, 0.8);
  EXPECT_EQ(same.sequential, 0);
  const AmdahlFit growing = fit_amdahl(std::vector<SizedValue>{{4, 0.6}, {8, 0.7}, {16, 0.8}});
  EXPECT_DOUBLE_EQ(growing.single, 0.7);
  EXPECT_EQ(growing.sequential, 0);
  EXPECT_NEAR(growing.largest_residual, 0.1, 1e-15);
  // What falls faster than 1 / n is fitted by that: E0 = (1/2 + 1/40) / (1/4 + 1/16) = 1.68.
  const AmdahlFit falling = fit_amdahl(std::vector<SizedValue>{{2, 1}, {4, 0.1}});
  EXPECT_NEAR(falling.single, 1.68, 1e-12);
  EXPECT_EQ(falling.sequential, 1);
  EXPECT_NEAR(falling.largest_residual, 0.32, 1e-12);  // 1.68 / 4 = 0.42 instead of 0.1
}

TEST(AmdahlFit, IsTheOneWithTheLeastSquares) {
  const std::vector<SizedValue> values = {{2, 0.93}, {4, 0.91}, {8, 0.80}, {16, 0.70}};
  const auto squares = [&](const AmdahlFit& fit) {
    double sum = 0;
    for (const SizedValue& each : values)
      sum += (each.value - fit.at(each.threads)) * (each.value - fit.at(each.threads));
    return sum;
  };
  const AmdahlFit best = fit_amdahl(values);
  for (const double change : {0.999, 1.001}) {
    EXPECT_LT(squares(best), squares({best.single * change, best.sequential}));
    EXPECT_LT(squares(best), squares({best.single, best.sequential * change}));
  }
}

}  // namespace
}  // namespace latecomer::findings
