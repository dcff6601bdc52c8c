// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the cases cannot say: given and estimated latencies, modes, and clocks that no time can satisfy.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyze/retimed_trace.h"
#include "comm/comm.h"
#include "support/run_ranks.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

using trace::LocationId;

/// The times of a location's events, in ticks.
std::vector<int64_t> times_of(const trace::Trace& trace, LocationId location) {
  struct Times : trace::EventSink {
    std::vector<int64_t> all;
    void on_event(const trace::Event& event) override { all.push_back(event.time.count); }
  } times;
  trace.read(location, times);
  return times.all;
}

struct Outcome {
  std::vector<std::vector<int64_t>> times;  ///< per location
  report::ClockReport report;
};

Outcome correct_text(const std::string& text, const ClockOptions& options) {
  const Result<std::unique_ptr<trace::Trace>> recorded = trace::parse_text_trace(text, "test");
  EXPECT_TRUE(recorded) << recorded.error().message;
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  const RetimedTrace corrected = correct(**recorded, options, *comm, timings);
  Outcome outcome{{}, corrected.report};
  for (size_t l = 0; l < (*recorded)->definitions().locations.size(); ++l)
    outcome.times.push_back(times_of(*corrected.trace, LocationId(l)));
  return outcome;
}

/// Ticks are milliseconds. Messages both ways between two nodes take 2 each; the clock of b is 1 ahead.
constexpr const char* kBothWays =
    "resolution 1000\n"
    "node a\n"
    "rank 0\n"
    "  0.100..0.100 MPI_Send send to=1\n"
    "  0.101..0.202 MPI_Recv recv from=1\n"  // sent at 0.200 by the true time
    "node b\n"
    "rank 1\n"
    "  0.000..0.103 MPI_Recv recv from=0\n"  // received at 0.102
    "  0.201..0.201 MPI_Send send to=0\n";   // sent at 0.200

TEST(CorrectClocks, AutoLeavesWhatIsPossible) {
  const Outcome outcome = correct_text(kBothWays, {.latency = Latency{.within = 0, .between = 0.002}});
  EXPECT_FALSE(outcome.report.corrected);
  EXPECT_EQ(outcome.times[0], (std::vector<int64_t>{100, 100, 100, 101, 202, 202}));
  EXPECT_EQ(outcome.report.largest_shift, 0);
}

/// One way the message took 3 by the clocks, the other way 1: half of the sum is 2. So what arrived at 202
/// and was sent at 201 is moved to 203.
TEST(CorrectClocks, LogicalKeepsToEstimatedLatency) {
  const Outcome outcome =
      correct_text(kBothWays, {.mode = ClockMode::logical, .control_factor = 1, .latency = std::nullopt});
  EXPECT_TRUE(outcome.report.corrected);
  EXPECT_DOUBLE_EQ(outcome.report.latency_between, 0.002);
  EXPECT_DOUBLE_EQ(outcome.report.latency_within, 0);
  EXPECT_EQ(outcome.report.found(), report::ConditionCounts{});
  EXPECT_EQ(outcome.times[0].back(), 203);
  EXPECT_EQ(outcome.times[1], (std::vector<int64_t>{0, 103, 103, 201, 201, 201}));
}

/// By the clocks a message was received 4 before it was sent. With a latency of 2, the receive ends at 202,
/// and a shift of 6 remains until the end, because γ is 1; before it 1 % of 100 less.
TEST(CorrectClocks, GivenLatencyIsAdded) {
  const Outcome outcome = correct_text(
      "resolution 1000\n"
      "node a\n"
      "rank 0\n"
      "  0.000..0.200 work\n"
      "  0.200..0.200 MPI_Send send to=1\n"
      "node b\n"
      "rank 1\n"
      "  0.096..0.196 MPI_Recv recv from=0\n"
      "  0.196..0.296 work\n",
      {.control_factor = 1, .latency = Latency{.within = 0.001, .between = 0.002}});
  EXPECT_EQ(outcome.times[1], (std::vector<int64_t>{101, 202, 202, 202, 302}));
  ASSERT_EQ(outcome.report.pairs.size(), 1u);
  const report::ClockPair& pair = outcome.report.pairs.front();
  EXPECT_DOUBLE_EQ(pair.largest_error, 0.004);
  EXPECT_DOUBLE_EQ(outcome.report.largest_shift, 0.006);
  EXPECT_DOUBLE_EQ(outcome.report.length_before, 0.296);
  EXPECT_DOUBLE_EQ(outcome.report.length_after, 0.302);
  // Points: first, enter, receive, leave, last. One interval got longer, by 1.
  EXPECT_EQ(pair.events_shifted, 5);
  EXPECT_EQ(pair.intervals_changed, 1);
  EXPECT_DOUBLE_EQ(pair.largest_change, 0.001);
  EXPECT_DOUBLE_EQ(pair.mean_change, 0.001);
}

TEST(CorrectClocks, InterpolateAndOffOnlyCount) {
  for (const ClockMode mode : {ClockMode::interpolate, ClockMode::off}) {
    const Outcome outcome = correct_text(
        "rank 0\n"
        "  2..2 MPI_Send send to=1\n"
        "rank 1\n"
        "  0..1 MPI_Recv recv from=0\n",
        {.mode = mode});
    EXPECT_FALSE(outcome.report.corrected);
    EXPECT_EQ(report::total(outcome.report.found()), 1);
    EXPECT_EQ(outcome.report.left(), outcome.report.found());
    EXPECT_EQ(outcome.times[1], (std::vector<int64_t>{0, 1'000'000, 1'000'000}));
  }
}

/// Each receives what the other sends only afterwards: no clock can be blamed. The correction has to come to
/// an end, with what is left counted, and the same on any number of ranks.
TEST(CorrectClocks, CirclesEnd) {
  const std::string text =
      "rank 0\n"
      "  0..1 MPI_Recv recv from=1\n"
      "  2..2 MPI_Send send to=1\n"
      "rank 1\n"
      "  0..1 MPI_Recv recv from=0\n"
      "  2..2 MPI_Send send to=0\n"
      "rank 2\n"
      "  0..5 work\n"
      "  5..5 MPI_Send send to=3\n"
      "rank 3\n"
      "  0..4 MPI_Recv recv from=2\n";
  const Outcome serial = correct_text(text, {});
  EXPECT_EQ(report::total(serial.report.found()), 3);
  EXPECT_EQ(report::total(serial.report.left()), 1);  // of the circle; the other two hold
  EXPECT_EQ(serial.times[3].back(), 5'000'000);

  const Result<std::unique_ptr<trace::Trace>> recorded = trace::parse_text_trace(text, "test");
  ASSERT_TRUE(recorded) << recorded.error().message;
  run_ranks(4, [&](Comm& comm) {
    Timings timings;
    const RetimedTrace corrected = correct(**recorded, {}, comm, timings);
    const size_t own = static_cast<size_t>(comm.rank());
    EXPECT_EQ(times_of(*corrected.trace, LocationId(own)), serial.times[own]);
    EXPECT_EQ(report::print_clocks(corrected.report), report::print_clocks(serial.report));
  });
}

}  // namespace
}  // namespace latecomer::analyze
