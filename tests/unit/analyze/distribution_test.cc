// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/distribution.h"

#include <gtest/gtest.h>

namespace latecomer::analyze {
namespace {

using trace::LocationGroupId;

/// Processes with one location of so many events each.
trace::Definitions processes(const std::vector<uint64_t>& events) {
  trace::Definitions definitions;
  for (size_t p = 0; p < events.size(); ++p) {
    definitions.location_groups.push_back({"MPI Rank " + std::to_string(p)});
    definitions.locations.push_back(
        {.name = "Master thread", .group = LocationGroupId(p), .events = events[p]});
  }
  return definitions;
}

void expect_everything_dealt_once(const trace::Definitions& definitions, int ranks) {
  const Distribution distribution(definitions, ranks);
  size_t next = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    EXPECT_EQ(distribution.locations(rank).begin, next) << "rank " << rank << " of " << ranks;
    next = distribution.locations(rank).end;
    for (size_t p = distribution.processes(rank).begin; p < distribution.processes(rank).end; ++p) {
      EXPECT_EQ(distribution.owner(LocationGroupId(p)), rank);
    }
  }
  EXPECT_EQ(next, definitions.locations.size());
}

TEST(Distribution, EveryLocationIsOnOneRank) {
  for (int ranks = 1; ranks <= 12; ++ranks) {
    expect_everything_dealt_once(processes({100, 100, 100, 100}), ranks);
    expect_everything_dealt_once(processes({1000, 0, 0, 1, 1, 1, 500}), ranks);
    expect_everything_dealt_once(processes({}), ranks);
  }
}

TEST(Distribution, RanksGetAboutTheSameNumberOfEvents) {
  const Distribution distribution(processes({300, 100, 100, 100}), 2);
  EXPECT_EQ(distribution.locations(0).size(), 1u);
  EXPECT_EQ(distribution.locations(1).size(), 3u);
}

TEST(Distribution, ThreadsStayWithTheirProcess) {
  trace::Definitions definitions = processes({100, 100});
  definitions.locations.insert(definitions.locations.begin() + 1,
                               {.name = "Thread 1", .group = LocationGroupId(size_t{0}), .events = 10000});
  const Distribution distribution(definitions, 2);
  EXPECT_EQ(distribution.locations_of(LocationGroupId(size_t{0})).size(), 2u);
  expect_everything_dealt_once(definitions, 2);
}

}  // namespace
}  // namespace latecomer::analyze
