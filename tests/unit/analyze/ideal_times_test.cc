// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How long parts of a run take on an instant network.

#include "analyze/replay/ideal_times.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "report/path_names.h"
#include "support/run_ranks.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

/// Twice a barrier that takes 0.2 s when both are there: in the first step rank 0 works for 3 s and rank 1
/// for 1 s, in the second one they do it the other way round.
constexpr const char* kSteps = R"(resolution 1000
rank 0
  0        enter main
  0        enter step1
  0..3     f
  3..3.2   MPI_Barrier barrier
  3.2      leave step1
  3.2      enter step2
  3.2..4.2 f
  4.2..6.4 MPI_Barrier barrier
  6.4      leave step2
  6.4      leave main
rank 1
  0        enter main
  0        enter step1
  0..1     f
  1..3.2   MPI_Barrier barrier
  3.2      leave step1
  3.2      enter step2
  3.2..6.2 f
  6.2..6.4 MPI_Barrier barrier
  6.4      leave step2
  6.4      leave main
)";

/// The ideal times of what is below step1, below step2, and in MPI_Barrier, and of two windows.
IdealTimes ideal_times_of(const std::string& text, Comm& comm) {
  const Result<std::unique_ptr<trace::Trace>> recorded = trace::parse_text_trace(text, "test");
  EXPECT_TRUE(recorded) << recorded.error().message;
  Timings timings;
  const PredictingAnalysis analysis =
      analyze_to_predict(**recorded, comm, timings, {.mode = ClockMode::off}, kPollingGap, {});
  const report::Report& report = analysis.share.report;
  const std::vector<std::string> names = {"step1", "step2", "MPI_Barrier"};
  PartsOfRun parts{.count = names.size(), .windows = 2};
  for (const report::CallPath& path : report.call_paths) {
    std::vector<uint32_t> of_path =
        path.parent.valid() ? parts.of_path[path.parent.index()] : std::vector<uint32_t>();
    for (uint32_t i = 0; i < names.size(); ++i)
      if (report.regions[path.region.index()].name == names[i]) of_path.push_back(i);
    parts.of_path.push_back(std::move(of_path));
  }
  return analysis.predictions->ideal_times(parts, comm);
}

/// Rank 0 and rank 1 have 3 s each where they have most to do, and 4 s in all. In MPI_Barrier each waits 2 s.
void expect_steps(const IdealTimes& ideal) {
  EXPECT_EQ(ideal.parts, (std::vector{Ticks(3000), Ticks(3000), Ticks(2000)}));
  for (const IdealTimes::Window& window : ideal.windows) {
    EXPECT_EQ(window.ideal, Ticks(3000));
    EXPECT_EQ(window.computation, Ticks(4000));
    EXPECT_EQ(window.largest_computation, Ticks(3000));
  }
}

TEST(IdealTimes, OfAPartIsThatOfTheThreadThatGetsOnMost) {
  expect_steps(ideal_times_of(kSteps, *serial_comm()));
}

TEST(IdealTimes, AreTheSameOnTwoRanks) {
  run_ranks(2, [](Comm& comm) { expect_steps(ideal_times_of(kSteps, comm)); });
}

TEST(IdealTimes, AWaitThatIsLeftIsSpreadOverTheRecordedOne) {
  // Rank 1 waits from 1 to 5 for a message that is sent at 4 and takes 1 s; on an instant network until 4. Of
  // the 3 s that it waits then, three quarters are in the first half: rank 0 works for 4 s there, which is
  // all. In the second half rank 1 works for 3 s after what is left of its wait, which is a quarter.
  const IdealTimes ideal = ideal_times_of(R"(resolution 1000
rank 0
  0    enter main
  0..4 f
  4..4 MPI_Send send to=1 bytes=8
  4    leave main
rank 1
  0    enter main
  0..1 g
  1..5 MPI_Recv recv from=0 bytes=8
  5..8 h
  8    leave main
)",
                                          *serial_comm());
  EXPECT_EQ(ideal.windows[0].ideal, Ticks(4000));
  EXPECT_EQ(ideal.windows[0].computation, Ticks(5000));
  EXPECT_EQ(ideal.windows[1].ideal, Ticks(3750));
  EXPECT_EQ(ideal.windows[1].largest_computation, Ticks(3000));
}

}  // namespace
}  // namespace latecomer::analyze
