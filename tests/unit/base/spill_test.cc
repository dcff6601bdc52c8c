// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/spill.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/directories.h"

namespace latecomer {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMiB = size_t{1} << 20U;

#ifdef __SANITIZE_THREAD__
constexpr bool kHasAddresses = false;  // the sanitizer leaves no range of them that is long enough
#else
constexpr bool kHasAddresses = true;
#endif

// What the address sanitizer keeps of each byte, for the list and the one that it grew out of: there are
// kernels that give it pages where it only reads.
#ifdef __SANITIZE_ADDRESS__
constexpr size_t kShadow = (64 + 64) * kMiB / 8;
#else
constexpr size_t kShadow = 0;
#endif

/// In bytes; that of files does not count.
size_t resident_anonymous() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) return std::stoul(line.substr(line.find_first_of("0123456789"))) << 10U;
  }
  return 0;
}

/// Where files are on a disk, in an empty directory.
fs::path empty_directory(const std::string& name) {
  const fs::path directory = build_path("spill-test-" + name);
  fs::remove_all(directory);
  fs::create_directories(directory);
  return directory;
}

// Spilling is on for the rest of a process, so each test has one of its own: what fails in it is its exit
// code.

int use_large_lists() {
  const fs::path directory = empty_directory("use");
  LargeVector<int> before(kMiB);  // from operator new, to be freed after spilling began
  if (!spill_to(directory) || !fs::is_empty(directory)) return 1;
  const size_t anonymous = resident_anonymous();
  LargeVector<int> list;
  for (size_t i = 0; i < 16 * kMiB; ++i) list.push_back(static_cast<int>(i));  // 64 MiB
  if (resident_anonymous() > anonymous + kShadow + 8 * kMiB) return 2;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] != static_cast<int>(i)) return 3;
  }
  if (!spill::owns(list.data()) || spill::owns(before.data())) return 4;
  before = LargeVector<int>();
  return 0;
}

int use_more_than_files_can_hold() {
  if (!spill_to(empty_directory("full"))) return 1;
  const rlimit limit{16 * kMiB, 16 * kMiB};
  setrlimit(RLIMIT_FSIZE, &limit);
  try {
    const LargeVector<char> list(32 * kMiB);
  } catch (const SpillFileFull& problem) {
    return std::string(problem.what()).find("spill-test-full: no space left") != std::string::npos ? 0 : 2;
  }
  return 3;
}

TEST(SpillDeathTest, LargeListsLieInTheFileAndAreNoAnonymousMemory) {
  if (!kHasAddresses) GTEST_SKIP();
  EXPECT_EXIT(std::_Exit(use_large_lists()), testing::ExitedWithCode(0), "");
}

TEST(SpillDeathTest, FullDiskIsAnError) {
  if (!kHasAddresses) GTEST_SKIP();
  EXPECT_EXIT(std::_Exit(use_more_than_files_can_hold()), testing::ExitedWithCode(0), "");
}

TEST(Spill, DirectoryThatCannotBeUsed) {
  const std::string none = build_path("spill-test-none");
  for (const std::string& directory : {none, std::string("/proc"), std::string("/dev/shm")}) {
    const Status status = spill_to(directory);
    ASSERT_FALSE(status) << directory;
    EXPECT_TRUE(status.error().message.starts_with(directory + ": ")) << status.error().message;
    EXPECT_NE(status.error().message.find("--spill-dir"), std::string::npos);
  }
  EXPECT_FALSE(spill::is_on());
}

}  // namespace
}  // namespace latecomer
