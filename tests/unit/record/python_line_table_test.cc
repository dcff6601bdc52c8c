// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "record/python/line_table.h"

namespace latecomer::record {
namespace {

constexpr uint32_t kFirst = 10;

std::vector<std::byte> table_of(std::initializer_list<unsigned> values) {
  std::vector<std::byte> table;
  for (const unsigned value : values) table.push_back(static_cast<std::byte>(value));
  return table;
}

// The byte that begins an entry.
constexpr unsigned entry(unsigned kind, unsigned instructions) {
  return 0x80U | kind << 3 | (instructions - 1);
}

std::vector<uint32_t> lines(const std::vector<std::byte>& table, uint64_t instructions) {
  std::vector<uint32_t> result;
  for (uint64_t i = 0; i < instructions; ++i) result.push_back(python_line(table, kFirst, i));
  return result;
}

TEST(PythonLineTable, each_kind_of_entry) {
  const std::vector<std::byte> table = table_of({
      entry(11, 2), 1, 2,           // the next line
      entry(3, 1), 0x25,            // still there
      entry(13, 1), 0x06,           // 3 lines further on
      entry(14, 1), 0x07, 0, 1, 2,  // 3 lines back
      entry(12, 1), 4, 9,           // 2 further on
      entry(10, 8), 4, 9,           // still there
  });
  EXPECT_EQ(lines(table, 14),
            (std::vector<uint32_t>{11, 11, 11, 14, 11, 13, 13, 13, 13, 13, 13, 13, 13, 13}));
}

TEST(PythonLineTable, lines_further_than_a_byte_can_say) {
  const std::vector<std::byte> table = table_of({
      entry(13, 1), 0x40U | 0x10, 0x40U | 0x02, 0x01,  // (0x10 + 2 * 64 + 4096) / 2 = 2120
      entry(14, 1), 0x40U | 0x01, 0x21, 0x41, 0x01, 0x42, 0x01, 0x43, 0x01,  // -(0x21 * 64) / 2 = -1056
  });
  EXPECT_EQ(lines(table, 2), (std::vector<uint32_t>{2130, 1074}));
}

// Cleanup that the compiler adds is on no line: it is shown on that of what it follows.
TEST(PythonLineTable, instructions_without_a_line) {
  const std::vector<std::byte> table = table_of({
      entry(15, 1),
      entry(12, 1),
      1,
      2,
      entry(15, 2),
      entry(11, 1),
      1,
      2,
  });
  EXPECT_EQ(lines(table, 5), (std::vector<uint32_t>{10, 12, 12, 12, 13}));
}

TEST(PythonLineTable, what_is_cut_or_empty_ends) {
  EXPECT_EQ(python_line({}, kFirst, 7), kFirst);
  EXPECT_EQ(python_line(table_of({entry(14, 1), 0x41}), kFirst, 7), kFirst);
  EXPECT_EQ(python_line(table_of({entry(13, 1), 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F,
                                  0x7F, 0x7F}),
                        kFirst, 0),
            kFirst);
  EXPECT_EQ(python_line(table_of({entry(11, 1), 1, 2}), kFirst, 1000), 11U);
}

}  // namespace
}  // namespace latecomer::record
