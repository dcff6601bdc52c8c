// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

// Reports of several producers are unified by these names.
TEST(BuildReport, NamesRolesAndNodesAsOtherToolsDo) {
  const Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(R"(
node n17
rank 0
  0     enter main
  1..2  MPI_Send  send to=1
  3     leave main
rank 1
  0     enter main
  1..2  MPI_Recv  recv from=0
  3     leave main
)",
                                                                              "trace");
  ASSERT_TRUE(trace) << trace.error().message;
  Timings timings;
  const report::Report report = analyze(**trace, *serial_comm(), timings);
  std::map<std::string, std::string> roles;
  for (const report::Region& region : report.regions) roles[region.name] = region.role;
  EXPECT_EQ(roles["MPI_Send"], "point2point");
  EXPECT_EQ(roles["MPI_Recv"], "point2point");
  EXPECT_EQ(roles["main"], "function");
  const auto is_named = [](const std::string& name) {
    return [name](const report::SystemNode& node) { return node.name == name; };
  };
  EXPECT_TRUE(std::ranges::any_of(report.system_nodes, is_named("machine machine")));
  EXPECT_TRUE(std::ranges::any_of(report.system_nodes, is_named("node n17")));
}

}  // namespace
}  // namespace latecomer::analyze
