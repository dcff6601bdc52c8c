// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/condense.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "trace/text_trace.h"
#include "trace/trace_builder.h"

namespace latecomer::analyze {
namespace {

using trace::Anomaly;
using trace::LocationId;

std::unique_ptr<trace::Trace> parse(std::string_view text) {
  Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(text, "test");
  EXPECT_TRUE(trace) << trace.error().message;
  return std::move(trace).value();
}

Progress& silent() {
  static Progress progress("", 0, false);
  return progress;
}

CondensingLocation condense_first(const trace::Trace& trace) {
  CondensingBuffers buffers;
  return condense(trace, LocationId(size_t{0}), {}, buffers, silent());
}

/// Of one segment: region of the call path, ticks.
using Times = std::vector<std::pair<std::string, int64_t>>;

Times times_of(const trace::Trace& trace, const CondensingLocation& location, size_t segment) {
  Times times;
  location.segments.for_each(segment, [&](CallPathId path, Ticks time) {
    const trace::RegionId region = location.call_tree[path].region;
    times.emplace_back(trace.definitions().regions[region.index()].name, time.count);
  });
  std::sort(times.begin(), times.end());
  return times;
}

TEST(Condense, SegmentsHoldTheTimeBetweenCalls) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(resolution 1
rank 0
  0      enter main
  1..3   f
  4..6   MPI_Send send to=0
  6..7   f
  7..9   f
  10     leave main
)");
  const CondensingLocation location = condense_first(*trace);
  ASSERT_EQ(location.calls.size(), 1u);
  EXPECT_EQ(location.call(0).enter, Ticks(4));
  EXPECT_EQ(location.call(0).leave, Ticks(6));
  EXPECT_EQ(location.segments.boundaries().all(),
            (std::vector<Ticks>{Ticks(0), Ticks(4), Ticks(6), Ticks(10)}));
  EXPECT_EQ(times_of(*trace, location, 0), (Times{{"f", 2}, {"main", 2}}));
  EXPECT_EQ(times_of(*trace, location, 1), (Times{{"MPI_Send", 2}}));
  EXPECT_EQ(times_of(*trace, location, 2), (Times{{"f", 3}, {"main", 1}}));
  EXPECT_EQ(location.path_visits, (std::vector<uint64_t>{1, 3, 1}));
}

TEST(Condense, ARegionIsNoCallWithoutCommunication) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(rank 0
  0     enter main
  1..2  MPI_Comm_rank
  2..3  MPI_Test request_test request=1
  9     leave main
)");
  EXPECT_TRUE(condense_first(*trace).calls.empty());
}

TEST(Condense, PersistentRequestsAreOneMessagePerStart) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(rank 0
  0..1  MPI_Start isend to=0 request=1 bytes=4
  1..2  MPI_Wait  isend_complete request=1
  2..3  MPI_Start isend to=0 request=1 bytes=4
  3..4  MPI_Wait  isend_complete request=1
)");
  const CondensingLocation location = condense_first(*trace);
  ASSERT_EQ(location.sends.size(), 2u);
  EXPECT_EQ(location.sends[0].completion, 1u);
  EXPECT_EQ(location.sends[1].start, 2u);
  EXPECT_EQ(location.sends[1].completion, 3u);
}

TEST(Condense, CancelledOperationsLeaveNoMessage) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(rank 0
  0..1  MPI_Isend  isend to=0 request=1
  1..2  MPI_Irecv  irecv_request request=2
  2..3  MPI_Wait   request_cancelled request=1
  3..4  MPI_Wait   request_cancelled request=2
)");
  const CondensingLocation location = condense_first(*trace);
  EXPECT_EQ(location.sends[0].envelope, kNoEnvelope);
  EXPECT_EQ(location.receives[0].envelope, kNoEnvelope);
  EXPECT_EQ(location.anomalies[Anomaly::incomplete_request], 0);
}

TEST(Condense, TimeThatRunsBackwardsIsCountedAndStandsStill) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(resolution 1
rank 0
  unsorted
  0  enter main
  5  enter f
  3  leave f
  9  leave main
)");
  const CondensingLocation location = condense_first(*trace);
  EXPECT_EQ(location.anomalies[Anomaly::time_reversal], 1);
  EXPECT_EQ(location.path_time, (std::vector<Ticks>{Ticks(9), Ticks(0)}));
}

TEST(Condense, CallsWithinCallsKeepTheirTimesApart) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(resolution 1
rank 0
  0      enter MPI_Barrier
  0      collective_begin
  2..5   MPI_Send send to=0
  8      collective_end op=barrier
  9      leave MPI_Barrier
)");
  const CondensingLocation location = condense_first(*trace);
  ASSERT_EQ(location.calls.size(), 2u);
  EXPECT_EQ(location.call(0).leave, Ticks(9));
  EXPECT_EQ(location.call(1).enter, Ticks(2));
  EXPECT_EQ(location.path_time, (std::vector<Ticks>{Ticks(6), Ticks(3)}));
  Ticks sum;
  for (size_t i = 0; i < location.segments.size(); ++i)
    location.segments.for_each(i, [&](CallPathId, Ticks time) { sum += time; });
  EXPECT_EQ(sum, Ticks(9));
}

TEST(Condense, APollingRunIsOneCall) {
  std::string text = "rank 0\n0 enter main\n1..1 MPI_Irecv irecv_request request=1\n";
  for (int i = 2; i < 1000; ++i) text += fmt::format("{}t..{}t MPI_Test request_test request=1\n", i, i + 1);
  const std::unique_ptr<trace::Trace> trace =
      parse("resolution 1\n" + text + "1000..1001 MPI_Test irecv from=0 request=1\n1002 leave main\n");
  const CondensingLocation location = condense_first(*trace);
  ASSERT_EQ(location.calls.size(), 2u);
  EXPECT_EQ(location.polling_runs, std::vector<CallIndex>{1});
  EXPECT_EQ(location.call(1).enter, Ticks(2));
  EXPECT_EQ(location.call(1).leave, Ticks(1001));
  EXPECT_TRUE(location.calls.follow_each_other());
  EXPECT_EQ(location.segments.size(), 5u);
  EXPECT_EQ(location.path_visits[location.call(1).path.index()], 999u);
}

TEST(Condense, AnEmptyLocationIsEmpty) {
  const std::unique_ptr<trace::Trace> trace = parse("rank 0\n");
  const CondensingLocation location = condense_first(*trace);
  EXPECT_TRUE(location.calls.empty());
  EXPECT_TRUE(location.path_time.empty());
}

TEST(Condense, OneLocationAfterAnotherInTheSameRoom) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(resolution 1
rank 0
  0      enter main
  1..3   MPI_Send send to=1
  4..6   MPI_Send send to=1
  10     leave main
rank 1
  0      enter main
  2..3   MPI_Recv recv from=0
  10     leave main
)");
  CondensingBuffers buffers;
  const CondensingLocation first = condense(*trace, LocationId(size_t{0}), {}, buffers, silent());
  const CondensingLocation second = condense(*trace, LocationId(size_t{1}), {}, buffers, silent());
  ASSERT_EQ(first.calls.size(), 2u);
  EXPECT_EQ(first.call(1).enter, Ticks(4));
  EXPECT_EQ(first.sends.size(), 2u);
  EXPECT_EQ(first.segments.size(), 5u);
  ASSERT_EQ(second.calls.size(), 1u);
  EXPECT_EQ(second.call(0).enter, Ticks(2));
  EXPECT_EQ(second.sends.size(), 0u);
  EXPECT_EQ(second.receives.size(), 1u);
  EXPECT_EQ(second.segments.size(), 3u);
  EXPECT_EQ(second.receives.capacity(), 1u);
}

TEST(Condense, LongLocationsKeepLittleMoreThanTheyNeed) {
  const auto sends = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += fmt::format("{}..{} MPI_Send send to=3\n", 3 * i, 3 * i + 1);
    return text;
  };
  const auto calls = [](int begin, int end) {
    std::string text;
    for (int i = begin; i < end; ++i) text += fmt::format("{}..{} work\n", 3 * i, 3 * i + 1);
    return text;
  };
  // The first two do the same, the last one as much with a tenth of the messages.
  const std::unique_ptr<trace::Trace> trace =
      parse("resolution 1\nrank 0\n" + sends(25000) + "rank 1\n" + sends(25000) + "rank 2\n" + sends(2500) +
            calls(2500, 35000) + "rank 3\n0 enter main\n1 leave main\n");
  CondensingBuffers buffers;
  for (size_t l = 0; l < 3; ++l) {
    ASSERT_GE(trace->definitions().locations[l].events, 65536u) << "not a long one";
    const CondensingLocation location = condense(*trace, LocationId(l), {}, buffers, silent());
    const size_t count = l < 2 ? 25000 : 2500;
    EXPECT_EQ(location.sends.size(), count);
    EXPECT_EQ(location.calls.size(), count);
    EXPECT_EQ(location.calls.at(1, location.segments).enter, Ticks(3));
    EXPECT_LE(location.sends.capacity(), count + count / 8);
  }
  const CondensingLocation short_one = condense(*trace, LocationId(size_t{3}), {}, buffers, silent());
  EXPECT_EQ(short_one.sends.size(), 0u);
  EXPECT_EQ(short_one.segments.size(), 1u);
}

// The last time that 64 bits can hold is 9,223,372,036,854,775,807. The clock is held at the event before it,
// so that f takes no time.
TEST(Condense, TimesWhoseSumsWouldNotFitAreNotBelieved) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(resolution 1
rank 0
unsorted
  0t                    enter main
  1t                    enter f
  9223372036854775807t  leave f
  5t                    leave main
)");
  const CondensingLocation location = condense_first(*trace);
  EXPECT_EQ(location.anomalies[Anomaly::impossible_time], 1);
  EXPECT_EQ(location.anomalies[Anomaly::time_reversal], 0);
  EXPECT_EQ(location.last_time, Ticks(5));
  EXPECT_EQ(times_of(*trace, location, 0), (Times{{"main", 5}}));
}

// A collective operation is the first that was recorded, at the earliest time that 64 bits can hold.
TEST(Condense, TheEarliestOfAllTimesIsOne) {
  trace::TraceBuilder builder;
  const trace::TraceBuilder::Thread thread = builder.thread(0);
  trace::Event begin;
  begin.kind = trace::EventKind::collective_begin;
  begin.time = Ticks::min();
  builder.events(thread).push_back(begin);
  const auto trace = std::move(builder).build();
  ASSERT_TRUE(trace) << trace.error().message;
  const CondensingLocation location = condense_first(*trace.value());
  EXPECT_EQ(location.anomalies[Anomaly::impossible_time], 1);
  EXPECT_EQ(location.segments.boundaries().front(), location.first_time);
}

}  // namespace
}  // namespace latecomer::analyze
