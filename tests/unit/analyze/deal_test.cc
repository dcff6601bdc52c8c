// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/deal.h"

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
  const Deal deal(definitions, ranks);
  size_t next = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    EXPECT_EQ(deal.locations(rank).begin, next) << "rank " << rank << " of " << ranks;
    next = deal.locations(rank).end;
    for (size_t p = deal.processes(rank).begin; p < deal.processes(rank).end; ++p) {
      EXPECT_EQ(deal.owner(LocationGroupId(p)), rank);
    }
  }
  EXPECT_EQ(next, definitions.locations.size());
}

TEST(Deal, EveryLocationIsOnOneRank) {
  for (int ranks = 1; ranks <= 12; ++ranks) {
    expect_everything_dealt_once(processes({100, 100, 100, 100}), ranks);
    expect_everything_dealt_once(processes({1000, 0, 0, 1, 1, 1, 500}), ranks);
    expect_everything_dealt_once(processes({}), ranks);
  }
}

TEST(Deal, RanksGetAboutTheSameNumberOfEvents) {
  const Deal deal(processes({300, 100, 100, 100}), 2);
  EXPECT_EQ(deal.locations(0).size(), 1u);
  EXPECT_EQ(deal.locations(1).size(), 3u);
}

TEST(Deal, ThreadsStayWithTheirProcess) {
  trace::Definitions definitions = processes({100, 100});
  definitions.locations.insert(definitions.locations.begin() + 1,
                               {.name = "Thread 1", .group = LocationGroupId(size_t{0}), .events = 10000});
  const Deal deal(definitions, 2);
  EXPECT_EQ(deal.locations_of(LocationGroupId(size_t{0})).size(), 2u);
  expect_everything_dealt_once(definitions, 2);
}

}  // namespace
}  // namespace latecomer::analyze
