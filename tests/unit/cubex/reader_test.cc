// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/reader.h"

#include <gtest/gtest.h>

#include <fstream>

#include "cubex/metric_rows.h"

namespace latecomer::cubex {
namespace {

using namespace report;

MemberSource member(const std::string& name, const std::string& content) {
  return {name, content.size(), [content](uint64_t offset, uint64_t size) -> Result<latecomer::Bytes> {
            const std::span<const std::byte> all = std::as_bytes(std::span(content));
            return latecomer::Bytes(all.begin() + static_cast<std::ptrdiff_t>(offset),
                                    all.begin() + static_cast<std::ptrdiff_t>(offset + size));
          }};
}

// As CubeLib writes a metric without values: without the number of rows, which is 0.
TEST(Reader, ReadsAnIndexThatEndsBeforeItsCount) {
  const std::string index("CUBEX.INDEX\1\0\0\0\0\0\1", 18);
  const std::string data = "CUBEX.DATA";
  const std::vector<CallPathId> order = {CallPathId(0)};
  const auto open = [&](const std::string& of_index, const std::string& of_data) {
    return MetricRows::open(member("0.index", of_index), member("0.data", of_data), DataType(), order, 2);
  };
  const Result<MetricRows> none = open(index, data);
  ASSERT_TRUE(none) << none.error().message;
  EXPECT_TRUE(none->call_paths().empty());
  EXPECT_FALSE(open(index + '\1', data));
  EXPECT_FALSE(open(index, data + std::string(16, '\1')));
}

TEST(Reader, SaysWhatIsWrongWithAFileThatIsNoReport) {
  const std::filesystem::path text = std::filesystem::path(testing::TempDir()) / "no_report.cubex";
  std::ofstream(text) << "neither a tar archive nor anything like it, but long enough to look at";
  const Result<Report> report = read_cubex(text);
  ASSERT_FALSE(report);
  EXPECT_TRUE(report.error().message.starts_with(text.string() + ": ")) << report.error().message;
  EXPECT_FALSE(read_cubex(testing::TempDir() + "no_such_file.cubex"));
  EXPECT_FALSE(read_cubex(testing::TempDir()));
}

}  // namespace
}  // namespace latecomer::cubex
