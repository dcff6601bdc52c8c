// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/amount_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

namespace latecomer {
namespace {

using Case = std::pair<double, const char*>;

TEST(AmountText, GivesTimesThreeDigitsInTheUnitThatSuitsThem) {
  for (const auto& [seconds, text] : std::vector<Case>{{0, "0 s"},
                                                       {2.5e-10, "0.25 ns"},
                                                       {1e-9, "1.00 ns"},
                                                       {1.23456e-6, "1.23 us"},
                                                       {0.0008465, "847 us"},
                                                       {0.0009996, "1.00 ms"},
                                                       {0.0009994, "999 us"},
                                                       {0.02, "20.0 ms"},
                                                       {-0.0000123, "-12.3 us"},
                                                       {0.9996, "1.00 s"},
                                                       {1, "1.00 s"},
                                                       {9.996, "10.0 s"},
                                                       {18.7843999999983, "18.8 s"},
                                                       {99.96, "100 s"},
                                                       {999.6, "1,000 s"},
                                                       {12345.678, "12,346 s"},
                                                       {1e20, "1.00e+20 s"},
                                                       {std::numeric_limits<double>::quiet_NaN(), "unknown"}})
    EXPECT_EQ(with_unit(seconds), text);
}

TEST(AmountText, GivesBytesTheirUnit) {
  for (const auto& [bytes, text] : std::vector<Case>{{0, "0 B"},
                                                     {512, "512 B"},
                                                     {12.5, "12.5 B"},
                                                     {999, "999 B"},
                                                     {999.7, "1.00 kB"},
                                                     {3e6, "3.00 MB"},
                                                     {-30802176, "-30.8 MB"},
                                                     {1.8e19, "18.0 EB"}})
    EXPECT_EQ(bytes_text(bytes), text);
}

TEST(AmountText, LeavesWholeNumbersWhole) {
  for (const auto& [number, text] : std::vector<Case>{{0, "0"},
                                                      {16208, "16,208"},
                                                      {-1234567, "-1,234,567"},
                                                      {1.0 / 3, "0.333"},
                                                      {2.5, "2.50"},
                                                      {12345.6, "12,346"},
                                                      {1e18, "1.00e+18"}})
    EXPECT_EQ(number_text(number), text);
}

TEST(AmountText, TakesAMetricsUnit) {
  EXPECT_EQ(amount_text(0.5, "sec"), "500 ms");
  EXPECT_EQ(amount_text(2048, "bytes"), "2.05 kB");
  EXPECT_EQ(amount_text(7, "occ"), "7");
  EXPECT_EQ(amount_text(7.25, "MHz"), "7.25 MHz");
  EXPECT_EQ(short_amount(7.25, "MHz"), "7.25");
}

}  // namespace
}  // namespace latecomer
