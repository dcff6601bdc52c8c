// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A table of lines (since Python 3.11) has an entry for each run of instructions. Its first byte says what
// follows and how long the run is; other bytes have no first bit:
//
//     1 kkkk nnn  ...     kind k, n + 1 instructions
//       0 - 9             one byte: columns on the same line
//       10 - 12           two bytes: columns, k - 10 lines further on
//       13                lines further on
//       14                lines further on, number of lines, two columns
//       15                no line
//
// Lines are counted from the entry before; numbers have six bits a byte, low ones first, and the next bit
// says that more follow. One with a sign has it in its lowest bit.
//
// Cost: a step for each entry before the instruction; it is looked up once for each line that calls.

#include "record/python/line_table.h"

namespace latecomer::record {

namespace {

class TableReader {
 public:
  explicit TableReader(std::span<const std::byte> table) : rest_(table) {}

  bool at_end() const { return rest_.empty(); }
  unsigned byte() {
    if (rest_.empty()) return 0;
    const auto value = std::to_integer<unsigned>(rest_.front());
    rest_ = rest_.subspan(1);
    return value;
  }
  uint64_t number() {
    constexpr unsigned kBits = 6;
    constexpr unsigned kMore = 1U << kBits;
    constexpr unsigned kMost = 60;
    uint64_t value = 0;
    for (unsigned shift = 0; shift < kMost; shift += kBits) {
      const unsigned part = byte();
      value |= uint64_t{part & (kMore - 1)} << shift;
      if ((part & kMore) == 0) break;
    }
    return value;
  }
  int64_t signed_number() {
    const uint64_t value = number();
    const auto amount = static_cast<int64_t>(value >> 1);
    return (value & 1) != 0 ? -amount : amount;
  }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace

uint32_t python_line(std::span<const std::byte> table, uint32_t first_line, uint64_t instruction) noexcept {
  constexpr unsigned kOneLine = 10;
  constexpr unsigned kWithoutColumns = 13;
  constexpr unsigned kLong = 14;
  constexpr unsigned kNone = 15;
  TableReader reader(table);
  int64_t line = first_line;  // of the entry before
  int64_t known = first_line;
  uint64_t begin = 0;
  while (!reader.at_end() && begin <= instruction) {
    const unsigned start = reader.byte();
    const unsigned kind = start >> 3 & 15U;
    begin += (start & 7U) + 1;
    if (kind < kOneLine) {
      reader.byte();
    } else if (kind < kWithoutColumns) {
      line += kind - kOneLine;
      reader.byte();
      reader.byte();
    } else if (kind != kNone) {
      line += reader.signed_number();
    }
    if (kind == kLong) {
      reader.number();
      reader.number();
      reader.number();
    }
    if (kind != kNone && line > 0 && line <= UINT32_MAX) known = line;
  }
  return static_cast<uint32_t>(known);
}

}  // namespace latecomer::record
