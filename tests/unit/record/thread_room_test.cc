// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/thread_room.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <thread>

namespace latecomer::record {
namespace {

void* address_of(size_t bytes) {
  const ThreadRoom room(bytes);
  std::memset(room.data(), 1, bytes);
  return room.data();
}

TEST(ThreadRoom, IsTheSameMemoryWhereNoMoreIsNeeded) {
  void* const large = address_of(100'000);
  EXPECT_EQ(address_of(10), large);
  EXPECT_EQ(address_of(100'000), large);
}

TEST(ThreadRoom, IsNotSharedByThoseThatLiveAtOneTime) {
  address_of(1000);
  const ThreadRoom first(1000);
  std::memset(first.data(), 1, 1000);
  const ThreadRoom second(1'000'000);  // for which there is not enough left
  std::memset(second.data(), 2, 1'000'000);
  const ThreadRoom third(1000);
  std::memset(third.data(), 3, 1000);
  EXPECT_EQ(static_cast<const char*>(first.data())[999], 1);
  EXPECT_EQ(static_cast<const char*>(second.data())[999'999], 2);
}

TEST(ThreadRoom, CanBeGivenBackInAnyOrder) {
  void* const begin = address_of(1000);
  auto first = std::make_unique<ThreadRoom>(1000);
  auto second = std::make_unique<ThreadRoom>(1000);
  first.reset();
  const ThreadRoom third(1000);
  EXPECT_NE(third.data(), second->data());
  second.reset();
  EXPECT_NE(address_of(1000), begin);  // while the third one lives
}

TEST(ThreadRoom, OfAThreadEndsWithIt) {
  std::thread([] { address_of(100'000); }).join();  // leaves nothing, as the sanitizers see
}

}  // namespace
}  // namespace latecomer::record
