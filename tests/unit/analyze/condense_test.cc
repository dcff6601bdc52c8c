// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/condense.h"

#include <gtest/gtest.h>

#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

using trace::Anomaly;
using trace::LocationId;

std::unique_ptr<trace::Trace> parse(std::string_view text) {
  Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(text, "test");
  EXPECT_TRUE(trace) << trace.error().message;
  return std::move(trace).value();
}

/// (call path as region names, visits, ticks) of one segment.
using Entries = std::vector<std::tuple<std::string, uint32_t, int64_t>>;

Entries entries_of(const trace::Trace& trace, const CondensedLocation& location, size_t segment) {
  Entries entries;
  for (size_t i = location.segments.first_entry[segment]; i < location.segments.first_entry[segment + 1];
       ++i) {
    const Segments::Entry& entry = location.segments.entries[i];
    const trace::RegionId region = location.call_tree[entry.path].region;
    entries.emplace_back(trace.definitions().regions[region.index()].name, entry.visits, entry.time.count);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
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
  const CondensedLocation location = condense(*trace, LocationId(size_t{0}));
  ASSERT_EQ(location.calls.size(), 1u);
  EXPECT_EQ(location.calls[0].enter, Ticks(4));
  EXPECT_EQ(location.calls[0].leave, Ticks(6));
  EXPECT_EQ(location.segments.boundary, (std::vector<Ticks>{Ticks(0), Ticks(4), Ticks(6), Ticks(10)}));
  EXPECT_EQ(entries_of(*trace, location, 0), (Entries{{"f", 1, 2}, {"main", 0, 2}}));
  EXPECT_EQ(entries_of(*trace, location, 1), (Entries{{"MPI_Send", 1, 2}}));
  EXPECT_EQ(entries_of(*trace, location, 2), (Entries{{"f", 2, 3}, {"main", 1, 1}}));
}

TEST(Condense, ARegionIsNoCallWithoutCommunication) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(rank 0
  0     enter main
  1..2  MPI_Comm_rank
  2..3  MPI_Test request_test request=1
  9     leave main
)");
  EXPECT_TRUE(condense(*trace, LocationId(size_t{0})).calls.empty());
}

TEST(Condense, PersistentRequestsAreOneMessagePerStart) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(rank 0
  0..1  MPI_Start isend to=0 request=1 bytes=4
  1..2  MPI_Wait  isend_complete request=1
  2..3  MPI_Start isend to=0 request=1 bytes=4
  3..4  MPI_Wait  isend_complete request=1
)");
  const CondensedLocation location = condense(*trace, LocationId(size_t{0}));
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
  const CondensedLocation location = condense(*trace, LocationId(size_t{0}));
  EXPECT_FALSE(location.sends[0].comm.valid());
  EXPECT_FALSE(location.receives[0].comm.valid());
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
  const CondensedLocation location = condense(*trace, LocationId(size_t{0}));
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
  const CondensedLocation location = condense(*trace, LocationId(size_t{0}));
  ASSERT_EQ(location.calls.size(), 2u);
  EXPECT_EQ(location.calls[0].leave, Ticks(9));
  EXPECT_EQ(location.calls[1].enter, Ticks(2));
  EXPECT_EQ(location.path_time, (std::vector<Ticks>{Ticks(6), Ticks(3)}));
  Ticks sum;
  for (const Segments::Entry& entry : location.segments.entries) sum += entry.time;
  EXPECT_EQ(sum, Ticks(9));
}

TEST(Condense, AnEmptyLocationIsEmpty) {
  const std::unique_ptr<trace::Trace> trace = parse("rank 0\n");
  const CondensedLocation location = condense(*trace, LocationId(size_t{0}));
  EXPECT_TRUE(location.calls.empty());
  EXPECT_TRUE(location.path_time.empty());
}

}  // namespace
}  // namespace latecomer::analyze
