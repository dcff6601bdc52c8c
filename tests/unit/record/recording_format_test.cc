// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/recording_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "record/core/process_log.h"
#include "record/core/recording_files.h"
#include "record/core/stack_log.h"
#include "record/core/thread_log.h"
#include "temporary_directory.h"

namespace latecomer::record {
namespace {

std::vector<std::byte> bytes_of(const FileHeader& header) {
  std::vector<std::byte> bytes(sizeof(header));
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

TEST(RecordingFormat, AcceptsItsOwn) {
  EXPECT_TRUE(*has_header("f", bytes_of({.file = RecordingFile::events}), RecordingFile::events));
}

// The process died before all of the header was stored.
TEST(RecordingFormat, KnowsFilesInWhichNothingIsStored) {
  const std::vector<std::byte> header = bytes_of({.file = RecordingFile::stacks});
  for (size_t bytes = 0; bytes < header.size(); ++bytes) {
    const Result<bool> has = has_header("f", std::span(header).first(bytes), RecordingFile::stacks);
    ASSERT_TRUE(has) << bytes;
    EXPECT_FALSE(*has) << bytes;
  }
  EXPECT_FALSE(*has_header("f", std::vector<std::byte>(4096), RecordingFile::stacks));
}

TEST(RecordingFormat, RefusesOtherFilesByName) {
  FileHeader other{.file = RecordingFile::events};
  other.format = kRecordingFormat + 1;
  const Result<bool> newer = has_header("dir/thread-0", bytes_of(other), RecordingFile::events);
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().message, "dir/thread-0: made by another release of latecomer (format " +
                                       std::to_string(kRecordingFormat + 1) + ", this one reads format " +
                                       std::to_string(kRecordingFormat) + "): analyze it with that one");
  EXPECT_FALSE(has_header("f", bytes_of({.file = RecordingFile::stacks}), RecordingFile::events));
  for (size_t damaged = 0; damaged < sizeof(FileHeader); ++damaged) {
    std::vector<std::byte> bytes = bytes_of({.file = RecordingFile::events});
    bytes[damaged] ^= std::byte{0x40};
    EXPECT_FALSE(has_header("f", bytes, RecordingFile::events)) << damaged;
  }
}

void damage(const std::string& path) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(offsetof(FileHeader, format));
  file.put(77);
}

TEST(RecordingFormat, IsLookedAtByWhoeverReads) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/file";
  ASSERT_TRUE(ThreadLog::create(path + "-events"));
  ASSERT_TRUE(StackLog::create(path + "-stacks"));
  ASSERT_TRUE(ProcessLog().open(path + "-definitions"));
  for (const char* file : {"-events", "-stacks", "-definitions"}) damage(path + file);
  const Status events = check_thread_log(path + "-events");
  const Result<std::vector<StackNode>> stacks = read_stack_log(path + "-stacks");
  const Result<ProcessDefinitions> definitions = read_process_log(path + "-definitions");
  ASSERT_FALSE(events);
  ASSERT_FALSE(stacks);
  ASSERT_FALSE(definitions);
  for (const std::string& message :
       {events.error().message, stacks.error().message, definitions.error().message})
    EXPECT_NE(message.find("made by another release of latecomer (format 77"), std::string::npos) << message;
}

TEST(RecordingFiles, ProcessesOfTheSameNumberHaveTheirOwnDirectories) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(make_recording_directory(directory.path(), ""));
  const Result<std::string> first = make_process_directory(directory.path(), "host", 7);
  const Result<std::string> second = make_process_directory(directory.path(), "host", 7);
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_NE(*first, *second);
}

// As where the program has another root by then: there it makes nothing.
TEST(RecordingFiles, OnlyRecordMakesTheirDirectory) {
  const TemporaryDirectory directory;
  EXPECT_FALSE(make_process_directory(directory.path() + "/archive", "host", 7));
  EXPECT_FALSE(std::filesystem::exists(directory.path() + "/archive"));
}

}  // namespace
}  // namespace latecomer::record
