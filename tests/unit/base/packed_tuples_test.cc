// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/packed_tuples.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace latecomer {
namespace {

TEST(PackedTuples, NumbersTakeAsManyBytesAsTheyNeed) {
  Bytes bytes;
  TuplePacker<3> packer(bytes);
  packer.put({0, 255, 256});
  EXPECT_EQ(bytes.size(), 1u + 1 + 1 + 2);
  packer.put({65535, 65536, UINT64_MAX});
  EXPECT_EQ(bytes.size(), 5u + 1 + 2 + 4 + 8);
}

template <size_t N>
void expect_same_again() {
  constexpr uint64_t kLimits[] = {0,     1,          UINT8_MAX,          UINT8_MAX + 1, UINT16_MAX,
                                  65536, UINT32_MAX, uint64_t{1} << 32U, UINT64_MAX};
  std::vector<std::array<uint64_t, N>> tuples;
  std::mt19937_64 random(N);
  for (size_t i = 0; i < 5000; ++i) {
    std::array<uint64_t, N>& tuple = tuples.emplace_back();
    for (uint64_t& number : tuple)
      number = random() % 3 == 0 ? kLimits[random() % std::size(kLimits)] : random() >> (random() % 64);
  }
  Bytes bytes;
  TuplePacker<N> packer(bytes);
  for (const std::array<uint64_t, N>& tuple : tuples) packer.put(tuple);
  packer.finish();
  TupleUnpacker<N> unpacker(bytes);
  for (const std::array<uint64_t, N>& tuple : tuples) ASSERT_EQ(unpacker.take(), tuple);
}

TEST(PackedTuples, ComeOutAsTheyWentIn) {
  expect_same_again<1>();
  expect_same_again<2>();
  expect_same_again<3>();
  expect_same_again<4>();
}

}  // namespace
}  // namespace latecomer
