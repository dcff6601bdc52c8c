// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/temporary_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <optional>

#include "example.h"

namespace latecomer::cubex {
namespace {

namespace fs = std::filesystem;

class TemporaryFileTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directory(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  TemporaryFile create() const {
    Result<TemporaryFile> file = TemporaryFile::create(target_);
    EXPECT_TRUE(file) << file.error().message;
    return std::move(*file);
  }
  size_t files() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
  }

  fs::path directory_ = test_file("temporary");
  fs::path target_ = directory_ / "report.cubex";
};

TEST_F(TemporaryFileTest, TakesTheTargetsPlaceWhenItIsComplete) {
  std::ofstream(target_) << "old";
  TemporaryFile file = create();
  std::ofstream(file.path()) << "new";
  EXPECT_EQ(file_content(target_), "old");
  ASSERT_TRUE(file.complete());
  EXPECT_EQ(file_content(target_), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(TemporaryFileTest, EachHasANameOfItsOwnAndGoesIfItIsNotCompleted) {
  std::optional<TemporaryFile> one = create();
  std::optional<TemporaryFile> other = create();
  EXPECT_NE(one->path(), other->path());
  one.reset();
  EXPECT_EQ(files(), 1u);
  other.reset();
  EXPECT_EQ(files(), 0u);
}

TEST_F(TemporaryFileTest, ReplacesNothingButRegularFiles) {
  ASSERT_EQ(mkfifo(target_.c_str(), 0600), 0);
  for (const fs::path& path : {target_, fs::path("/dev/null")}) {
    const Result<TemporaryFile> file = TemporaryFile::create(path);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().message, path.string() + ": is not a regular file, which alone is replaced");
  }
  EXPECT_FALSE(check_output(directory_));
  EXPECT_EQ(files(), 1u);
  fs::remove(target_);
  TemporaryFile file = create();
  ASSERT_EQ(mkfifo(target_.c_str(), 0600), 0);
  EXPECT_FALSE(file.complete());
  EXPECT_TRUE(fs::is_fifo(target_));
}

TEST_F(TemporaryFileTest, DoNotOutliveAProcessThatASignalEnds) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const pid_t child = fork();
    if (child == 0) {
      const TemporaryFile one = create();
      const TemporaryFile other = create();
      std::raise(signal);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_EQ(files(), 0u);
  }
}

}  // namespace
}  // namespace latecomer::cubex
