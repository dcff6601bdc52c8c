// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "ctf/writer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace latecomer::ctf {
namespace {

using trace::FieldType;
using trace::FieldValue;

/// What a command prints.
std::string output_of(const std::string& command) {
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return text;
}

uint64_t bits(double value) {
  return std::bit_cast<uint64_t>(value);
}

class WriterTest : public ::testing::Test {
 protected:
  WriterTest()
      : directory_(std::filesystem::temp_directory_path() / ("writer." + std::to_string(getpid()))) {}
  ~WriterTest() override { std::filesystem::remove_all(directory_); }

  std::filesystem::path directory_;
};

/// Each type of field, with the values at its ends.
TEST_F(WriterTest, Fields) {
  const std::vector<trace::RecordKind> kinds = {
      {"Never_Put", {{"number", FieldType::uint8}}},
      {"Event_Unsigned",
       {{"a", FieldType::uint8},
        {"b", FieldType::uint16},
        {"c", FieldType::uint32},
        {"d", FieldType::uint64}}},
      {"Event_Signed",
       {{"a", FieldType::int8}, {"b", FieldType::int16}, {"c", FieldType::int32}, {"d", FieldType::int64}}},
      {"Event_Other",
       {{"a", FieldType::float32},
        {"b", FieldType::float64},
        {"text", FieldType::text},
        {"list", FieldType::references}}},
      {"Event_Empty", {}},
  };
  Result<std::unique_ptr<Writer>> writer = Writer::create(directory_, Clock(), kinds);
  ASSERT_TRUE(writer) << writer.error().message;
  Writer& out = **writer;
  out.begin_stream("1");
  out.put(1, 7, std::vector<FieldValue>{{UINT8_MAX}, {UINT16_MAX}, {UINT32_MAX}, {UINT64_MAX}});
  out.put(2, 7,
          std::vector<FieldValue>{{static_cast<uint64_t>(int64_t{INT8_MIN})},
                                  {static_cast<uint64_t>(int64_t{INT16_MIN})},
                                  {static_cast<uint64_t>(int64_t{INT32_MIN})},
                                  {static_cast<uint64_t>(INT64_MIN)}});
  out.end_stream();
  out.begin_stream("2");
  const std::vector<uint32_t> list = {3, 4};
  out.put(3, 8,
          std::vector<FieldValue>{{bits(0.5)}, {bits(-0.25)}, {.text = "a \"b\""}, {.references = list}});
  out.put(4, 9, {});
  out.end_stream();
  const Status closed = out.close();
  ASSERT_TRUE(closed) << closed.error().message;
  EXPECT_EQ(output_of("babeltrace2 --clock-cycles --no-delta " + directory_.string()),
            "[00000000000000000007] Event_Unsigned: "
            "{ a = 255, b = 65535, c = 4294967295, d = 18446744073709551615 }\n"
            "[00000000000000000007] Event_Signed: "
            "{ a = -128, b = -32768, c = -2147483648, d = -9223372036854775808 }\n"
            "[00000000000000000008] Event_Other: "
            "{ a = 0.5, b = -0.25, text = \"a \\\"b\\\"\", _list_len = 2, list = [ [0] = 3, [1] = 4 ] }\n"
            "[00000000000000000009] Event_Empty: { }\n");
}

/// More events than a packet has: none is missing, and all are in order.
TEST_F(WriterTest, ManyEvents) {
  constexpr uint64_t kMany = 100'000;
  Result<std::unique_ptr<Writer>> writer =
      Writer::create(directory_, {1000, 5, 250, true}, {{"Event_Number", {{"n", FieldType::uint64}}}});
  ASSERT_TRUE(writer) << writer.error().message;
  (*writer)->begin_stream("1");
  for (uint64_t i = 0; i < kMany; ++i) (*writer)->put(0, 2 * i, std::vector<FieldValue>{{i}});
  (*writer)->end_stream();
  ASSERT_TRUE((*writer)->close());
  const std::string text = output_of("babeltrace2 --clock-seconds --no-delta " + directory_.string());
  EXPECT_EQ(static_cast<uint64_t>(std::ranges::count(text, '\n')), kMany);
  EXPECT_EQ(text.substr(0, text.find('\n')), "[5.250000000] Event_Number: { n = 0 }");
  EXPECT_EQ(text.substr(text.rfind('\n', text.size() - 2) + 1),
            "[205.248000000] Event_Number: { n = 99999 }\n");
}

TEST_F(WriterTest, DirectoryThatIsThere) {
  std::filesystem::create_directory(directory_);
  const Result<std::unique_ptr<Writer>> writer = Writer::create(directory_, Clock(), {});
  ASSERT_FALSE(writer);
  EXPECT_NE(writer.error().message.find(directory_.string()), std::string::npos) << writer.error().message;
}

}  // namespace
}  // namespace latecomer::ctf
