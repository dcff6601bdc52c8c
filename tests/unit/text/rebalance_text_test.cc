// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/rebalance_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/text.h"

namespace latecomer::text {
namespace {

using namespace findings;

/// Returns what moving the work of these loads would gain, with run lengths that are only for show.
Rebalancing rebalancing_of(const Loads& loads, const MovingCosts& costs = {}) {
  Rebalancing all{.path = "f",
                  .ranks = {},
                  .phases = {},
                  .neighbours = std::nullopt,
                  .costs = costs,
                  .recorded = loads,
                  .run_seconds = 6.4,
                  .tried = {}};
  for (size_t p = 0; p < loads.size(); ++p) all.ranks.push_back(static_cast<int64_t>(p));
  double seconds = 6.7;
  for (const Strategy& each : strategies_for(loads.front().size(), std::nullopt))
    all.tried.push_back({each, rebalance(loads, each, costs, std::nullopt), seconds -= 0.2});
  return all;
}

bool says(const std::string& text, const char* what) {
  return text.find(what) != std::string::npos;
}

TEST(RebalanceText, HasALineForEachStrategy) {
  const std::string text = rebalance_text(rebalancing_of({{3, 1}, {1, 3}}));
  EXPECT_TRUE(
      text.starts_with("Work        f: 8.00 s in all, on 2 ranks\n"
                       "Iterations  2 iterations, the n-th visits of each thread\n"
                       "Work moves  between any ranks\n"
                       "\n"
                       "Work moves          Length    Gain  Balance   Moved  of all  Times  Pays\n"
                       "as recorded         6.40 s           66.7 %\n"
                       "once, foreseen      6.50 s  -1.6 %   66.7 %     0 s   0.0 %      0  no\n"
                       "every iteration     6.30 s   1.6 %   63.2 %  333 ms   4.2 %      2  yes\n"
                       "each one, foreseen  6.10 s   4.7 %  100.0 %  2.00 s  25.0 %      4  yes\n"
                       "\n"))
      << text;
}

TEST(RebalanceText, ShowsLoadsBeforeAndAfter) {
  // Loads from 2/3 to 10/3 s: a ninth of that is 0.296 s.
  const std::string text = rebalance_text(rebalancing_of({{3, 1}, {1, 3}}));
  EXPECT_TRUE(
      says(text,
           "Largest moves, every iteration\n"
           "     333 ms  from rank 0 to 1\n"
           "\n"
           "Load of each rank in each iteration, from 667 ms \".:-=+*#%@\" to 3.33 s; blank is nothing\n"
           "as recorded\n"
           "rank 0 |%:|\n"
           "rank 1 |:%|\n"
           "every iteration\n"
           "rank 0 |%.|\n"
           "rank 1 |:@|\n"))
      << text;
}

TEST(RebalanceText, NamesPhasesNeighboursAndCosts) {
  Rebalancing some = rebalancing_of({{3, 1}, {1, 3}}, {.grain = 0.001, .migration = 0.25});
  some.phases = {"iteration 0", "iteration 1"};
  some.neighbours = Neighbours{"grid", {{0, 1}}};
  const std::string text = rebalance_text(some);
  EXPECT_TRUE(
      says(text,
           "Iterations  2 iterations, iteration 0 to iteration 1\n"
           "Work moves  between neighbours in grid, in pieces of 1.00 ms an iteration, which cost each that\n"
           "            gives or takes any 250 ms\n"))
      << text;
  EXPECT_TRUE(says(text, "of all  Times    Cost  Pays\n")) << text;
  EXPECT_TRUE(says(text, "4.2 %      2  500 ms  yes\n")) << text;
}

TEST(RebalanceText, PutsRanksAndIterationsTogether) {
  const size_t before = columns();
  set_columns(80);
  Loads loads(40, std::vector<double>(1000, 1.0));
  loads[7].assign(1000, 40.0);
  loads[9].assign(1000, 0.0);
  const std::string text = rebalance_text(rebalancing_of(loads));
  set_columns(before);
  EXPECT_TRUE(says(text, "  rank 6-8 |@@@@@@")) << text;
  EXPECT_TRUE(says(text, "   rank 39 |......")) << text;
  for (size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    EXPECT_LE(end - begin, 80U) << text.substr(begin, end - begin);
}

}  // namespace
}  // namespace latecomer::text
