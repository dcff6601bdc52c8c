// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Archives whose definitions contradict each other: one that EZTrace recorded, and small ones written by
// hand.

#include <gtest/gtest.h>
#include <otf2/otf2.h>

#include <algorithm>

#include "archive_fixture.h"
#include "malformed_archive_fixture.h"
#include "support/directories.h"

namespace latecomer::otf2 {
namespace {

using trace::Anomaly;
using trace::LocationId;

class EztraceTest : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<trace::Trace>> trace = open_archive(source_path("tests/golden/eztrace_4"));
    ASSERT_TRUE(trace) << trace.error().message;
    trace_ = std::move(trace).value();
  }

  /// The members of the communicator as ranks of the world.
  std::vector<size_t> ranks_of(const std::string& name) const {
    std::vector<size_t> ranks;
    const trace::Definitions& definitions = trace_->definitions();
    for (const trace::Communicator& communicator : definitions.communicators) {
      if (communicator.name != name) continue;
      for (const LocationId member : definitions.groups[communicator.group.index()].members) {
        ranks.push_back(definitions.locations[member.index()].group.index());
      }
    }
    return ranks;
  }

  std::unique_ptr<trace::Trace> trace_;
};

TEST_F(EztraceTest, CommunicatorsHaveTheirRanks) {
  EXPECT_EQ(ranks_of("MPI_COMM_WORLD"), (std::vector<size_t>{0, 1, 2, 3}));
  EXPECT_EQ(ranks_of("MPI_COMM_4"), (std::vector<size_t>{0, 2}));
  EXPECT_EQ(ranks_of("MPI_COMM_536870913"), (std::vector<size_t>{1, 3}));
  const trace::Definitions& definitions = trace_->definitions();
  ASSERT_TRUE(definitions.world.valid());
  EXPECT_EQ(definitions.communicators[definitions.world.index()].name, "MPI_COMM_WORLD");
}

TEST_F(EztraceTest, RepairsAreCounted) {
  const std::vector<trace::Region>& regions = trace_->definitions().regions;
  int64_t mpi_regions = 0;
  for (const trace::Region& region : regions) {
    if (!region.name.starts_with("MPI_")) continue;
    ++mpi_regions;
    EXPECT_EQ(region.paradigm, trace::Paradigm::mpi) << region.name;
  }
  EXPECT_GT(mpi_regions, 4 * 8);
  constexpr int64_t kGroupsDefinedTwice = 1;
  EXPECT_EQ(trace_->definitions().anomalies[Anomaly::repaired_definition], mpi_regions + kGroupsDefinedTwice);
}

TEST_F(EztraceTest, EveryReferenceIsDefined) {
  Collect collected;
  for (size_t i = 0; i < 4; ++i) {
    const trace::ReadOutcome outcome = trace_->read(LocationId(i), collected);
    EXPECT_EQ(outcome.problem, "");
    EXPECT_EQ(outcome.anomalies[Anomaly::undefined_reference], 0);
  }
  const auto count = [&](trace::EventKind kind) {
    return std::count_if(collected.events.begin(), collected.events.end(),
                         [&](const trace::Event& event) { return event.kind == kind; });
  };
  EXPECT_EQ(count(trace::EventKind::send), 1);
  EXPECT_EQ(count(trace::EventKind::recv), 1);
  EXPECT_EQ(count(trace::EventKind::isend), 4);
  EXPECT_EQ(count(trace::EventKind::collective_end), 12);
}

TEST_F(MalformedArchiveTest, LaterDefinitionsAreFound) {
  const uint64_t locations[] = {1, 0};
  const uint64_t ranks[] = {0, 1};
  OTF2_GlobalDefWriter_WriteComm(writer_, 0, 5, 3, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  OTF2_GlobalDefWriter_WriteGroup(writer_, 3, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                  OTF2_GROUP_FLAG_NONE, 2, ranks);
  OTF2_GlobalDefWriter_WriteGroup(writer_, 3, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                  OTF2_GROUP_FLAG_NONE, 2, locations);
  write_process(0, 0);
  write_process(1, 0);
  OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, 0, 5, 5, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  OTF2_GlobalDefWriter_WriteString(writer_, 5, "MPI_COMM_WORLD");
  close();
  const std::unique_ptr<trace::Trace> trace = open();
  ASSERT_TRUE(trace);
  const trace::Definitions& definitions = trace->definitions();
  EXPECT_EQ(definitions.anomalies[Anomaly::repaired_definition], 1);
  ASSERT_TRUE(definitions.world.valid());
  // Rank 0 of the world is the archive's location 1, so it comes first.
  EXPECT_EQ(definitions.locations[0].reference, 1u);
  const std::vector<LocationId> members = {LocationId(0), LocationId(1)};
  EXPECT_EQ(definitions.groups[definitions.communicators[0].group.index()].members, members);
}

TEST_F(MalformedArchiveTest, WhatRefersToNothingIsLeftOutAndCounted) {
  const uint64_t ranks[] = {0, 9};
  const uint64_t locations[] = {0};
  constexpr OTF2_SystemTreeNodeRef kUndefinedNode = 77;
  write_process(0, kUndefinedNode);  // repair 1
  write_process(0, kUndefinedNode);  // repairs 2, 3
  OTF2_GlobalDefWriter_WriteGroup(writer_, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                  OTF2_GROUP_FLAG_NONE, 1, locations);
  OTF2_GlobalDefWriter_WriteGroup(writer_, 1, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                  OTF2_GROUP_FLAG_NONE, 2, ranks);                             // repair 4
  OTF2_GlobalDefWriter_WriteComm(writer_, 0, 0, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);  // repair 5
  close();
  const std::unique_ptr<trace::Trace> trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->definitions().anomalies[Anomaly::repaired_definition], 5);
  EXPECT_EQ(trace->definitions().locations.size(), 1u);
  EXPECT_TRUE(trace->definitions().communicators.empty());
  EXPECT_TRUE(trace->definitions().location_groups[0].parent.valid());
}

TEST_F(MalformedArchiveTest, LocationWithoutItsProcessIsRefused) {
  OTF2_GlobalDefWriter_WriteLocation(writer_, 4, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 0, 6);
  close();
  EXPECT_EQ(open_error(),
            file("traces.def") + ": location 4 belongs to location group 6, which is not defined");
}

}  // namespace
}  // namespace latecomer::otf2
