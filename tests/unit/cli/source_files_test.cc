// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What belongs to which line of the code, and which file of a report a user means.

#include "findings/source_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cli/find_source.h"
#include "findings/source_text.h"
#include "query/space.h"
#include "report/metrics.h"

namespace latecomer::cli {
namespace {

using findings::read_source;
using findings::source_files;
using findings::SourceFile;
using findings::SourceText;
using findings::SourceValues;
using namespace report;
namespace fs = std::filesystem;

/// Two ranks in
///     main                                 begins in m.c:10
///       step                               called at m.c:20
///         MPI_Recv                         called at s.c:5
///       main (m.c:20 → m.c:30)             whose own call site, m.c:40, says nothing
///         work                             begins in m.c:1, called at m.c:25
///           work                           called at m.c:3
///             work                         called at m.c:3
///       main (… → m.c:20)
///       MPI_Finalize                       called at m.c:30
Report example() {
  Report report;
  report.metrics = builtin_metrics();
  report.location_groups.resize(2);
  report.locations = {{"", "thread", 0, LocationGroupId(0)}, {"", "thread", 0, LocationGroupId(1)}};
  const auto region = [&](const char* name, const char* file, int64_t begin, int64_t end, const char* role) {
    report.regions.push_back({.name = name, .role = role, .module = file});
    report.regions.back().begin_line = begin;
    report.regions.back().end_line = end;
    return RegionId(report.regions.size() - 1);
  };
  const CallPathId main(0);
  report.call_paths = {
      {CallPathId(), region("main", "/a/m.c", 10, -1, "function")},
      {main, region("step", "/a/s.c", 3, -1, "function"), "/a/m.c", 20},
      {CallPathId(1), region("MPI_Recv", "MPI", -1, -1, "point2point"), "/a/s.c", 5},
      {main, region("main (m.c:20 → m.c:30)", "/a/m.c", 20, 30, "gap"), "/a/m.c", 40},
      {CallPathId(3), region("work", "/a/m.c", 1, -1, "function"), "/a/m.c", 25},
      {CallPathId(4), RegionId(4), "/a/m.c", 3},
      {CallPathId(5), RegionId(4), "/a/m.c", 3},
      {main, region("main (… → m.c:20)", "/a/m.c", -1, 20, "gap")},
      {main, region("MPI_Finalize", "MPI", -1, -1, "function"), "/a/m.c", 30},
  };
  const auto put = [&](Builtin metric, uint32_t path, double rank_0, double rank_1) {
    report.set_row(metric_id(metric), CallPathId(path), {rank_0, rank_1});
  };
  put(Builtin::time, 2, 3, 1);
  put(Builtin::mpi_latesender, 2, 2, 0);
  put(Builtin::mpi_latesender_wo, 2, 1, 0);  // a part of that
  put(Builtin::delay, 2, 0.5, 0);
  put(Builtin::delay_unattributed, 2, 0.5, 0);
  put(Builtin::time, 3, 1, 1);
  put(Builtin::delay, 3, 0, 1);
  put(Builtin::time, 4, 0.5, 0);
  put(Builtin::delay, 4, 0.5, 0);
  put(Builtin::time, 5, 0.25, 0);
  put(Builtin::time, 6, 0.25, 0);
  put(Builtin::time, 7, 1, 1);
  put(Builtin::time, 8, 0, 0.5);
  return report;
}

void expect_values(const SourceValues& values, double time, double waiting, double caused) {
  EXPECT_DOUBLE_EQ(values.time, time);
  EXPECT_DOUBLE_EQ(values.waiting, waiting);
  EXPECT_DOUBLE_EQ(values.caused, caused);
}

TEST(SourceFiles, LinesHaveWhatIsCalledThere) {
  const std::vector<SourceFile> files = source_files(query::Space(example()));
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[1].name, "/a/s.c");
  ASSERT_EQ(files[1].lines.size(), 1U);
  EXPECT_EQ(files[1].lines[0].line, 5);
  expect_values(files[1].lines[0].values, 4, 2, 0);

  EXPECT_EQ(files[0].name, "/a/m.c");
  const std::vector<SourceFile::Line>& lines = files[0].lines;
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].line, 3);
  expect_values(lines[0].values, 0.25 + 0.25, 0, 0);  // though it calls itself from there again
  EXPECT_EQ(lines[1].line, 20);
  expect_values(lines[1].values, 4, 2, 0);
  EXPECT_EQ(lines[2].line, 25);
  expect_values(lines[2].values, 0.5 + 0.25 + 0.25, 0, 0.5);
  EXPECT_EQ(lines[3].line, 30);
  expect_values(lines[3].values, 0.5, 0, 0);
}

TEST(SourceFiles, GapsAndFunctionsHaveWhatNoLineHas) {
  const SourceFile file = source_files(query::Space(example())).at(0);
  ASSERT_EQ(file.gaps.size(), 2U);
  EXPECT_EQ(file.gaps[0].from, -1);
  EXPECT_EQ(file.gaps[0].to, 20);
  expect_values(file.gaps[0].values, 2, 0, 0);
  EXPECT_EQ(file.gaps[1].from, 20);
  EXPECT_EQ(file.gaps[1].to, 30);
  EXPECT_EQ(file.gaps[1].end, "m.c:30");
  expect_values(file.gaps[1].values, 2 + 1, 0, 1 + 0.5);  // with what was sampled in it
  ASSERT_EQ(file.functions.size(), 1U);
  EXPECT_EQ(file.functions[0].name, "work");
  EXPECT_EQ(file.functions[0].line, 1);
  expect_values(file.functions[0].values, 0.5 + 0.25 + 0.25, 0, 0.5);
}

std::vector<SourceFile> named(const std::vector<std::string>& names) {
  std::vector<SourceFile> files;
  for (const std::string& name : names) files.push_back({.name = name});
  return files;
}

class FindSource : public testing::Test {
 protected:
  FindSource() : directory_(fs::temp_directory_path() / ("find_source." + std::to_string(getpid()))) {
    fs::create_directories(directory_ / "net");
    write(directory_ / "net" / "read.c", "int read;\n");
    write(directory_ / "wave.c", "\tint wave;\r\nint last;");
  }
  ~FindSource() override { fs::remove_all(directory_); }

  static void write(const fs::path& path, const char* text) { std::ofstream(path) << text; }

  std::string found(const std::string& wanted) const {
    const Result<SourceFile> file = find_source(files_, wanted);
    return file ? file->name : file.error().message;
  }

  const fs::path directory_;
  const std::vector<SourceFile> files_ = named({"/a/io/read.c", "/a/net/read.c", "/a/wave.c", "wave.c"});
};

TEST_F(FindSource, ByTheEndThatDistinguishesIt) {
  EXPECT_EQ(found("net/read.c"), "/a/net/read.c");
  EXPECT_EQ(found("./io/../io/read.c"), "/a/io/read.c");
  EXPECT_EQ(found("a/wave.c"), "/a/wave.c");
  EXPECT_EQ(found("wave.c"), "wave.c");  // the whole name of one
}

TEST_F(FindSource, ByAFileThatExists) {
  EXPECT_EQ(found(directory_ / "net" / "read.c"), "/a/net/read.c");
}

TEST_F(FindSource, SaysWhichThereAre) {
  EXPECT_EQ(found("read.c"), "the report has 2 files 'read.c'; say which: io/read.c, net/read.c");
  EXPECT_EQ(found("net/raed.c"),
            "the report has no lines of a file 'net/raed.c'; it has those of: net/read.c");
  EXPECT_EQ(found("b/wave.c"),
            "the report has no lines of a file 'b/wave.c'; it has those of: wave.c, a/wave.c");
  const Result<SourceFile> none = find_source({}, "wave.c");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("-g"), std::string::npos);
}

TEST_F(FindSource, TextIsThatOfTheFileGivenOrOfTheOneRecorded) {
  const std::string file = directory_ / "wave.c";
  const std::string moved = "/nowhere/wave.c";
  for (const auto& [wanted, recorded] : {std::pair(file, moved), std::pair(std::string("wave.c"), file)}) {
    const Result<SourceText> text = read_source(wanted, recorded, directory_ / "report.cubex");
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_EQ(text->path, file);
    EXPECT_EQ(text->lines, (std::vector<std::string>{"        int wave;", "int last;"}));
  }
  const Result<SourceText> none = read_source("a/wave.c", moved, directory_ / "report.cubex");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message,
            "/nowhere/wave.c: No such file or directory, and no file 'a/wave.c' here; say where it is: "
            "--source DIR/wave.c");
}

TEST_F(FindSource, SaysWhetherTheTextIsNewer) {
  write(directory_ / "report.cubex", "");
  const fs::path wave = directory_ / "wave.c";
  const fs::file_time_type now = fs::file_time_type::clock::now();
  const auto is_newer = [&](int seconds, const char* recorded) {
    fs::last_write_time(wave, now);
    fs::last_write_time(directory_ / recorded, now - std::chrono::seconds(seconds));
    return read_source(wave, "wave.c", directory_ / "report.cubex")->is_newer;
  };
  EXPECT_TRUE(is_newer(10, "report.cubex"));
  EXPECT_FALSE(is_newer(-10, "report.cubex"));
  write(directory_ / "traces.otf2", "");  // when it was analyzed does not matter then
  EXPECT_TRUE(is_newer(10, "traces.otf2"));
}

}  // namespace
}  // namespace latecomer::cli
