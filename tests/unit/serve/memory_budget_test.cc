// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/memory_budget.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace latecomer::serve {
namespace {

using namespace std::chrono_literals;

constexpr uint64_t kAll = 100;

TEST(MemoryBudget, RefusesWhatIsMoreThanAll) {
  MemoryBudget budget(3'000'000);
  MemoryShare share(budget);
  const Status taken = share.take(5'000'001);
  ASSERT_FALSE(taken);
  EXPECT_NE(taken.error().message.find("about 6 MB"), std::string::npos) << taken.error().message;
  EXPECT_NE(taken.error().message.find("--memory="), std::string::npos) << taken.error().message;
  EXPECT_TRUE(share.take(3'000'000));
}

TEST(MemoryBudget, RefusesWhatHasWaitedTooLong) {
  MemoryBudget budget(kAll, 10ms);
  MemoryShare first(budget);
  ASSERT_TRUE(first.take(60));
  MemoryShare second(budget);
  EXPECT_FALSE(second.take(50));
  EXPECT_TRUE(second.take(40)) << "who was refused keeps nobody waiting";
}

TEST(MemoryBudget, HasAllAgainWhenSharesAreGone) {
  MemoryBudget budget(kAll, 10ms);
  for (int i = 0; i < 3; ++i) {
    MemoryShare share(budget);
    EXPECT_TRUE(share.take(kAll));
  }
  MemoryShare some(budget);
  ASSERT_TRUE(some.take(kAll));
  some.shrink(30);
  some.shrink(50);  // is less already
  MemoryShare others(budget);
  EXPECT_TRUE(others.take(70));
}

TEST(MemoryBudget, IsNeverExceededAndEverybodyGetsATurn) {
  MemoryBudget budget(kAll);
  std::atomic<uint64_t> taken = 0;
  std::atomic<bool> is_exceeded = false;
  std::atomic<int> done = 0;
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      for (uint64_t i = 0; i < 200; ++i) {
        const uint64_t bytes = t == 0 ? kAll : 1 + (i * 7 + t) % 40;  // one always wants all of it
        MemoryShare share(budget);
        if (!share.take(bytes)) continue;
        if ((taken += bytes) > kAll) is_exceeded = true;
        taken -= bytes;
        ++done;
      }
    });
  for (std::thread& each : threads) each.join();
  EXPECT_FALSE(is_exceeded);
  EXPECT_EQ(done, 3200);
}

}  // namespace
}  // namespace latecomer::serve
