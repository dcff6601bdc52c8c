// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/advice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "query/space.h"
#include "support/run_ranks.h"

namespace latecomer::query {
namespace {

using namespace report;

constexpr MetricId kFirst(0);
constexpr MetricId kSecond(1);

/// A chain of call paths, or a root with leaves.
Report report_of(size_t call_paths, size_t locations, bool is_chain = true) {
  Report report;
  report.metrics.resize(2);
  for (Metric& metric : report.metrics) metric.data_type = "DOUBLE";
  report.metrics[0].id = "first";
  report.regions.resize(1);
  for (size_t i = 0; i < call_paths; ++i)
    report.call_paths.push_back({i == 0 ? CallPathId() : CallPathId(is_chain ? i - 1 : 0), RegionId(0)});
  report.location_groups.resize(1);
  report.locations.resize(locations, {"", "", 0, LocationGroupId(0)});
  return report;
}

/// Rows of one metric at all call paths that nobody may read.
class RowsToCount : public ReportStorage {
 public:
  RowsToCount(const Report& report, bool is_compressed)
      : call_paths_(report.call_paths.size()),
        bytes_(report.locations.size()),
        is_compressed_(is_compressed) {}

  Row row(RowKey /*key*/, LocationRange /*where*/) const override {
    ADD_FAILURE() << "a row is read";
    return nullptr;
  }
  StoredSize stored_size(RowKey /*key*/) const override { return {bytes_, is_compressed_}; }
  std::vector<RowKey> rows() const override {
    std::vector<RowKey> keys;
    for (size_t i = 0; i < call_paths_; ++i) keys.emplace_back(kFirst, CallPathId(i));
    return keys;
  }

 private:
  size_t call_paths_;
  uint64_t bytes_;  ///< a byte for each location
  bool is_compressed_;
};

Report stored_report(size_t call_paths, size_t locations, bool is_compressed) {
  Report report = report_of(call_paths, locations, false);
  report.read_from(std::make_shared<RowsToCount>(report, is_compressed));
  return report;
}

Balance of(const std::vector<Balance>& balances, Distribution distribution) {
  return *std::ranges::find(balances, distribution, &Balance::distribution);
}

// Four call paths in a chain and three locations: a row has 24 bytes. The first metric has all four rows, the
// second those of 0 and 2.
TEST(Advice, KnowsHowEvenDistributionsAre) {
  Report report = report_of(4, 3);
  for (size_t i = 0; i < 4; ++i) report.set_row(kFirst, CallPathId(i), {1, 1, 1});
  for (size_t i : {0, 2}) report.set_row(kSecond, CallPathId(i), {1, 1, 1});
  const std::vector<Balance> two = balances(report, 2);

  const Balance by_turns = of(two, Distribution::round_robin);
  EXPECT_EQ(by_turns.busiest, 96) << "2 rows and 2 rows";
  EXPECT_DOUBLE_EQ(by_turns.rows, 4 / 3.0) << "4 of 6, 3 on average";
  EXPECT_DOUBLE_EQ(by_turns.values, 96 / 72.0);
  EXPECT_EQ(by_turns.remote_children, 3);

  const Balance plain = of(two, Distribution::plain);
  EXPECT_EQ(plain.busiest, 72) << "2 rows and 1 row";
  EXPECT_DOUBLE_EQ(plain.rows, 1);
  EXPECT_EQ(plain.remote_children, 1);

  const Balance system = of(two, Distribution::system);
  EXPECT_EQ(system.busiest, 96) << "2 locations of 6 rows";
  EXPECT_EQ(system.remote_children, 0);
}

TEST(Advice, ChoosesTheFirstThatIsNearlyTheBest) {
  const auto chosen = [](const std::vector<uint64_t>& busiest) {
    std::vector<Balance> balances(busiest.size());
    for (size_t i = 0; i < busiest.size(); ++i) {
      balances[i].distribution = kDistributions[i];
      balances[i].busiest = busiest[i];
    }
    return choose(balances);
  };
  EXPECT_EQ(chosen({100, 100, 100, 100, 100}), Distribution::round_robin);
  EXPECT_EQ(chosen({105, 100, 100, 100, 100}), Distribution::round_robin);
  EXPECT_EQ(chosen({106, 100, 100, 100, 100}), Distribution::random);
  EXPECT_EQ(chosen({106, 107, 101, 100, 106}), Distribution::plain);
  EXPECT_EQ(chosen({300, 300, 300, 300, 100}), Distribution::system);
  EXPECT_EQ(chosen({0, 0, 0, 0, 0}), Distribution::round_robin);
}

// Seven rows on three ranks: one of them has three, where 7/3 would be even.
TEST(Advice, DividesLocationsWhereRowsAreFew) {
  EXPECT_EQ(advise(stored_report(7, 3000, false), 3).distribution, Distribution::system);
  EXPECT_EQ(advise(stored_report(7, 3000, true), 3).distribution, Distribution::round_robin)
      << "every rank would inflate all rows";
  EXPECT_EQ(advise(stored_report(90, 3000, false), 3).distribution, Distribution::round_robin);
  const Balance inflated = of(advise(stored_report(7, 3000, true), 3).balances, Distribution::system);
  EXPECT_EQ(inflated.busiest, 7 * 3000 * 8);
  EXPECT_DOUBLE_EQ(inflated.values, 3);
}

TEST(Advice, TellsWhatTheReportConsistsOf) {
  const Advice advice = advise(stored_report(1000, 20'000, true));
  EXPECT_EQ(advice.call_paths, 1000);
  EXPECT_EQ(advice.depth, 2);
  EXPECT_EQ(advice.most_children, 999);
  EXPECT_DOUBLE_EQ(advice.mean_children, 999) << "of the only one with children";
  EXPECT_EQ(advice.locations, 20'000);
  ASSERT_EQ(advice.metrics.size(), 1);
  EXPECT_EQ(advice.metrics[0].rows, 1000);
  EXPECT_EQ(advice.metrics[0].stored, 20'000'000) << "a byte a value";
  EXPECT_EQ(advice.metrics[0].values, 160'000'000);
  EXPECT_EQ(advice.metrics[0].compressed, 160'000'000);
  EXPECT_EQ(advice.ranks, 3) << "160 MB / 67.1 MB = 2.4";
  EXPECT_EQ(advice.row_bytes, 20'000 + 2 * 160'000) << "as stored, inflated, as values";
  EXPECT_EQ(advice.result_bytes, 21'000 * 8);
  EXPECT_EQ(advice.reasons.size(), 2);
  EXPECT_EQ(advise(stored_report(1000, 20'000, true), 8).ranks, 8);
}

TEST(Advice, SendsNobodyToWorkForNothing) {
  EXPECT_EQ(advise(stored_report(1000, 10, true)).ranks, 1) << "80 kB";
  EXPECT_EQ(advise(stored_report(1000, 20'000, false)).ranks, 1) << "160 MB / 537 MB";
  EXPECT_EQ(advise(stored_report(5000, 20'000, false)).ranks, 2) << "800 MB / 537 MB = 1.5";
  EXPECT_EQ(advise(stored_report(2, 100'000, true)).ranks, 1) << "1.6 MB";
  EXPECT_EQ(advise(stored_report(1000, 50'000, true)).ranks, 6) << "400 MB / 67.1 MB";
  EXPECT_EQ(advise(report_of(10, 10)).ranks, 1) << "no values";
  EXPECT_EQ(advise(Report()).ranks, 1);
}

/// What all ranks together got from others.
Traffic counted(const Report& report, Distribution distribution, int ranks, bool of_call_paths) {
  std::vector<CommStats> stats(static_cast<size_t>(ranks));
  run_ranks(ranks, [&](Comm& comm) {
    const Space space(report, comm, owners(distribution, report.call_paths, ranks));
    if (of_call_paths)
      space.by_call_path(kFirst, Below::included);
    else
      space.by_location(kFirst);
    stats[static_cast<size_t>(comm.rank())] = comm.stats();
  });
  Traffic all;
  for (const CommStats& each : stats) {
    all.messages += static_cast<uint64_t>(each.messages);
    all.bytes += static_cast<uint64_t>(each.bytes);
  }
  return all;
}

TEST(Advice, KnowsWhatIsSent) {
  Report report = report_of(9, 7);
  for (size_t i = 0; i < 9; ++i) report.set_row(kFirst, CallPathId(i), {1, 2, 3, 4, 5, 6, 7});
  for (const int ranks : {1, 2, 3, 5}) {
    for (const Balance& each : balances(report, ranks)) {
      SCOPED_TRACE(std::string(name_of(each.distribution)));
      const Traffic call_paths = counted(report, each.distribution, ranks, true);
      EXPECT_EQ(call_paths.messages, each.call_paths.messages);
      EXPECT_EQ(call_paths.bytes, each.call_paths.bytes);
      const Traffic locations = counted(report, each.distribution, ranks, false);
      EXPECT_EQ(locations.messages, each.locations.messages);
      EXPECT_EQ(locations.bytes, each.locations.bytes);
    }
  }
}

}  // namespace
}  // namespace latecomer::query
