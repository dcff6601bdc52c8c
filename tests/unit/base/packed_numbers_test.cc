// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/packed_numbers.h"

#include <gtest/gtest.h>

#include <random>

namespace latecomer {
namespace {

TEST(PackedNumbers, NearZeroTakeOneByte) {
  NumberPacker packer;
  packer.put(127);
  packer.put_signed(-64);
  packer.put_signed(63);
  EXPECT_EQ(packer.bytes().size(), 3u);
  packer.put(128);
  packer.put_signed(64);
  EXPECT_EQ(packer.bytes().size(), 7u);
}

TEST(PackedNumbers, ComeOutAsTheyWentIn) {
  std::vector<int64_t> numbers{0, 1, -1, INT64_MAX, INT64_MIN, 63, 64, -64, -65};
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < 2000; ++i) numbers.push_back(static_cast<int64_t>(random() >> (i % 64)));
  NumberPacker packer;
  for (const int64_t number : numbers) {
    packer.put(static_cast<uint64_t>(number));
    packer.put_signed(number);
  }
  NumberUnpacker unpacker(packer.bytes());
  for (const int64_t number : numbers) {
    EXPECT_EQ(unpacker.take(), static_cast<uint64_t>(number));
    EXPECT_EQ(unpacker.take_signed(), number);
  }
  EXPECT_TRUE(unpacker.at_end());
}

}  // namespace
}  // namespace latecomer
