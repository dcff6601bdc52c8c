// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/column.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

namespace latecomer::report {
namespace {

using Values = std::vector<double>;

/// A column of a type with several parts, of each value its parts.
Column column_of(const std::string& type, const std::vector<Values>& values) {
  Column column(*DataType::named(type), values.size());
  for (size_t i = 0; i < values.size(); ++i)
    for (size_t part = 0; part < values[i].size(); ++part)
      column.reals()[part * values.size() + i] = values[i][part];
  return column;
}

Values parts_of(const Column& column, size_t position) {
  Values parts;
  for (size_t part = 0; part < column.type().parts; ++part)
    parts.push_back(column.reals()[part * column.size() + position]);
  return parts;
}

TEST(Column, AddsIntegersBeyondWhatADoubleCanTell) {
  Column a(*DataType::named("UINT64"), 2);
  a.naturals()[0] = (uint64_t{1} << 60) + 1;
  a.naturals()[1] = 2;
  EXPECT_EQ(a.combined().naturals()[0], (uint64_t{1} << 60) + 3);
  a.add(a);
  EXPECT_EQ(a.naturals()[0], (uint64_t{1} << 61) + 2);
  Column b(*DataType::named("INT64"), 1);
  b.integers()[0] = -(int64_t{1} << 60) - 1;
  b.subtract(b);
  EXPECT_TRUE(b.is_zero());
}

TEST(Column, KeepsNumbersWithinTheRangeOfIntegers) {
  const Values numbers = {-1, 2.9, 1e30, std::numeric_limits<double>::quiet_NaN()};
  const Column naturals = Column::of_numbers(*DataType::named("UINT64"), numbers);
  EXPECT_EQ(naturals.number(0), -1);
  EXPECT_EQ(naturals.naturals()[1], 2u);
  EXPECT_GT(naturals.naturals()[2], INT64_MAX - 5000);
  EXPECT_EQ(naturals.naturals()[3], 0u);
  EXPECT_EQ(Column::of_numbers(*DataType::named("INTEGER"), numbers).integers()[0], -1);
}

/// What is taken from a number without a sign can be more than it: 2 - 5 is -3, and not 2^64 - 3.
TEST(Column, LeavesLessThanZeroOfNumbersWithoutASign) {
  for (const char* name : {"UINT8", "UINT16", "UINT32", "UINT64"}) {
    Column values = Column::of_numbers(*DataType::named(name), Values{2});
    values.subtract(Column::of_numbers(*DataType::named(name), Values{5}));
    EXPECT_EQ(values.number(0), -3) << name;
    EXPECT_EQ(values.numbers(), Values{-3}) << name;
    EXPECT_EQ(values.combined().number(0), -3) << name;
  }
}

TEST(Column, TakesTheSmallestOrTheLargest) {
  const DataType least = *DataType::named("MINDOUBLE");
  Column column = Column::of_numbers(least, Values{3, -1, 2});
  EXPECT_EQ(column.combined().number(0), -1);
  column.add(Column::of_numbers(least, Values{1, 5, 2}));
  EXPECT_EQ(column.numbers(), (Values{1, -1, 2}));
  column.subtract(column);
  EXPECT_EQ(column.numbers(), (Values{1, -1, 2})) << "nothing was added";
  EXPECT_EQ(Column::of_numbers(*DataType::named("MAXDOUBLE"), Values{3, -1, 4}).combined().number(0), 4);
}

// As CubeLib does: 3/s on one location and 5/s on another are 8/s.
TEST(Column, AddsRatesAsFractions) {
  Column column = column_of("RATE", {{6, 2}, {10, 2}, {0, 0}, {1, 4}});
  EXPECT_EQ(column.numbers(), (Values{3, 5, 0, 0.25}));
  EXPECT_EQ(column.combined().number(0), 8.25);
  EXPECT_EQ(parts_of(column.combined(std::vector<size_t>{0, 1}), 0), (Values{16, 2}));
  column.subtract(column_of("RATE", {{2, 1}, {2, 2}, {1, 2}, {0, 0}}));
  EXPECT_EQ(column.numbers(), (Values{1, 4, -0.5, 0.25}));
  column.scale(2);
  EXPECT_EQ(column.numbers(), (Values{2, 8, -1, 0.5}));
}

// |3 + 4i| = 5, but 3 + 4i and 3 - 4i are 6.
TEST(Column, AddsComplexNumbersBeforeTheirMagnitudeIsShown) {
  const Column column = column_of("COMPLEX", {{3, 4}, {3, -4}});
  EXPECT_EQ(column.numbers(), (Values{5, 5}));
  EXPECT_EQ(column.combined().number(0), 6);
}

// 1 and 5; nothing; 9. Of all three samples the smallest is 1, the largest 9, the mean 5.
TEST(Column, PutsSamplesTogether) {
  Column column = column_of("TAU_ATOMIC", {{2, 1, 5, 6, 26}, {0, 0, 0, 0, 0}, {1, 9, 9, 9, 81}});
  EXPECT_EQ(column.numbers(), (Values{3, 0, 9}));
  const Column all = column.combined();
  EXPECT_EQ(parts_of(all, 0), (Values{3, 1, 9, 15, 107}));
  EXPECT_EQ(all.number(0), 5);
  column.subtract(column_of("TAU_ATOMIC", {{1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}));
  EXPECT_EQ(parts_of(column, 0), (Values{1, 1, 5, 5, 25}));
}

TEST(Column, AddsSeveralNumbersEachOnItsOwn) {
  Column column = column_of("NDOUBLES(2)", {{1, 10}, {2, 20}});
  EXPECT_EQ(parts_of(column.combined(), 0), (Values{3, 30}));
  EXPECT_EQ(column.numbers(), (Values{11, 22}));
  column.scale(0.5);
  EXPECT_EQ(parts_of(column, 1), (Values{1, 10}));
}

//     0   1   2   3   4   5   6   7   8
//     |   4   |   8   |                     two bins of width 2
//                     |   2   |   6   |     two more
//     |       12      |       8       |     width 4, so that there is room for both
TEST(Column, SpreadsHistogramsOverCommonLimits) {
  const Column column = column_of("HISTOGRAM(2)", {{0, 4, 4, 8}, {4, 8, 2, 6}});
  EXPECT_EQ(parts_of(column.combined(), 0), (Values{0, 8, 12, 8}));
  EXPECT_EQ(column.numbers(), (Values{12, 8}));
}

//     0       3       6                     two bins of width 3
//         2   3   4                         two of width 1: the limits stay
//     0               6       9       12    now 6: the first of 9 to 12 is in the second
TEST(Column, SplitsABinThatReachesIntoTwo) {
  EXPECT_EQ(parts_of(column_of("HISTOGRAM(2)", {{0, 6, 1, 1}, {2, 4, 5, 7}}).combined(), 0),
            (Values{0, 6, 6, 8}));
  // Limits 0 to 8, bins of 4: the bin from 3 to 6 has a third of its width, and of its 9, below 4.
  EXPECT_EQ(parts_of(column_of("HISTOGRAM(2)", {{0, 6, 1, 9}, {8, 8, 0, 2}}).combined(), 0),
            (Values{0, 8, 4, 8}));
}

TEST(Column, HasNoLimitsOfAHistogramWithNothingInIt) {
  EXPECT_EQ(parts_of(column_of("HISTOGRAM(2)", {{0, 0, 0, 0}, {2, 4, 5, 7}, {100, 200, 0, 0}}).combined(), 0),
            (Values{2, 4, 5, 7}));
}

TEST(Column, CombinesTheWantedPositions) {
  const Column column = Column::of_numbers(DataType(), Values{1, 10, 100, 1000});
  EXPECT_EQ(column.combined(std::vector<size_t>{3, 1}).number(0), 1010);
  EXPECT_EQ(column.combined(std::vector<size_t>()).number(0), 0);
}

TEST(DataType, IsKnownByItsName) {
  EXPECT_EQ(DataType::named("HISTOGRAM(4)")->parts, 6u);
  EXPECT_EQ(DataType::named("INT16")->bytes, 2);
  for (const char* name : {"", "double", "NDOUBLES", "NDOUBLES()", "NDOUBLES(0)", "NDOUBLES(-1)",
                           "NDOUBLES(3", "NDOUBLES(3x)", "NDOUBLES(99999999999)", "SCALE_FUNC"})
    EXPECT_FALSE(DataType::named(name)) << name;
}

}  // namespace
}  // namespace latecomer::report
