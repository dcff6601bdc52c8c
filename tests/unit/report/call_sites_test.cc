// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/call_sites.h"

#include <gtest/gtest.h>

#include <string>

namespace latecomer::report {
namespace {

TEST(OwnCode, IsWhatIsNotInstalled) {
  const OwnCode own{Report()};
  for (const std::string file :
       {"/home/a/wave/src/wave.c", "wave.c", "/home/a/wave-2.0/include/wave.h", "/home/a/lib/helper.c",
        "/home/a/wave/lib/libhelper.so", "/home/opt/wave.c", "/home/a/boost-1.82/include/wave.h", ""})
    EXPECT_TRUE(own.has_file(file)) << file;
  for (const std::string file :
       {"/usr/include/mpi.h", "/opt/mpi/include/mpicxx.h", "/lib/x86_64-linux-gnu/libm.so.6",
        "/rustc/9fc6b4/library/std/src/thread/mod.rs", "/home/a/gcc/include/c++/13/bits/stl_algo.h",
        "/home/a/env/lib/python3.11/site-packages/mpi4py/MPI.so",
        "/home/a/spack/opt/spack/linux-zen4/gcc-13.2.0/fftw-3.3.10/x.h",
        "/apps/boost/1.82.0/include/boost/mpi.hpp",
        "/apps/fftw-3.3.10-ydwfyzb2nawvlt2mmqsxbcwgx5oyyyyq/lib/libfftw3_mpi.so.3"})
    EXPECT_FALSE(own.has_file(file)) << file;
}

// The program's main is in /opt/app/src.
TEST(OwnCode, IsWhereMainIsAndWhereTheUserSaysSo) {
  Report report;
  report.regions = {{.name = "main", .module = "/opt/app/src/main.cpp", .begin_line = 3}};
  report.attributes = {{"latecomer.own.000", "/usr/local/solver/"}, {"latecomer.own.001", "/usr/src"}};
  const OwnCode own(report);
  EXPECT_TRUE(own.has_file("/opt/app/src/solve/solve.cpp"));
  EXPECT_TRUE(own.has_file("/opt/app/src/lib/helper.cpp"));
  EXPECT_FALSE(own.has_file("/opt/app/src/boost/1.82.0/include/boost/mpi.hpp"));
  EXPECT_FALSE(own.has_file("/opt/app/include/mpi.h"));
  EXPECT_TRUE(own.has_file("/usr/local/solver/include/solver.h"));
  EXPECT_FALSE(own.has_file("/usr/local/solver-2/include/solver.h"));
  EXPECT_TRUE(own.has_file("/usr/src/wave.c"));
}

// The C library with its symbols names its sources so; a program that does is built in that manner itself.
TEST(OwnCode, IsNotNamedInPartWhereMainIsNamedInFull) {
  Report report;
  EXPECT_TRUE(OwnCode(report).has_file("stdio-common/fprintf.c"));
  report.regions = {{.name = "main", .module = "src/main.c", .begin_line = 3}};
  EXPECT_TRUE(OwnCode(report).has_file("src/solve.c"));
  report.regions[0].module = "/home/a/src/main.c";
  EXPECT_FALSE(OwnCode(report).has_file("stdio-common/fprintf.c"));
  EXPECT_TRUE(OwnCode(report).has_file("/home/a/src/solve.c"));
  EXPECT_TRUE(OwnCode(report).has("wave+0x11a9", -1, "/home/a/wave"));
}

TEST(OwnCode, HasAddressesOfTheProgramAndOfItsOwnLibraries) {
  const OwnCode own{Report()};
  EXPECT_TRUE(own.has("wave+0x11a9", -1, "/usr/bin/wave"));
  EXPECT_TRUE(own.has("libwave.so+0x11a9", -1, "/home/a/libwave.so"));
  EXPECT_FALSE(own.has("libfftw3_mpi.so.3+0x11a9", -1, "/usr/lib/libfftw3_mpi.so.3"));
  EXPECT_FALSE(own.has("libfftw3_mpi.so.3+0x11a9", -1, ""));
  EXPECT_FALSE(own.has("0x7f0011a9", -1, "/home/a/wave"));
  EXPECT_FALSE(own.has("", -1, "/home/a/wave.c"));
  EXPECT_FALSE(own.has("/usr/include/mpicxx.h", 7, "/home/a/wave.c"));
}

// main calls all_reduce, which is in a header. It calls MPI, and a library whose lines are not known does.
class OwnSites : public testing::Test {
 protected:
  OwnSites() {
    report.regions = {{.name = "main", .module = "/a/m.cpp"},
                      {.name = "all_reduce", .module = "/usr/include/all_reduce.hpp"},
                      {.name = "MPI_Allreduce"},
                      {.name = "execute", .module = "/usr/lib/libfft.so"},
                      {.name = "MPI_Alltoall"},
                      {.name = "all_reduce (… → …)", .role = std::string(kGapRole), .module = header},
                      {.name = "main (… → …)", .role = std::string(kGapRole), .module = "/a/m.cpp"}};
    report.call_paths = {{CallPathId(), RegionId(0)},
                         {main, RegionId(1), "/a/m.cpp", 52},
                         {CallPathId(1), RegionId(2), header, 36},
                         {CallPathId(1), RegionId(3), header, 40},
                         {CallPathId(3), RegionId(4), "libfft.so+0x5", -1},
                         {main, RegionId(5), "/a/m.cpp", 52},
                         {main, RegionId(6), "/a/m.cpp", 52}};
  }

  std::vector<CallPathId> expected(std::initializer_list<size_t> positions) {
    std::vector<CallPathId> ids;
    for (const size_t position : positions)
      ids.push_back(position == none ? CallPathId() : CallPathId(position));
    return ids;
  }

  static constexpr size_t none = SIZE_MAX;
  const std::string header = "/usr/include/all_reduce.hpp";
  const CallPathId main{0};
  Report report;
};

TEST_F(OwnSites, AreTheLastInOwnCode) {
  EXPECT_EQ(own_sites(report), expected({none, 1, 1, 1, 1, 5, none}));
}

// The program calls all_reduce in code without lines.
TEST_F(OwnSites, AreAddressesWhereNoLineIsKnown) {
  report.regions[0].module = "/usr/bin/wave";
  report.call_paths[1].call_file = "wave+0x5";
  report.call_paths[1].call_line = -1;
  EXPECT_EQ(own_sites(report), expected({none, 1, 1, 1, 1, 5, none}));
}

// A stripped program that is installed, as one that only starts what a library does.
TEST_F(OwnSites, AreNoAddressesInFunctionsWithoutNames) {
  report.regions[0] = {.name = "wave+0x1", .module = "/usr/bin/wave"};
  report.call_paths[1].call_file = "wave+0x5";
  report.call_paths[1].call_line = -1;
  EXPECT_EQ(own_sites(report), expected({none, none, none, none, none, 5, none}));
}

TEST_F(OwnSites, AreInHeadersOfTheUsers) {
  report.attributes["latecomer.own.000"] = "/usr/include";
  EXPECT_EQ(own_sites(report), expected({none, 1, 2, 3, 3, none, none}));
}

// A call whose site is not known, as of what a compiler adds, is nowhere, and what it calls is.
TEST_F(OwnSites, AreNotGuessed) {
  report.call_paths[3].call_file.clear();
  report.call_paths[3].call_line = -1;
  EXPECT_EQ(own_sites(report), expected({none, 1, 1, none, 1, 5, none}));
}

// Nothing of the program is its own as far as is known.
TEST_F(OwnSites, AreNoneOfAnInstalledProgram) {
  for (CallPath& path : report.call_paths)
    if (path.call_file == "/a/m.cpp") path.call_file = "/usr/src/wave/m.cpp";
  EXPECT_EQ(own_sites(report), expected({none, none, none, none, none, none, none}));
}

}  // namespace
}  // namespace latecomer::report
