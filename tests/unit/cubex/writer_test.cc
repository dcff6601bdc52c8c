// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "base/printable.h"
#include "cubex/reader.h"
#include "cubex/row_order.h"
#include "cubex/tar_header.h"
#include "example.h"
#include "report/unreadable.h"
#include "support/run_ranks.h"
#include "whole_share.h"

namespace latecomer::cubex {
namespace {

using namespace report;

Report written_and_read(const Report& report) {
  const std::filesystem::path path = test_file("round_trip.cubex");
  const Status written = write_cubex(tests::whole_share(report), *serial_comm(), path);
  EXPECT_TRUE(written) << written.error().message;
  Result<Report> read = read_cubex(path);
  EXPECT_TRUE(read) << read.error().message;
  std::filesystem::remove(path);
  return read ? std::move(*read) : Report();
}

std::string bytes_on(int ranks, const Report& report) {
  const std::filesystem::path path = test_file("ranks.cubex");
  run_ranks(ranks, [&](Comm& comm) {
    ReportShare share = share_of(report, comm);
    if (comm.rank() != 0) share.report.files.clear();
    const Status written = write_cubex(share, comm, path);
    EXPECT_TRUE(written) << written.error().message;
  });
  const std::string content = file_content(path);
  std::filesystem::remove(path);
  return content;
}

TEST(Writer, KeepsEveryValue) {
  const Report report = example_report();
  const Report read = written_and_read(report);
  ASSERT_EQ(read.metrics.size(), report.metrics.size());
  for (size_t m = 0; m < report.metrics.size(); ++m) {
    for (size_t p = 0; p < report.call_paths.size(); ++p) {
      const std::vector<double> expected = report.row(MetricId(m), CallPathId(p));
      const std::vector<double> row = read.row(MetricId(m), CallPathId(p));
      for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(row.empty() ? 0 : row[i], expected[i])
            << "metric " << m << ", call path " << p << ", location " << i;
      }
      EXPECT_EQ(row.size() > expected.size(), false);
    }
  }
}

TEST(Writer, KeepsRowsApartThatAreNearlyEqual) {
  Report report = example_report();
  for (size_t m = 0; m < 2; ++m) {
    for (size_t p = 0; p < report.call_paths.size(); ++p) {
      std::vector<double> row(report.locations.size(), 1.5);
      row.back() = p < 3 ? 1.5 : 2.5;
      report.set_row(MetricId(m), CallPathId(p), row);
    }
  }
  const std::string on_two = bytes_on(2, report);
  EXPECT_TRUE(bytes_on(1, report) == on_two);
  const Report read = written_and_read(report);
  for (const RowKey& key : report.stored_rows()) {
    const Row values = report.column(key.first, key.second);
    const std::vector<double> row = read.row(key.first, key.second);
    EXPECT_TRUE(row.empty() ? values->is_zero() : row == values->numbers());
  }
}

TEST(Writer, KeepsRowsApartThatDifferInTheirTypeOnly) {
  constexpr double kBitsOfOne = 0x3FF0000000000000p0;
  Report report = example_report();
  ASSERT_EQ(report.metrics[2].data_type, "INTEGER");
  report.set_row(MetricId(0), CallPathId(1), std::vector<double>(report.locations.size(), 1.0));
  report.set_row(MetricId(2), CallPathId(1), std::vector<double>(report.locations.size(), kBitsOfOne));
  const Report read = written_and_read(report);
  EXPECT_EQ(read.row(MetricId(0), CallPathId(1)).front(), 1.0);
  EXPECT_EQ(read.row(MetricId(2), CallPathId(1)).front(), kBitsOfOne);
}

TEST(Writer, KeepsTheDefinitions) {
  const Report read = written_and_read(example_report());
  EXPECT_EQ(read.metrics[1].parent, MetricId(0));
  EXPECT_EQ(read.metrics[1].description, "Time in MPI & <its> calls");
  EXPECT_EQ(read.metrics[1].remedy, "Call it \"less\" often.");
  EXPECT_EQ(read.metrics[3].kind, MetricKind::inclusive);
  EXPECT_EQ(read.path_name(CallPathId(3)),
            "main/std::map<int, A&&>::operator[]/std::map<int, A&&>::operator[]");
  EXPECT_EQ(read.regions[2].module, "wave.c");
  EXPECT_EQ(read.regions[2].begin_line, 7);
  EXPECT_EQ(read.location_groups[2].name, "MPI Rank 2");
  EXPECT_EQ(read.location_groups[2].rank, 2);
  EXPECT_EQ(read.locations[3].group, LocationGroupId(2));
  EXPECT_EQ(read.system_nodes[1].class_name, "node");
  EXPECT_EQ(read.attributes.at("latecomer.run_seconds"), "1.5");
  EXPECT_EQ(*read.file("notes.txt"), "a further member");
}

TEST(Writer, WritesWhereLocationsStandInTopologies) {
  Report report = example_report();
  EXPECT_NE(bytes_on(1, report).find("<topologies></topologies>"), std::string::npos);
  report.topologies = {{"ring & more",
                        {{"x", 3, true}, {"y", 2, false}},
                        {LocationId(4), LocationId(0), LocationId(2)},
                        {2, 1, 0, 0, 1, 1}},
                       {"empty", {{"z", 1, false}}, {}, {}}};
  const std::string file = bytes_on(1, report);
  EXPECT_NE(file.find("<topologies>\n<cart name=\"ring &amp; more\" ndims=\"2\">\n"
                      "<dim name=\"x\" size=\"3\" periodic=\"true\" />\n"
                      "<dim name=\"y\" size=\"2\" periodic=\"false\" />\n"
                      "<coord locId=\"4\">2 1</coord>\n<coord locId=\"0\">0 0</coord>\n"
                      "<coord locId=\"2\">1 1</coord>\n</cart>\n"
                      "<cart name=\"empty\" ndims=\"1\">\n<dim name=\"z\" size=\"1\" periodic=\"false\" />\n"
                      "</cart>\n</topologies>"),
            std::string::npos);
  for (const int ranks : {2, 3, 7}) EXPECT_TRUE(bytes_on(ranks, report) == file) << ranks << " ranks";
}

// Cube's tools print digits of FLOAT only.
TEST(Writer, SaysOfNumbersWhetherTheyHaveDigits) {
  const Report read = written_and_read(example_report());
  EXPECT_EQ(read.metrics[0].data_type, "FLOAT");
  EXPECT_EQ(read.metrics[2].data_type, "INTEGER");
  EXPECT_EQ(read.metrics[4].data_type, "MAXDOUBLE");
}

TEST(Writer, KeepsOfControlCharactersWhatIsPrintableOnly) {
  Report report = example_report();
  report.regions[0].name = "name with \x1b[31mcolour\tand tab";
  EXPECT_EQ(written_and_read(report).regions[0].name, "name with ?[31mcolour and tab");
}

TEST(Writer, LeavesOutRowsOfZeros) {
  const Report read = written_and_read(example_report());
  const std::vector<RowKey> rows = read.stored_rows();
  EXPECT_EQ(std::ranges::count(rows, RowKey(MetricId(0), CallPathId(2))), 0);
  EXPECT_EQ(std::ranges::count(rows, RowKey(MetricId(0), CallPathId(3))), 1);
}

TEST(Writer, WritesTheSameBytesOnAnyNumberOfRanks) {
  const Report report = example_report();
  const std::string expected = bytes_on(1, report);
  EXPECT_GT(expected.size(), 1000u);
  for (int ranks : {2, 3, 7}) EXPECT_TRUE(bytes_on(ranks, report) == expected) << ranks << " ranks";
}

// In chunks from nothing to more than what is written at a time.
TEST(Writer, WritesAFileThatTheRanksHaveTogether) {
  std::string content;
  for (int line = 0; content.size() < 2'000'000; ++line) content += std::to_string(line) + '\n';
  const std::filesystem::path path = test_file("together.cubex");
  for (const int ranks : {1, 3}) {
    run_ranks(ranks, [&](Comm& comm) {
      ReportShare share = share_of(example_report(), comm);
      const size_t n = static_cast<size_t>(ranks);
      const size_t rank = static_cast<size_t>(comm.rank());
      const size_t end = content.size() * (rank + 1) / n;
      TextBlock& block = share.files["lines.txt"];
      block.text_size = content.size();
      block.begin = content.size() * rank / n;
      size_t size = 0;
      for (size_t at = block.begin; at < end; at += size, size = size % 400'000 * 3 + 1)
        block.chunks.emplace_back(content.substr(at, std::min(size, end - at)));
      const Status written = write_cubex(share, comm, path);
      EXPECT_TRUE(written) << written.error().message;
    });
    const Result<Report> read = read_cubex(path);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(*read->file("lines.txt") == content) << ranks << " ranks";
    EXPECT_EQ(*read->file("notes.txt"), "a further member");
    std::filesystem::remove(path);
  }
}

// CubeLib knows <attr> as an empty element and refuses the file if it has an end of its own; of all others it
// wants one.
TEST(Writer, ClosesElementsAsCubeLibWantsThem) {
  Report report = example_report();
  report.attributes["empty"] = "";
  const std::string file = bytes_on(1, report);
  const std::string anchor = file.substr(0, file.find("</cube>"));
  EXPECT_NE(anchor.find("<attr key=\"empty\" value=\"\" />"), std::string::npos);
  EXPECT_EQ(anchor.find("</attr>"), std::string::npos);
  EXPECT_NE(anchor.find("<mirrors></mirrors>"), std::string::npos);
  EXPECT_NE(anchor.find("<cnode id=\"5\" calleeId=\"0\"></cnode>"), std::string::npos);
  size_t closed = 0;
  for (size_t at = 0; (at = anchor.find("/>", at)) != std::string::npos; ++at, ++closed) {
    const size_t begin = anchor.rfind('<', at);
    EXPECT_TRUE(anchor.substr(begin, 6) == "<attr " || anchor.substr(begin, 5) == "<dim ")
        << anchor.substr(begin, at + 2 - begin);
  }
  EXPECT_GT(closed, 3u);
}

TEST(StoredReport, SaysThatTheFileIsNotAnyMoreWhatWasOpened) {
  const Report report = example_report();
  const std::filesystem::path path = test_file("changed.cubex");
  ASSERT_TRUE(write_cubex(tests::whole_share(report), *serial_comm(), path));
  const RowKey key = report.stored_rows().front();
  const Result<Report> damaged = read_cubex(path);
  const Result<Report> shortened = read_cubex(path);
  ASSERT_TRUE(damaged && shortened);
  const std::string other(std::filesystem::file_size(path), 'x');
  std::fstream(path, std::ios::binary | std::ios::in | std::ios::out) << other;
  const auto problem_of = [](const auto& read) -> std::string {
    try {
      read();
    } catch (const Unreadable& problem) {
      return problem.what();
    }
    return "";
  };
  EXPECT_EQ(problem_of([&] { (void)damaged->row(key.first, key.second); }),
            path.string() + ": 0.data: the row of call path 0: its compression is damaged");
  std::filesystem::resize_file(path, 0);
  const std::string shorter = path.string() + ": cannot be read: it has become shorter";
  EXPECT_EQ(problem_of([&] { (void)shortened->row(key.first, key.second); }), shorter);
  EXPECT_EQ(problem_of([&] { (void)shortened->file("notes.txt"); }), shorter);
  std::filesystem::remove(path);
}

TEST(Writer, TellsTheSameErrorOnEveryRankAndLeavesNothing) {
  const std::filesystem::path path = test_file("no_such_directory") / "report.cubex";
  std::mutex mutex;
  std::vector<std::string> errors;
  run_ranks(3, [&](Comm& comm) {
    const Status written = write_cubex(share_of(example_report(), comm), comm, path);
    const std::lock_guard lock(mutex);
    errors.push_back(written ? "none" : written.error().message);
  });
  const std::string expected = path.string() + ": cannot be created: No such file or directory";
  EXPECT_EQ(errors, (std::vector<std::string>{expected, expected, expected}));
}

TEST(Writer, KeepsTheOldFileWhenTheNewOneCannotReplaceIt) {
  const std::filesystem::path directory = test_file("in_the_way");
  std::filesystem::create_directories(directory / "content");
  EXPECT_FALSE(write_cubex(tests::whole_share(example_report()), *serial_comm(), directory));
  EXPECT_TRUE(std::filesystem::exists(directory / "content"));
  std::filesystem::remove_all(directory);
}

TEST(RowOrder, IsDepthFirstForExclusiveAndSiblingsTogetherForInclusive) {
  const std::vector<CallPath> paths = example_report().call_paths;
  const auto order = [&](MetricKind kind) {
    std::vector<size_t> numbers;
    for (CallPathId each : row_order(paths, kind)) numbers.push_back(each.index());
    return numbers;
  };
  EXPECT_EQ(order(MetricKind::exclusive), (std::vector<size_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(order(MetricKind::inclusive), (std::vector<size_t>{0, 1, 4, 2, 3, 5}));
}

TEST(TarHeader, WritesSizesFrom8GiBInBase256) {
  const auto size_field = [](uint64_t size) {
    const auto header = tar_header("0.data", size);
    return std::string(reinterpret_cast<const char*>(header.data()) + 124, 12);
  };
  EXPECT_EQ(size_field(0777), std::string("00000000777\0", 12));
  EXPECT_EQ(size_field((uint64_t{1} << 33) - 1), std::string("77777777777\0", 12));
  EXPECT_EQ(size_field(uint64_t{1} << 33), std::string("\x80\0\0\0\0\0\0\2\0\0\0\0", 12));
}

}  // namespace
}  // namespace latecomer::cubex
