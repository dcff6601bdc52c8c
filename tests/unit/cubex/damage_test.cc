// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reads a valid report with bytes changed, lost or cut off at places that a fixed generator picks. Whatever
// comes out, a report or an error, the reader survives it; address sanitizer builds see the rest.

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "cubex/reader.h"
#include "cubex/writer.h"
#include "example.h"
#include "report/unreadable.h"
#include "whole_share.h"

namespace latecomer::cubex {
namespace {

using namespace report;

class Damage : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(write_cubex(tests::whole_share(example_report()), *serial_comm(), path_));
    valid_ = file_content(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  Result<Report> read(const std::string& content) {
    std::filesystem::remove(path_);  // much faster than to write over it
    std::ofstream(path_, std::ios::binary) << content;
    TRY(Report report, read_cubex(path_));
    try {
      for (const RowKey& key : report.stored_rows()) (void)report.column(key.first, key.second);
      (void)report.file("notes.txt");
    } catch (const Unreadable& problem) {
      return Error{problem.what()};
    }
    return report;
  }

  std::filesystem::path path_ = test_file("damaged.cubex");
  std::string valid_;
};

/// An error has to be one line that begins with the file's name.
void expect_clear(const Result<Report>& report, const std::filesystem::path& path) {
  if (report) return;
  const std::string& message = report.error().message;
  EXPECT_TRUE(message.starts_with(path.string() + ": ")) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST_F(Damage, ChangedBytes) {
  std::mt19937 random(4711);
  size_t refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string content = valid_;
    for (uint32_t k = 0; k <= random() % 4; ++k)
      content[random() % content.size()] = static_cast<char>(random());
    const Result<Report> report = read(content);
    expect_clear(report, path_);
    refused += !report;
  }
  EXPECT_GT(refused, 300u);
}

TEST_F(Damage, ChangedBytesThatKeepTheTarIntact) {
  std::mt19937 random(815);
  const size_t values = valid_.find("CUBEX.INDEX");
  ASSERT_NE(values, std::string::npos);
  for (int i = 0; i < 3000; ++i) {
    std::string content = valid_;
    const size_t member = content.find(i % 2 == 0 ? "CUBEX.INDEX" : "ZCUBEX.DATA", values + random() % 4000);
    if (member == std::string::npos) continue;
    content[member + random() % 100] = static_cast<char>(random() % 3 == 0 ? random() : random() % 4 - 1);
    expect_clear(read(content), path_);
  }
}

TEST_F(Damage, CutOff) {
  for (size_t length = 0; length + 1024 < valid_.size(); length += 61) {
    const Result<Report> report = read(valid_.substr(0, length));
    expect_clear(report, path_);
  }
  const Result<Report> empty = read("");
  EXPECT_FALSE(empty);
}

TEST_F(Damage, MissingMember) {
  const size_t index = valid_.find("1.index");
  std::string content = valid_;
  content[index] = '7';
  const size_t checksum = index + 148;
  ASSERT_EQ(content[checksum + 6], '\0');
  unsigned sum = static_cast<unsigned>(std::stoul(content.substr(checksum, 6), nullptr, 8)) + ('7' - '1');
  for (size_t i = 6; i-- > 0; sum /= 8) content[checksum + i] = static_cast<char>('0' + sum % 8);
  const Result<Report> report = read(content);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message, path_.string() + ": has 1.data without 1.index; the file is incomplete");
}

}  // namespace
}  // namespace latecomer::cubex
