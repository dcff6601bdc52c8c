// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "cubex/values.h"
#include "report/totals.h"

namespace latecomer::cubex {
namespace {

using namespace report;

std::filesystem::path samples() {
  return std::filesystem::path(LATECOMER_SOURCE_DIR) / "../shared/data/cubex";
}

#define SKIP_WITHOUT_SAMPLES() \
  if (!std::filesystem::exists(samples())) GTEST_SKIP() << "no sample reports at " << samples()

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

/// Compares with a table of "call path, location, a value per metric", to as many digits as are printed
/// there.
void expect_values(const Report& report, const std::filesystem::path& table, Below below) {
  std::ifstream in(table);
  std::string line;
  ASSERT_TRUE(std::getline(in, line));
  const std::vector<std::string> head = split(line);
  size_t compared = 0;
  while (std::getline(in, line)) {
    const std::vector<std::string> cells = split(line);
    ASSERT_EQ(cells.size(), head.size());
    const CallPathId path(std::stoul(cells[0]));
    const size_t location = std::stoul(cells[1]);
    for (size_t column = 2; column < cells.size(); ++column) {
      const MetricId metric = report.find_metric(head[column]);
      ASSERT_TRUE(metric.valid()) << head[column];
      const double value = per_location(report, metric, path, below)[location];
      const int digits = head[column] == "time" ? 6 : 12;
      EXPECT_EQ(std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr),
                std::strtod(cells[column].c_str(), nullptr))
          << head[column] << " of call path " << cells[0] << ", location " << location << " in " << table;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
}

class Sample : public testing::TestWithParam<const char*> {};

TEST_P(Sample, HasTheValuesThatAnotherReaderFound) {
  SKIP_WITHOUT_SAMPLES();
  const std::filesystem::path file = samples() / GetParam();
  const Result<Report> report = read_cubex(file);
  ASSERT_TRUE(report) << report.error().message;
  expect_values(*report, file.parent_path() / "excl.csv", Below::excluded);
  expect_values(*report, file.parent_path() / "incl.csv", Below::included);
}

INSTANTIATE_TEST_SUITE_P(Files, Sample,
                         testing::Values("blast.p64.r1/profile.cubex",
                                         "call_tree_test/call_tree_test.cubex"));

TEST(Reader, ReducesEveryDataTypeToOneNumber) {
  SKIP_WITHOUT_SAMPLES();
  const Result<Report> report = read_cubex(samples() / "test_only_files/cube-values_example.cubex");
  ASSERT_TRUE(report) << report.error().message;
  const auto first_row = [&](const char* metric) {
    const std::span<const double> row = report->row(report->find_metric(metric), CallPathId(0));
    return std::vector<double>(row.begin(), row.end());
  };
  EXPECT_EQ(first_row("INT8"), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(first_row("UINT64"), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(first_row("MAXDOUBLE"), (std::vector<double>{1.1, 2.2, 3.3, 4.4}));
  EXPECT_EQ(first_row("RATE"), (std::vector<double>{1, 0.5, 1 / 3.0, 0.25}))
      << "the first number by the second";
  EXPECT_EQ(first_row("TAU_ATOMIC"), (std::vector<double>{1, 4, 9, 27})) << "the sum";
  EXPECT_EQ(first_row("NDOUBLES10"), (std::vector<double>{45, 55, 65, 75})) << "0 + … + 9, 1 + … + 10, …";
  ASSERT_EQ(report->notes.size(), 1u);
  EXPECT_EQ(report->notes[0], "metric 'SCALE_FUNC3' has values of type SCALE_FUNC, which are not read");
}

TEST(Reader, OrdersLocationsByTheirIdsWhereverTheyStandInTheTree) {
  SKIP_WITHOUT_SAMPLES();
  const Result<Report> report = read_cubex(samples() / "test_only_files/cube-values_example.cubex");
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->locations.size(), 4u);
  for (int64_t i = 0; i < 4; ++i) EXPECT_EQ(report->locations[static_cast<size_t>(i)].rank, i);
  EXPECT_EQ(report->locations[2].group, LocationGroupId(0));
}

// As CubeLib writes a metric without values: without the number of rows, which is 0.
TEST(Reader, ReadsAnIndexThatEndsBeforeItsCount) {
  Report report;
  report.metrics.resize(1);
  report.metrics[0].data_type = "DOUBLE";
  report.locations.resize(2);
  report.local_count = 2;
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
