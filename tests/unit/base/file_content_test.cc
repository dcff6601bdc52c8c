// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/file_content.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

namespace latecomer {
namespace {

TEST(FileContent, IsAllOfTheFile) {
  const std::string path = testing::TempDir() + "file_content";
  const std::string text("a\0b\n", 4);
  std::ofstream(path) << text;
  EXPECT_EQ(*file_content(path), text);
  std::ofstream(path) << "";
  EXPECT_EQ(*file_content(path), "");
  ::unlink(path.c_str());
}

TEST(FileContent, OfNoneOrOfADirectoryIsAnErrorThatNamesIt) {
  EXPECT_EQ(file_content("/none").error().message, "/none: No such file or directory");
  EXPECT_EQ(file_content("/").error().message, "/: Is a directory");
}

// Its files can be opened until its parent has asked for how it ended, but not read.
TEST(FileContent, OfAProcessThatHasEndedHasNothingInIt) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  siginfo_t ended{};
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
  const Result<std::string> content = file_content("/proc/" + std::to_string(child) + "/environ");
  EXPECT_TRUE(!content || content->empty());
  waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace latecomer
