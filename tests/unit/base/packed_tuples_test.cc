// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/packed_tuples.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace latecomer {
namespace {

size_t packed_size(const std::array<uint64_t, 3>& tuple) {
  Bytes bytes;
  TuplePacker<3> packer(bytes);
  packer.put(tuple);
  packer.finish();
  return bytes.size() - PackedTuple<3>::kLongest;
}

TEST(PackedTuples, NumbersTakeAsManyBytesAsTheyNeed) {
  EXPECT_EQ(packed_size({0, 255, 256}), 1u + 1 + 1 + 2);
  EXPECT_EQ(packed_size({65535, 65536, UINT64_MAX}), 1u + 2 + 4 + 8);
  EXPECT_EQ(packed_size({UINT32_MAX, uint64_t{1} << 32U, 1}), 1u + 4 + 8 + 1);
}

TEST(PackedTuples, FollowWhatIsThereAlready) {
  Bytes bytes{std::byte(7)};
  TuplePacker<1> packer(bytes);
  packer.put({5});
  packer.finish();
  ASSERT_EQ(bytes.size(), 1 + 2 + PackedTuple<1>::kLongest);
  EXPECT_EQ(bytes[0], std::byte(7));
  EXPECT_EQ(TupleUnpacker<1>(std::span(bytes).subspan(1)).take()[0], 5u);
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
