// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/thread_teams.h"

#include <gtest/gtest.h>

#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

using trace::LocationId;

using Rounds = std::vector<std::vector<LocationId>>;

/// The rounds of four threads in these teams.
Rounds rounds_of(const std::string& teams) {
  const Result<std::unique_ptr<trace::Trace>> trace =
      trace::parse_text_trace(teams + "rank 0\nrank 0 thread 1\nrank 0 thread 2\nrank 0 thread 3\n", "test");
  EXPECT_TRUE(trace) << trace.error().message;
  return ThreadTeams((*trace)->definitions(), {0, 4}).in_rounds();
}

std::vector<LocationId> ids(std::initializer_list<size_t> numbers) {
  std::vector<LocationId> locations;
  for (const size_t number : numbers) locations.emplace_back(number);
  return locations;
}

TEST(ThreadTeams, WithoutTeamsAllComeAtOnce) {
  EXPECT_EQ(rounds_of(""), (Rounds{ids({0, 1, 2, 3})}));
}

TEST(ThreadTeams, WorkersComeAfterTheirLeaders) {
  // 1 works for 0 and leads 2; 3 is in no team.
  EXPECT_EQ(rounds_of("team outer threads 0.0 0.1\nteam inner threads 0.1 0.2\n"),
            (Rounds{ids({0, 3}), ids({1}), ids({2})}));
}

TEST(ThreadTeams, OfThreadsThatLeadEachOtherTheFirstComesFirst) {
  // 1 and 2 lead each other, and 2 leads 3: nobody of them can come before all its leaders, so 1 does
  // without.
  EXPECT_EQ(rounds_of("team a threads 0.1 0.2\nteam b threads 0.2 0.1\nteam c threads 0.2 0.3\n"),
            (Rounds{ids({0}), ids({1}), ids({2}), ids({3})}));
}

TEST(ThreadTeams, OnlyTeamsHaveLeaders) {
  const Result<std::unique_ptr<trace::Trace>> trace =
      trace::parse_text_trace("team t threads 0.1 0.0\nrank 0\nrank 0 thread 1\n", "test");
  ASSERT_TRUE(trace) << trace.error().message;
  const trace::Definitions& definitions = (*trace)->definitions();
  const ThreadTeams teams(definitions, {0, 2});
  EXPECT_FALSE(teams.leader(definitions.world).valid());
  EXPECT_EQ(teams.leader(trace::CommId(definitions.communicators.size() - 1)), LocationId(size_t{1}));
  EXPECT_EQ(teams.leaders_of(LocationId(size_t{0})), ids({1}));
  EXPECT_TRUE(teams.in_team(LocationId(size_t{1})));
}

}  // namespace
}  // namespace latecomer::analyze
