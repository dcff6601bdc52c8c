// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The files that a report carries beside its values are read as they were written; damage is named.

#include <gtest/gtest.h>

#include "report/critical_path.h"
#include "report/details.h"
#include "report/metrics.h"

namespace latecomer::report {
namespace {

/// Two locations, three call paths.
Report definitions() {
  Report report;
  report.metrics = builtin_metrics();
  report.regions.resize(1);
  report.call_paths.resize(3, {CallPathId(), RegionId(0)});
  report.location_groups.resize(2);
  report.locations = {{"", "", 0, LocationGroupId(0)}, {"", "", 0, LocationGroupId(1)}};
  return report;
}

Report with_file(std::string_view name, std::string content) {
  Report report = definitions();
  report.files[std::string(name)] = std::move(content);
  return report;
}

std::string print(const CriticalPath& path) {
  std::string text(critical_path_head());
  for (const CriticalStretch& each : path) print_stretch(each, text);
  return text;
}

TEST(CriticalPathFile, IsReadAsItWasWritten) {
  CriticalPath path = {{LocationId(0), CallPathId(), Ticks(-5), Ticks(10), std::nullopt},
                       {LocationId(1), CallPathId(2), Ticks(10), Ticks(12),
                        CriticalStretch::Edge{LocationId(0), "mpi_latesender", CallPathId(1)}}};
  const Result<CriticalPath> read = read_critical_path(with_file(kCriticalPathFile, print(path)));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2u);
  EXPECT_FALSE((*read)[0].path.valid());
  EXPECT_EQ((*read)[0].begin, Ticks(-5));
  EXPECT_FALSE((*read)[0].edge);
  EXPECT_EQ((*read)[1].location, LocationId(1));
  EXPECT_EQ((*read)[1].path, CallPathId(2));
  EXPECT_EQ((*read)[1].end, Ticks(12));
  ASSERT_TRUE((*read)[1].edge);
  EXPECT_EQ((*read)[1].edge->from, LocationId(0));
  EXPECT_EQ((*read)[1].edge->wait, "mpi_latesender");
  EXPECT_EQ((*read)[1].edge->path, CallPathId(1));
}

// Members of an archive that would be whole blocks have a line feed more.
TEST(CriticalPathFile, CanEndWithAnEmptyLine) {
  const CriticalPath path = {{LocationId(0), CallPathId(), Ticks(-5), Ticks(10), std::nullopt}};
  const Result<CriticalPath> read = read_critical_path(with_file(kCriticalPathFile, print(path) + "\n"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->size(), 1u);
}

TEST(CriticalPathFile, NamesTheDamagedLine) {
  const std::string head = print({});
  for (const char* line : {"0\t0\t1", "9\t0\t1\t2\t-\t-\t-", "0\t3\t1\t2\t-\t-\t-", "-\t0\t1\t2\t-\t-\t-",
                           "0\t0\tx\t2\t-\t-\t-", "0\t0\t-9223372036854775807\t2\t-\t-\t-",
                           "0\t0\t1\t2\t1\tno_metric\t0", "0\t0\t1\t2\t5\tmpi_latesender\t0"}) {
    const Result<CriticalPath> read =
        read_critical_path(with_file(kCriticalPathFile, head + "0\t0\t0\t1\t-\t-\t-\n" + line + "\n"));
    ASSERT_FALSE(read) << line;
    EXPECT_NE(read.error().message.find("line 4"), std::string::npos) << read.error().message;
  }
  EXPECT_FALSE(read_critical_path(definitions()));
}

TEST(DetailsFile, IsReadAsItWasWritten) {
  const Details details{
      {{"mpi_latesender", LocationId(1), CallPathId(0), 0.5, 2, 1.5, {LocationId(0), CallPathId(2), "", 1}},
       {"mpi_latesender", LocationId(0), CallPathId(1), 3, 4, 1, {LocationId(1), CallPathId(), "", 0}}},
      {{CallPathId(2), "mpi_latesender", CallPathId(0), 1.25, {LocationGroupId(0), LocationGroupId(1)}}}};
  const std::string text = print_details(details);
  const Result<Details> read = read_details(with_file(kDetailsFile, text));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(print_details(*read), text);
  EXPECT_EQ(read->instances[0].cause.path, CallPathId(2));
  EXPECT_FALSE(read->instances[1].cause.path.valid());
  EXPECT_EQ(read->consequences[0].ranks.size(), 2u);
}

/// The file with one consequence, in waits of these ranks.
std::string with_runs(const std::string& runs) {
  return R"({"instances": [], "consequences": [{"delay_call_path": 0, "metric": "time", "call_path": 0,
             "seconds": 1, "rank_runs": )" +
         runs + "}]}";
}

/// The file with one instance of this kind of wait, whose cause waited itself in this way.
std::string with_instance(const std::string& metric, const std::string& wait) {
  return R"({"instances": [{"metric": ")" + metric +
         R"(", "location": 0, "call_path": 0, "begin": 0, "end": 1, "amount": 1, "cause": {"location": 0,
             "call_path": 0, "wait": )" +
         wait + R"(, "seconds": 1}}], "consequences": []})";
}

std::string nested(size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(DetailsFile, NamesKnownMetrics) {
  EXPECT_TRUE(read_details(with_file(kDetailsFile, with_instance("time", "null"))));
  EXPECT_TRUE(read_details(with_file(kDetailsFile, with_instance("time", "\"mpi\""))));
}

TEST(DetailsFile, TellsRanksAsRuns) {
  Report report = definitions();
  report.location_groups.resize(6);
  report.files[std::string(kDetailsFile)] = with_runs("[0, 2, 4, 4]");
  const Result<Details> read = read_details(report);
  ASSERT_TRUE(read) << read.error().message;
  const std::vector<LocationGroupId> expected = {LocationGroupId(0), LocationGroupId(1), LocationGroupId(2),
                                                 LocationGroupId(4)};
  EXPECT_EQ(read->consequences[0].ranks, expected);
  report.files[std::string(kDetailsFile)] = print_details(*read);
  const Result<Details> again = read_details(report);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->consequences[0].ranks, expected);
}

TEST(DetailsFile, IsRefusedWhereItIsDamaged) {
  for (const std::string& text : std::vector<std::string>{
           "",
           "{",
           "[]",
           R"({"instances": []})",
           R"({"instances": [{}], "consequences": []})",
           R"({"instances": [], "consequences": [{"delay_call_path": 3, "metric": "time",
                               "call_path": 0, "seconds": 1, "rank_runs": []}]})",
           R"({"instances": [], "consequences": [{"delay_call_path": -1, "metric": "time",
                               "call_path": 0, "seconds": 1, "rank_runs": []}]})",
           R"({"instances": [], "consequences": [{"delay_call_path": 0, "metric": "x",
                               "call_path": 0, "seconds": 1, "rank_runs": []}]})",
           R"({"instances": [], "consequences": [{"delay_call_path": 0, "metric": "time",
                               "call_path": 0, "seconds": -1, "rank_runs": []}]})",
           with_instance("x", "null"),
           with_instance("time", "\"x\""),
           nested(2'000'000),
           nested(20),
           R"({"instances": )" + nested(20) + R"(, "consequences": []})",
           with_runs("[0]"),
           with_runs("[1, 0]"),
           with_runs("[0, 1, 1, 1]"),
           with_runs("[0, 2]"),
           with_runs("[-1, 0]"),
           with_runs("[[0, 1]]"),
           with_runs("0")}) {
    const Result<Details> read = read_details(with_file(kDetailsFile, text));
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("details.json"), std::string::npos) << read.error().message;
    EXPECT_EQ(read.error().message.find('\n'), std::string::npos) << read.error().message;
  }
  EXPECT_FALSE(read_details(definitions()));
}

}  // namespace
}  // namespace latecomer::report
