// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/path_names.h"

#include <gtest/gtest.h>

namespace latecomer::report {
namespace {

TEST(ShortFiles, AreAsShortAsTellsThemApart) {
  const ShortFiles files({"/home/a/src/wave.c", "/home/a/src/io/read.c", "/home/a/src/net/read.c", "read.c",
                          "/read.c", "MPI", ""});
  EXPECT_EQ(files("/home/a/src/wave.c"), "wave.c");
  EXPECT_EQ(files("/home/a/src/io/read.c"), "io/read.c");
  EXPECT_EQ(files("/home/a/src/net/read.c"), "net/read.c");
  EXPECT_EQ(files("read.c"), "read.c");
  EXPECT_EQ(files("/read.c"), "/read.c");
  EXPECT_EQ(files("/elsewhere/wave.c"), "/elsewhere/wave.c");
}

// main calls step in two lines, and step a barrier; the lines of the gap between are in its name.
TEST(PathNames, SayWhereThatTellsThemApart) {
  Report report;
  report.regions = {
      {.name = "main"}, {.name = "step"}, {.name = "MPI_Barrier"}, {.name = "step (s.c:5 → …)"}};
  report.regions[3].role = kGapRole;
  const CallPathId main(0);
  report.call_paths = {{CallPathId(), RegionId(0)},
                       {main, RegionId(1), "/a/m.c", 20},
                       {CallPathId(1), RegionId(2), "/a/s.c", 5},
                       {main, RegionId(1), "/a/m.c", 30},
                       {CallPathId(3), RegionId(2), "wave+0x11a9", -1},
                       {main, RegionId(3), "/a/m.c", 20}};
  EXPECT_EQ(report.path_name(main), "main");
  EXPECT_EQ(report.path_name(CallPathId(2)), "main/step (m.c:20)/MPI_Barrier (s.c:5)");
  EXPECT_EQ(report.path_name(CallPathId(4)), "main/step/MPI_Barrier (m.c:30)");
  EXPECT_EQ(report.path_name(CallPathId(5)), "main/step (s.c:5 → …)");
  EXPECT_EQ(report.node_name(CallPathId(3)), "step (m.c:30)");
}

// Of two calls without debug information, only their addresses tell which is which.
TEST(PathNames, SayAddressesWhereNothingElseTellsThemApart) {
  Report report;
  report.regions = {{.name = "main"}, {.name = "MPI_Barrier"}};
  const CallPathId main(0);
  report.call_paths = {{CallPathId(), RegionId(0)},
                       {main, RegionId(1), "wave+0x11a9", -1},
                       {main, RegionId(1), "wave+0x11c4", -1}};
  EXPECT_EQ(report.path_name(CallPathId(1)), "main/MPI_Barrier (wave+0x11a9)");
  EXPECT_EQ(report.path_name(CallPathId(2)), "main/MPI_Barrier (wave+0x11c4)");
}

// Files of the same name in two directories; what was sampled in a gap of main.
TEST(PathNames, HaveFilesAsShortAsTellsThemApart) {
  Report report;
  report.regions = {
      {.name = "main"}, {.name = "main (m.c:20 → m.c:30)"}, {.name = "read"}, {.name = "MPI_Recv"}};
  report.regions[1].role = kGapRole;
  const CallPathId main(0);
  report.call_paths = {{CallPathId(), RegionId(0)},
                       {main, RegionId(1), "", -1},
                       {CallPathId(1), RegionId(2), "/a/io/read.c", 7},
                       {main, RegionId(3), "/a/net/read.c", 8}};
  EXPECT_EQ(report.path_name(CallPathId(1)), "main (m.c:20 → m.c:30)");
  EXPECT_EQ(report.path_name(CallPathId(2)), "main (m.c:20 → m.c:30)/read (io/read.c:7)");
  EXPECT_EQ(report.path_name(CallPathId(3)), "main/MPI_Recv (net/read.c:8)");
}

// main calls all_reduce at two lines, and that MPI, at two lines of a header the first time; there is a gap
// in it.
TEST(PathNames, SayTheLastLineOfOwnCode) {
  Report report;
  report.regions = {{.name = "main"},
                    {.name = "all_reduce"},
                    {.name = "MPI_Allreduce"},
                    {.name = "all_reduce (a.h:36 → a.h:36)"}};
  const std::string header = "/usr/include/a.h";
  report.regions[3].role = kGapRole;
  report.regions[3].module = header;
  const CallPathId main(0);
  report.call_paths = {{CallPathId(), RegionId(0)},
                       {main, RegionId(1), "/a/m.c", 52},
                       {CallPathId(1), RegionId(2), header, 36},
                       {CallPathId(1), RegionId(2), header, 40},
                       {main, RegionId(1), "/a/m.c", 60},
                       {CallPathId(4), RegionId(2), header, 36},
                       {main, RegionId(3), "/a/m.c", 52}};
  EXPECT_EQ(report.path_name(CallPathId(1)), "main/all_reduce (m.c:52)");
  EXPECT_EQ(report.path_name(CallPathId(2)), "main/all_reduce/MPI_Allreduce (a.h:36, from m.c:52)");
  EXPECT_EQ(report.path_name(CallPathId(3)), "main/all_reduce/MPI_Allreduce (a.h:40, from m.c:52)");
  EXPECT_EQ(report.path_name(CallPathId(5)), "main/all_reduce/MPI_Allreduce (m.c:60)");
  EXPECT_EQ(report.path_name(CallPathId(6)), "main/all_reduce (a.h:36 → a.h:36), called at m.c:52");
}

}  // namespace
}  // namespace latecomer::report
