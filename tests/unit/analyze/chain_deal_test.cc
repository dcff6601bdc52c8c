// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/causes/chain_deal.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "trace/memory_trace.h"

namespace latecomer::analyze {
namespace {

using trace::LocationGroupId;
using trace::LocationId;

trace::MemoryTrace processes(size_t count) {
  trace::Definitions definitions;
  for (size_t p = 0; p < count; ++p) {
    definitions.location_groups.push_back({"MPI Rank " + std::to_string(p)});
    definitions.locations.push_back({.name = "Master thread", .group = LocationGroupId(p), .events = 1});
  }
  return {std::move(definitions), std::vector<trace::MemoryTrace::LocationContent>(count)};
}

/// Processes dealt to ranks, each with so many wait states and calls; `check` gets a deal of their chains.
void with_deal(size_t count, int ranks, size_t waits_of_each, size_t enough,
               const std::function<void(const LocalTrace&, const ChainDeal&, Comm&)>& check,
               size_t calls_of_each = 0) {
  const trace::MemoryTrace recorded = processes(count);
  const trace::Definitions& definitions = recorded.definitions();
  run_ranks(ranks, [&](Comm& comm) {
    const Deal deal(definitions, ranks);
    const Range own = deal.locations(comm.rank());
    std::vector<CondensedLocation> locations(own.size());
    for (CondensedLocation& location : locations) {
      for (size_t i = 0; i < calls_of_each; ++i) location.calls.add(Ticks(), Ticks(), CallPathId());
    }
    const LocalTrace trace{recorded, definitions,          deal, deal.processes(comm.rank()),
                           own,      std::move(locations), {},   {}};
    const WaitStates waits(own.size(), std::vector<WaitState>(waits_of_each));
    check(trace, ChainDeal(trace, waits, enough, comm), comm);
  });
}

TEST(ChainDeal, NeighboursLeaveTheirChainsToTheFirstOfThem) {
  with_deal(12, 6, 1, 4, [](const LocalTrace& trace, const ChainDeal& deal, Comm& comm) {
    EXPECT_EQ(deal.wait_states(), 12);
    EXPECT_FALSE(deal.is_by_owner());
    EXPECT_FALSE(deal.is_by_one());
    EXPECT_EQ(deal.own().size(), comm.rank() % 2 == 0 ? 4u : 0u);
    for (size_t l = 0; l < 12; ++l) {
      EXPECT_EQ(deal.rank_of(LocationId(l)), l / 4 * 2);
      EXPECT_EQ(deal.is_own(LocationId(l)), deal.rank_of(LocationId(l)) == static_cast<size_t>(comm.rank()));
    }
    EXPECT_EQ(trace.own_locations.size(), 2u);
  });
}

TEST(ChainDeal, WithEnoughLocationsEveryRankFollowsItsOwn) {
  with_deal(12, 3, 1, 4, [](const LocalTrace& trace, const ChainDeal& deal, Comm&) {
    EXPECT_TRUE(deal.is_by_owner());
    EXPECT_EQ(deal.own().begin, trace.own_locations.begin);
    EXPECT_EQ(deal.own().end, trace.own_locations.end);
  });
}

TEST(ChainDeal, WithFewLocationsOneRankFollowsAll) {
  with_deal(3, 5, 1, 64, [](const LocalTrace&, const ChainDeal& deal, Comm& comm) {
    EXPECT_TRUE(deal.is_by_one());
    EXPECT_EQ(deal.own().size(), comm.rank() == 0 ? 3u : 0u);
  });
}

TEST(ChainDeal, NoRankGetsMoreThanTwoMillionWaitStatesWithOthers) {
  constexpr size_t kMany = 600'000;  // so that three ranks have less than two millions, and four more
  with_deal(8, 8, kMany, 64, [](const LocalTrace&, const ChainDeal& deal, Comm& comm) {
    EXPECT_EQ(deal.own().size(), std::vector<size_t>({3, 0, 0, 3, 0, 0, 2, 0})[comm.rank()]);
  });
}

TEST(ChainDeal, ARankWithManyCallsCanFollowMore) {
  constexpr size_t kWaits = 300'000;  // 2.4 millions, as many as half of the calls of each of two ranks
  constexpr size_t kCalls = 4 * kWaits;
  const auto expect_by_one = [](bool expected) {
    return [expected](const LocalTrace&, const ChainDeal& deal, Comm&) {
      EXPECT_EQ(deal.is_by_one(), expected);
    };
  };
  with_deal(8, 2, kWaits, 64, expect_by_one(true), kCalls);
  with_deal(8, 2, kWaits, 64, expect_by_one(false), kCalls - 1);
}

TEST(ChainDeal, WhatLocationsPackGoesThereAndListsComeBack) {
  for (const int ranks : {1, 2, 3, 7, 12}) {
    with_deal(5, ranks, 1, 2, [](const LocalTrace& trace, const ChainDeal& deal, Comm&) {
      const auto list_of = [](size_t location) { return std::vector<size_t>(location, location); };
      std::vector<std::vector<size_t>> lists;
      std::vector<Bytes> packed;
      for (size_t i = 0; i < trace.own_locations.size(); ++i) {
        lists.push_back(list_of(trace.own_locations.begin + i));
        packed.push_back(to_bytes<size_t>(lists.back()));
      }
      const PackedLocations collected = deal.collect(std::move(packed));
      ASSERT_EQ(collected.size(), deal.own().size());
      std::vector<std::vector<size_t>> of_own;
      for (size_t i = 0; i < collected.size(); ++i) {
        of_own.push_back(from_bytes<size_t>(collected[i]));
        EXPECT_EQ(of_own[i], list_of(deal.own().begin + i));
      }
      EXPECT_EQ(deal.give_back(of_own), lists);
    });
  }
}

}  // namespace
}  // namespace latecomer::analyze
