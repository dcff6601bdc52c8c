// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/show_csv.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace latecomer::findings {
namespace {

using namespace query;
using namespace report;

constexpr CallPathId kMain(0);
constexpr CallPathId kSolve(1);

/// main { solve }, on rank 0 and on thread 2 of rank 7. Of "time" there are own values, of "stored" those
/// with what is below, of "least" the shortest visits; "twice" is derived: twice the time. 0.1 + 0.2 needs 17
/// digits, and 2^64 - 1 is no double.
Report example() {
  Report report;
  report.metrics = {{.id = "time", .data_type = "DOUBLE"},
                    {.id = "sto,red", .data_type = "UINT64", .kind = MetricKind::inclusive},
                    {.id = "twice",
                     .data_type = "DOUBLE",
                     .expression = "2 * metric::time()",
                     .kind = MetricKind::postderived},
                    {.id = "least", .data_type = "MINDOUBLE"}};
  report.regions = {{.name = "main", .module = "main.c", .begin_line = 3},
                    {.name = "operator\"\" _s(int, int)", .module = "", .begin_line = -1}};
  report.call_paths = {{CallPathId(), RegionId(0)}, {kMain, RegionId(1), "/src/solve.c", 5}};
  report.system_nodes = {{"machine", "machine", {}}};
  report.location_groups = {{"", "", 0, SystemNodeId(0)}, {"", "", 7, SystemNodeId(0)}};
  report.locations = {{"", "", 0, LocationGroupId(0)}, {"", "", 2, LocationGroupId(1)}};
  report.set_row(MetricId(0), kSolve, {0.1 + 0.2, 0});
  const DataType natural = *DataType::named("UINT64");
  for (const CallPathId path : {kMain, kSolve}) {
    Column values(natural, 2);
    values.naturals()[0] = path == kMain ? std::numeric_limits<int64_t>::max() : 5;
    report.set_column(MetricId(1), path, values);
  }
  report.set_row(MetricId(3), kMain, {0, 4});
  report.set_row(MetricId(3), kSolve, {0, 1.5});
  return report;
}

std::string csv(MetricId only, Below below) {
  const Report report = example();
  std::string text;
  write_csv(Space(report), only, below, [&](std::string_view piece) { text += piece; });
  return text;
}

const std::string kBegin = "call_path,parent,region,file,line,call_file,call_line,location,rank,thread,";
const std::string kSolveFields = R"x(1,0,"operator"""" _s(int, int)",,,/src/solve.c,5)x";

TEST(ShowCsv, HasEachValueOfItsOwn) {
  // 9223372036854775807 - 5 is left of "stored" in main.
  EXPECT_EQ(csv(MetricId(), Below::excluded),
            kBegin + "time,\"sto,red\",twice,least\n" +
                "0,,main,main.c,3,,,0,0,0,0,9223372036854775802,0,0\n" +
                "0,,main,main.c,3,,,1,7,2,0,0,0,4\n" +  //
                kSolveFields + ",0,0,0,0.30000000000000004,5,0.6000000000000001,0\n" + kSolveFields +
                ",1,7,2,0,0,0,1.5\n");
}

TEST(ShowCsv, HasEachCallPathOnce) {
  std::string text;
  write_call_paths(example(), [&](std::string_view piece) { text += piece; });
  EXPECT_EQ(text, "call_path,parent,region,file,line,call_file,call_line\n0,,main,main.c,3,,\n" +
                      kSolveFields + "\n");
}

TEST(ShowCsv, HasWhatIsBelow) {
  EXPECT_EQ(csv(MetricId(), Below::included),
            kBegin + "time,\"sto,red\",twice,least\n" +
                "0,,main,main.c,3,,,0,0,0,0.30000000000000004,9223372036854775807,0.6000000000000001,0\n" +
                "0,,main,main.c,3,,,1,7,2,0,0,0,1.5\n" +  //
                kSolveFields + ",0,0,0,0.30000000000000004,5,0.6000000000000001,0\n" + kSolveFields +
                ",1,7,2,0,0,0,1.5\n");
}

TEST(ShowCsv, HasOneMetricOnly) {
  EXPECT_EQ(csv(MetricId(0), Below::excluded),
            kBegin + "time\n" + kSolveFields + ",0,0,0,0.30000000000000004\n");
  EXPECT_EQ(csv(MetricId(2), Below::excluded),
            kBegin + "twice\n" + kSolveFields + ",0,0,0,0.6000000000000001\n");
}

}  // namespace
}  // namespace latecomer::findings
