// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the kernel says of when a thread had no core, against what the thread did.

#include "record/core/core_switches.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "record/core/recorder.h"
#include "shared_core.h"

namespace latecomer::record {
namespace {

constexpr double kTicksPerSecond = 1e9;

double seconds(Ticks ticks) {
  return static_cast<double>(ticks.count) / kTicksPerSecond;
}

void compute_for(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

void sleep_for(std::chrono::milliseconds time) {
  std::this_thread::sleep_for(time);
}

size_t open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(files), end(files)));
}

class CoreSwitchesTest : public testing::Test {
 protected:
  void SetUp() override {
    switches_.start_once();
    const Ticks begin = now();
    if (!switches_.between(begin, now())) GTEST_SKIP() << "the kernel does not allow it";
  }

  CoreSwitches switches_;
};

TEST_F(CoreSwitchesTest, SayHowLongAThreadSlept) {
  const Ticks begin = now();
  sleep_for(std::chrono::milliseconds(50));
  const Ticks end = now();
  const TimeOffCore off = switches_.between(begin, end).value();
  EXPECT_GE(seconds(off.blocked), 0.0499);
  EXPECT_LE(off.blocked + off.preempted, end - begin);
}

TEST_F(CoreSwitchesTest, AreClippedToWhatIsAskedFor) {
  const Ticks before = now();
  sleep_for(std::chrono::milliseconds(40));
  const Ticks after = now();
  const Ticks middle = before + Ticks((after - before).count / 2);
  const Ticks first = switches_.between(before, middle).value().blocked;
  const Ticks second = switches_.between(middle, after).value().blocked;
  EXPECT_EQ(first + second, switches_.between(before, after).value().blocked);
  EXPECT_NEAR(seconds(first), seconds(second), 0.002);
}

TEST_F(CoreSwitchesTest, SayThatOthersHadItsCore) {
  Ticks begin;
  Ticks end;
  {
    const SharedCore shared;
    begin = now();
    compute_for(std::chrono::milliseconds(200));
    end = now();
  }
  const TimeOffCore off = switches_.between(begin, end).value();
  EXPECT_GE(seconds(off.preempted), 0.05) << "two processes took turns on one core for 0.2 s";
  EXPECT_LT(seconds(off.blocked), 0.02);
}

TEST_F(CoreSwitchesTest, SayNothingOfWhatIsNoLongerThere) {
  const Ticks begin = now();
  constexpr int kMore = 1100;  // each sleep is two records, of which 2,048 are kept in pages of 4 KiB
  for (int i = 0; i < kMore; ++i) usleep(1);
  if (sysconf(_SC_PAGESIZE) == 4096) {
    EXPECT_FALSE(switches_.between(begin, now()));
  }
  const Ticks later = now();
  sleep_for(std::chrono::milliseconds(5));
  EXPECT_GE(seconds(switches_.between(later, now()).value().blocked), 0.0049);
}

TEST_F(CoreSwitchesTest, SayNothingOfTheTimeBeforeTheyBegan) {
  const Ticks before = now();
  CoreSwitches later;
  later.start_once();
  EXPECT_FALSE(later.between(before, now()));
  later.stop();
  EXPECT_FALSE(later.between(now(), now()));
}

TEST_F(CoreSwitchesTest, AreOfTheirThreadAndKeepNoFile) {
  const size_t before = open_files();
  std::thread([&] {
    CoreSwitches of_thread;
    of_thread.start_once();
    EXPECT_EQ(open_files(), before);
    const Ticks begin = now();
    sleep_for(std::chrono::milliseconds(20));
    EXPECT_GE(seconds(of_thread.between(begin, now()).value().blocked), 0.0199);
  }).join();
}

TEST_F(CoreSwitchesTest, GoOnElsewhere) {
  const Ticks begin = now();
  sleep_for(std::chrono::milliseconds(10));
  CoreSwitches others;
  others = std::move(switches_);
  EXPECT_FALSE(switches_.between(now(), now()));
  EXPECT_GE(seconds(others.between(begin, now()).value().blocked), 0.0099);
}

TEST_F(CoreSwitchesTest, HarmNoForkedChild) {
  const Ticks begin = now();
  // Nobody in the process learns of a child that the kernel is asked for.
  const auto child = static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  if (child == 0) {
    sleep_for(std::chrono::milliseconds(1));
    const bool knows_nothing = !switches_.between(begin, now());
    switches_.stop();
    _exit(knows_nothing ? 7 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

}  // namespace
}  // namespace latecomer::record
