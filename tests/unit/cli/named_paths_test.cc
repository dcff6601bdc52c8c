// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/named_paths.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/text/example.h"

namespace latecomer::cli {
namespace {

using report::CallPathId;
using report::RegionId;

/// main calls MPI_Recv, MPI_Barrier and, at solve.c:12, work; work calls MPI_Recv, too.
report::Report example() {
  report::Report report = text::example_without_values();
  report.regions.resize(4);
  report.regions[3].name = "work";
  report.regions[3].module = "/home/me/solve.c";
  report.regions[3].begin_line = 40;
  report.call_paths.push_back({CallPathId(size_t{0}), RegionId(size_t{3}), "/home/me/solve.c", 12});
  report.call_paths.push_back({CallPathId(size_t{3}), RegionId(size_t{1})});
  return report;
}

std::vector<size_t> named(const std::string& name) {
  const Result<std::vector<CallPathId>> paths = paths_named(example(), name);
  std::vector<size_t> numbers;
  for (const CallPathId path : paths ? *paths : std::vector<CallPathId>()) numbers.push_back(path.index());
  return numbers;
}

std::string error(const std::string& name) {
  const Result<std::vector<CallPathId>> paths = paths_named(example(), name);
  return paths ? "" : paths.error().message;
}

TEST(NamedPaths, AreCallPathsFunctionsAndLines) {
  EXPECT_EQ(named("main/MPI_Recv"), (std::vector<size_t>{1}));
  EXPECT_EQ(named("MPI_Recv"), (std::vector<size_t>{1, 4}));
  EXPECT_EQ(named("solve.c:12"), (std::vector<size_t>{3}));
  EXPECT_EQ(named("solve.c:40"), (std::vector<size_t>{3}));
}

TEST(NamedPaths, AreFoundByTheirEnds) {
  EXPECT_EQ(named("work/MPI_Recv"), (std::vector<size_t>{4}));
}

TEST(NamedPaths, SayWhatIsLikeAWrongName) {
  EXPECT_EQ(error("MPI_Recw"),
            "\"MPI_Recw\" is no call path, function or line of the run; near are: MPI_Recv, "
            "main/MPI_Recv, main/work/MPI_Recv");
  EXPECT_EQ(error("qqq"),
            "\"qqq\" is no call path, function or line of the run; latecomer show lists the call paths");
}

}  // namespace
}  // namespace latecomer::cli
