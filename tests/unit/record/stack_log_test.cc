// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/stack_log.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "record/core/recording_format.h"
#include "temporary_directory.h"

namespace latecomer::record {
namespace {

const ModuleAddress kMain{ModuleId(0), 0x1000};
const ModuleAddress kStep{ModuleId(0), 0x1100};
const ModuleAddress kLibrary{ModuleId(1), 0x1100};

class StackLogTest : public testing::Test {
 protected:
  std::unique_ptr<StackLog> create() {
    Result<std::unique_ptr<StackLog>> log = StackLog::create(path);
    EXPECT_TRUE(log);
    return std::move(*log);
  }
  std::vector<StackNode> read() {
    Result<std::vector<StackNode>> nodes = read_stack_log(path);
    EXPECT_TRUE(nodes);
    return std::move(*nodes);
  }

  TemporaryDirectory directory;
  std::string path = directory.path() + "/stacks-0";
};

TEST_F(StackLogTest, KnowsStacksAgain) {
  std::unique_ptr<StackLog> log = create();
  const StackId main = log->call({}, kMain);
  const StackId step = log->call(main, kStep);
  const StackId library = log->call(step, kLibrary);
  const StackId other = log->call(main, kLibrary);
  EXPECT_EQ(log->call({}, kMain), main);
  EXPECT_EQ(log->call(main, kStep), step);
  EXPECT_EQ(log->call(step, kLibrary), library);
  log.reset();
  const std::vector<StackNode> expected = {{{}, kMain}, {main, kStep}, {step, kLibrary}, {main, kLibrary}};
  EXPECT_EQ(read(), expected);
  EXPECT_EQ(other.value, 3U);
  EXPECT_EQ(std::filesystem::file_size(path), sizeof(FileHeader) + 4 * 16U);
}

TEST_F(StackLogTest, KeepsThatCallsAreNotKnown) {
  std::unique_ptr<StackLog> log = create();
  const StackId unknown = log->call({}, {});
  log->call(unknown, kMain);
  log.reset();
  const std::vector<StackNode> expected = {{{}, {}}, {unknown, kMain}};
  EXPECT_EQ(read(), expected);
}

TEST_F(StackLogTest, GrowsAndIsReadWhileItIsWritten) {
  std::unique_ptr<StackLog> log = create();
  StackId caller;
  for (uint64_t i = 0; i < 100'000; ++i) caller = log->call(caller, {ModuleId(2), i});
  const std::vector<StackNode> nodes = read();
  ASSERT_EQ(nodes.size(), 100'000U);
  for (uint64_t i = 0; i < nodes.size(); ++i) {
    EXPECT_EQ(nodes[i].call, (ModuleAddress{ModuleId(2), i}));
    EXPECT_EQ(nodes[i].caller, i == 0 ? StackId() : StackId(i - 1));
  }
}

TEST_F(StackLogTest, OutlivesTheProcess) {
  const pid_t child = fork();
  if (child == 0) {
    StackLog* const log = create().release();
    log->call(log->call({}, kMain), kStep);
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(read().size(), 2U);
}

TEST_F(StackLogTest, SaysWhenTheFileCannotGrow) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{16 << 10, 16 << 10};
    setrlimit(RLIMIT_FSIZE, &limit);
    std::unique_ptr<StackLog> log = create();
    uint64_t calls = 0;
    while (log->call({}, {ModuleId(0), calls}).valid()) ++calls;
    const bool why = errno == EFBIG;
    const bool known = log->call({}, {ModuleId(0), 5}).valid();
    _exit(calls == 1023 && why && known && !log->call({}, {ModuleId(0), calls}).valid() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read().size(), 1023U);  // and the header
}

}  // namespace
}  // namespace latecomer::record
