// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/path_ends.h"

#include <gtest/gtest.h>

#include <set>

#include "text/text.h"

namespace latecomer::text {
namespace {

TEST(PathEnds, AreCutWhereThatTellsThemApart) {
  const PathEnds ends({"main/solve/first/MPI_Recv", "main/solve/other/MPI_Send"});
  EXPECT_EQ(ends.of("main/solve/first/MPI_Recv", 30), "main/solve/first/MPI_Recv");
  EXPECT_EQ(ends.of("main/solve/first/MPI_Recv", 20), "...ve/first/MPI_Recv");
}

TEST(PathEnds, HaveTheCallInWhichTheyDiffer) {
  const PathEnds ends({"main/solve (a.c:7)/exchange/MPI_Recv (b.c:9)",
                       "main/solve (a.c:8)/exchange/MPI_Recv (b.c:9)",
                       "main/solve (a.c:7)/exchange/MPI_Recv (b.c:9)"});
  EXPECT_EQ(ends.of("main/solve (a.c:7)/exchange/MPI_Recv (b.c:9)", 22),
            ".../solve (a.c:7)/exchange/MPI_Recv (b.c:9)");
  EXPECT_EQ(ends.of("main/solve (a.c:8)/exchange/MPI_Recv (b.c:9)", 22),
            ".../solve (a.c:8)/exchange/MPI_Recv (b.c:9)");
}

TEST(PathEnds, StayApartWhereOneEndsLikeAnother) {
  const PathEnds ends({"solve/exchange/MPI_Recv (b.c:9)", "main/solve/exchange/MPI_Recv (b.c:9)",
                       "main/resolve/exchange/MPI_Recv (b.c:9)"});
  EXPECT_EQ(ends.of("solve/exchange/MPI_Recv (b.c:9)", 20), "solve/exchange/MPI_Recv (b.c:9)");
  EXPECT_EQ(ends.of("main/solve/exchange/MPI_Recv (b.c:9)", 20), ".../solve/exchange/MPI_Recv (b.c:9)");
  EXPECT_EQ(ends.of("main/resolve/exchange/MPI_Recv (b.c:9)", 20), ".../resolve/exchange/MPI_Recv (b.c:9)");
}

TEST(PathEnds, LeaveOutCallsInTheMiddleOfVeryLongOnes) {
  std::vector<std::string> names;
  for (size_t depth = 1000; depth < 1003; ++depth) {
    std::string name = "main";
    for (size_t i = 0; i < depth; ++i) name += "/visit (tree.c:12)";
    names.push_back(name + "/MPI_Send (tree.c:9)");
  }
  const PathEnds ends(names);
  std::set<std::string> different;
  for (const std::string& name : names) {
    different.insert(ends.of(name, 60));
    EXPECT_LE(length_of(ends.of(name, 60)), 200u);
    EXPECT_TRUE(ends.of(name, 60).ends_with("/visit (tree.c:12)/MPI_Send (tree.c:9)"));
  }
  EXPECT_EQ(different.size(), 3u);
}

}  // namespace
}  // namespace latecomer::text
