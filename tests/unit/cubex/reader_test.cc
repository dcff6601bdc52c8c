// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/reader.h"

#include <gtest/gtest.h>

#include <fstream>

#include "cubex/values.h"

namespace latecomer::cubex {
namespace {

using namespace report;

// As CubeLib writes a metric without values: without the number of rows, which is 0.
TEST(Reader, ReadsAnIndexThatEndsBeforeItsCount) {
  Report report;
  report.metrics.resize(1);
  report.metrics[0].data_type = "DOUBLE";
  report.locations.resize(2);
  const std::string index("CUBEX.INDEX\1\0\0\0\0\0\1", 18);
  const std::string data = "CUBEX.DATA";
  KnownRows known;
  const auto read = [&](const std::string& of_index, const std::string& of_data) {
    return read_values(
        {std::as_bytes(std::span(of_index)), std::as_bytes(std::span(of_data)), "0.index", "0.data"},
        MetricId(0), {CallPathId(0)}, known, report);
  };
  const Status none = read(index, data);
  EXPECT_TRUE(none) << none.error().message;
  EXPECT_TRUE(report.rows().empty());
  EXPECT_FALSE(read(index + '\1', data));
  EXPECT_FALSE(read(index, data + std::string(16, '\1')));
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
