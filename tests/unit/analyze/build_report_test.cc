// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "trace/memory_trace.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

constexpr const char* kMessage = R"(
node n17
rank 0
  0     enter main
  1..2  MPI_Send  send to=1
  3     leave main
rank 1
  0     enter main
  1..2  MPI_Recv  recv from=0
  3     leave main
)";

// Reports of several producers are unified by these names.
TEST(BuildReport, NamesRolesAndNodesAsOtherToolsDo) {
  const Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(kMessage, "trace");
  ASSERT_TRUE(trace) << trace.error().message;
  Timings timings;
  const report::Report report = report::with_own_values(analyze(**trace, *serial_comm(), timings));
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

TEST(BuildReport, HasTheTopologyOfThreadsAndThoseOfTheTrace) {
  const Result<std::unique_ptr<trace::Trace>> text = trace::parse_text_trace(kMessage, "trace");
  ASSERT_TRUE(text) << text.error().message;
  trace::Definitions definitions = (*text)->definitions();
  const std::vector<trace::LocationId> locations = {trace::LocationId(1), trace::LocationId(0)};
  definitions.topologies = {{"ring", {{"x", 2, true}}, locations, {0, 1}},
                            {"Process x Thread", {{"as the recorder saw it", 9, false}}, {}, {}}};
  const size_t count = definitions.locations.size();
  Timings timings;
  const report::Report report = report::with_own_values(
      analyze(trace::MemoryTrace(definitions, std::vector<trace::MemoryTrace::LocationContent>(count)),
              *serial_comm(), timings));
  ASSERT_EQ(report.topologies.size(), 2u);
  const report::Topology& threads = report.topologies[0];
  EXPECT_EQ(threads.name, "Process x Thread");
  ASSERT_EQ(threads.dimensions.size(), 2u);
  EXPECT_EQ(threads.dimensions[0].size, 2u);
  EXPECT_EQ(threads.dimensions[1].size, 1u);
  EXPECT_EQ(threads.coordinates, (std::vector<uint32_t>{0, 0, 1, 0}));
  const report::Topology& ring = report.topologies[1];
  EXPECT_EQ(ring.name, "ring");
  EXPECT_TRUE(ring.dimensions[0].periodic);
  EXPECT_EQ(ring.locations, (std::vector{report::LocationId(1), report::LocationId(0)}));
  EXPECT_EQ(ring.coordinates, (std::vector<uint32_t>{0, 1}));
}

// 3 s of 2 cores are 6 s, of which 0.03 s are not 1 %; all processes of a node say the same, but for how long
// they ran.
TEST(BuildReport, SaysWhereAHypervisorHadCores) {
  const Result<std::unique_ptr<trace::Trace>> text = trace::parse_text_trace(kMessage, "trace");
  ASSERT_TRUE(text) << text.error().message;
  trace::Definitions definitions = (*text)->definitions();
  const auto stolen = [&](uint64_t first, uint64_t second) {
    definitions.length = 3 * definitions.ticks_per_second;
    definitions.location_groups[0].stolen_time = first;
    definitions.location_groups[1].stolen_time = second;
    definitions.system_nodes[definitions.location_groups[0].parent.index()].cores = 2;
    Timings timings;
    const size_t count = definitions.locations.size();
    const report::Report report = report::with_own_values(
        analyze(trace::MemoryTrace(definitions, std::vector<trace::MemoryTrace::LocationContent>(count)),
                *serial_comm(), timings));
    const auto found = report.attributes.find("latecomer.stolen.000");
    return found == report.attributes.end() ? "" : found->second;
  };
  EXPECT_EQ(stolen(30'000'000, 30'000'000), "");
  EXPECT_EQ(stolen(240'000'000, 300'000'000), "n17: 0.3 s, 5 % of what its cores have");
}

// Other tools know by these names what is not a thread.
TEST(BuildReport, SaysWhatKindsLocationsAndGroupsAre) {
  const Result<std::unique_ptr<trace::Trace>> text = trace::parse_text_trace(
      "rank 0\n 0..3 main\nrank 0 stream 1\n 1..2 kernel\nrank 0 thread 2\n 0..3 main\nrank 1\n 1..2 "
      "kernel\n",
      "trace");
  ASSERT_TRUE(text) << text.error().message;
  trace::Definitions definitions = (*text)->definitions();
  definitions.locations[2].kind = trace::LocationKind::metric;
  definitions.location_groups[1].kind = trace::LocationGroupKind::accelerator;
  const size_t count = definitions.locations.size();
  Timings timings;
  const report::Report report = report::with_own_values(
      analyze(trace::MemoryTrace(definitions, std::vector<trace::MemoryTrace::LocationContent>(count)),
              *serial_comm(), timings));
  EXPECT_EQ(report.locations[0].type, "thread");
  EXPECT_EQ(report.locations[1].type, "gpu");
  EXPECT_EQ(report.locations[2].type, "metric");
  EXPECT_EQ(report.location_groups[0].type, "process");
  EXPECT_EQ(report.location_groups[1].type, "accelerator");
}

}  // namespace
}  // namespace latecomer::analyze
