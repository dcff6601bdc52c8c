// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/run_delay.h"

#include <gtest/gtest.h>

#include <ctime>
#include <thread>

#include "shared_core.h"

namespace latecomer::record {
namespace {

constexpr double kTicksPerSecond = 1e9;

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + (static_cast<double>(time.tv_nsec) / kTicksPerSecond);
}

TEST(RunDelayTest, IsTheSecondNumber) {
  EXPECT_EQ(run_delay_in("11837 524 3\n"), Ticks(524));
  EXPECT_EQ(run_delay_in("0 0 0\n"), Ticks());
}

TEST(RunDelayTest, IsNotKnownOfOtherText) {
  for (const char* text : {"", "11837", "11837 ", "11837 x 3\n", "11837 52"})
    EXPECT_FALSE(run_delay_in(text));
}

TEST(RunDelayTest, GrowsWhileOthersHaveTheCore) {
  std::thread([] {
    RunDelay delay;
    if (!delay.read()) GTEST_SKIP() << "the kernel does not say it";
    const SharedCore shared;
    const Ticks before = delay.read().value();
    const double end = processor_seconds() + 0.1;
    while (processor_seconds() < end) {
    }
    const Ticks after = delay.read().value();
    EXPECT_GE(static_cast<double>((after - before).count) / kTicksPerSecond, 0.05) << "they took turns";
  }).join();
}

TEST(RunDelayTest, IsOfTheThreadThatReadsItFirst) {
  RunDelay delay;
  std::thread([&] {
    if (!delay.read()) GTEST_SKIP() << "the kernel does not say it";
    delay.stop();
  }).join();
  EXPECT_TRUE(delay.read());
}

}  // namespace
}  // namespace latecomer::record
