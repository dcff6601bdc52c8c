// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/text_trace.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "trace/print_trace.h"

namespace latecomer::trace {
namespace {

std::unique_ptr<Trace> parse(std::string_view text) {
  Result<std::unique_ptr<Trace>> trace = parse_text_trace(text, "test");
  EXPECT_TRUE(trace) << trace.error().message;
  return trace ? std::move(trace).value() : nullptr;
}

std::string error_of(std::string_view text) {
  const Result<std::unique_ptr<Trace>> trace = parse_text_trace(text, "test");
  EXPECT_FALSE(trace);
  return trace ? "" : trace.error().message;
}

const std::vector<Event>& events(const Trace& trace, size_t location) {
  return dynamic_cast<const MemoryTrace&>(trace).events(LocationId(location));
}

constexpr std::string_view kEverything = R"text(
# every kind of line
resolution 1000
comm half ranks 0 2
intercomm ic ranks 0 1 remote 2 3
group near ranks 1 3
stack outer main wave.c:88
stack inner in outer step wave.c:31 "k = 3" "my wave+0x11"
rank 0
  0      enter main
  2..5   MPI_Send     stack=outer send to=1 tag=3 bytes=8 comm=world
  5..7   MPI_Isend    isend to=1 tag=3 bytes=8 request=1
  7..9   MPI_Irecv    irecv_request request=2
  9..12  MPI_Waitall  isend_complete request=1 @10.5; irecv from=1 tag=3 bytes=8 request=2
  12..13 MPI_Barrier  barrier
  13..14 MPI_Bcast    bcast sent=8 received=9 comm=ic root=this_group
  14..15 MPI_Ibarrier icollective_request request=3
  15..16 MPI_Wait     icollective_complete request=3 op=barrier
  16..17 "solve(double, int)"   # not a comment's "end"
  17..18 MPI_Neighbor_alltoall alltoall sources=near comm=half
  18     sample stack=inner
  20     leave
rank 0 thread 1
  1t..20 worker
  truncated
node second
rank 1
  missing
rank 2
  0..1 main
rank 3
---
this is not read
)text";

TEST(TextTrace, IntervalsBecomeEventsInOrder) {
  const std::unique_ptr<Trace> trace = parse(kEverything);
  ASSERT_TRUE(trace);
  const std::vector<Event>& rank0 = events(*trace, 0);
  ASSERT_EQ(rank0.size(), 2u + 10 * 2 + 14);
  EXPECT_EQ(rank0[0].kind, EventKind::enter);
  EXPECT_EQ(rank0[2].kind, EventKind::send);
  EXPECT_EQ(rank0[2].time, Ticks(2000));
  EXPECT_EQ(rank0[2].peer, 1u);
  EXPECT_EQ(rank0[2].tag, 3u);
  EXPECT_EQ(rank0[2].bytes_sent, 8u);
  EXPECT_EQ(rank0[3].kind, EventKind::leave);
  EXPECT_EQ(rank0[3].time, Ticks(5000));
  EXPECT_EQ(rank0[11].kind, EventKind::isend_complete);
  EXPECT_EQ(rank0[11].time, Ticks(10500));
  EXPECT_EQ(rank0[12].kind, EventKind::irecv);
  EXPECT_EQ(rank0[12].time, Ticks(12000));
  EXPECT_EQ(rank0[12].bytes_received, 8u);
  EXPECT_EQ(rank0[15].kind, EventKind::collective_begin);
  EXPECT_EQ(rank0[16].kind, EventKind::collective_end);
  EXPECT_EQ(rank0[16].collective, CollectiveOp::barrier);
  EXPECT_EQ(rank0[16].root, kNoRank);
  EXPECT_EQ(rank0.back().kind, EventKind::leave);
  EXPECT_FALSE(rank0.back().region.valid());
}

TEST(TextTrace, DefinitionsFollowFromTheText) {
  const std::unique_ptr<Trace> trace = parse(kEverything);
  ASSERT_TRUE(trace);
  const Definitions& definitions = trace->definitions();
  EXPECT_EQ(definitions.ticks_per_second, 1000u);
  EXPECT_EQ(definitions.length, 20000u);
  ASSERT_EQ(definitions.locations.size(), 5u);
  EXPECT_EQ(definitions.location_groups[1].name, "MPI Rank 1");
  EXPECT_EQ(definitions.system_nodes[definitions.location_groups[1].parent.index()].name, "second");
  EXPECT_EQ(definitions.locations[1].group, LocationGroupId(0));

  const Communicator& world = definitions.communicators[definitions.world.index()];
  const std::vector<LocationId> main_threads = {LocationId(0), LocationId(2), LocationId(3), LocationId(4)};
  EXPECT_EQ(definitions.groups[world.group.index()].members, main_threads);
  const Event& bcast = events(*trace, 0)[20];
  EXPECT_EQ(bcast.collective, CollectiveOp::bcast);
  EXPECT_EQ(bcast.root, kThisGroup);
  const Communicator& inter = definitions.communicators[bcast.comm.index()];
  EXPECT_EQ(inter.kind, CommKind::inter);
  EXPECT_EQ(definitions.groups[inter.remote_group.index()].members,
            (std::vector{LocationId(3), LocationId(4)}));
  const Region& send = definitions.regions[events(*trace, 0)[1].region.index()];
  EXPECT_EQ(send.paradigm, Paradigm::mpi);
  EXPECT_EQ(send.role, RegionRole::point_to_point);
}

TEST(TextTrace, ReadingReportsWhatTheTextSays) {
  const std::unique_ptr<Trace> trace = parse(kEverything);
  ASSERT_TRUE(trace);
  struct Ignore : EventSink {
    void on_event(const Event&) override {}
  } ignore;
  EXPECT_EQ(trace->read(LocationId(0), ignore).problem, "");
  const ReadOutcome truncated = trace->read(LocationId(1), ignore);
  EXPECT_EQ(truncated.anomalies[Anomaly::truncated_location], 1);
  EXPECT_EQ(truncated.problem, "rank 0 thread 1 ends in the middle");
  EXPECT_EQ(trace->read(LocationId(2), ignore).anomalies[Anomaly::missing_location], 1);
}

TEST(TextTrace, UnsortedTimesAreAnErrorUnlessAllowed) {
  EXPECT_EQ(error_of("rank 0\n 3 enter f\n 2 leave\n"),
            "test:3: the event before this one has a later time (a line \"unsorted\" allows that)");
  const std::unique_ptr<Trace> trace = parse("rank 0\nunsorted\n 3 enter f\n 2 leave\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(events(*trace, 0)[1].time, Ticks(2'000'000));
}

TEST(TextTrace, ErrorsNameTheLine) {
  EXPECT_EQ(error_of("rank 0\n 0.0000001 enter f\n"), "test:2: 0.0000001 s is not a whole number of ticks");
  EXPECT_EQ(error_of("rank 0\n x enter f\n"), "test:2: \"x\" is not a time");
  EXPECT_EQ(error_of("rank 0\n 1 jump f\n"), "test:2: there is no event \"jump\"");
  EXPECT_EQ(error_of("rank 0\n 1 send tag=2\n"), "test:2: send needs to");
  EXPECT_EQ(error_of("rank 0\n 1 send to=1 to=2\n"), "test:2: \"to\" comes twice");
  EXPECT_EQ(error_of("rank 0\n 1 send to=1 root=2\n"), "test:2: send does not take \"root=2\"");
  EXPECT_EQ(error_of("rank 0\n 1 send to=-1\n"), "test:2: \"-1\" is not a whole number in range");
  EXPECT_EQ(error_of("rank 0\n 1 send to=1 comm=half\n"), "test:2: there is no communicator \"half\"");
  EXPECT_EQ(error_of("comm world ranks 0\n"), "test:1: \"world\" is defined twice");
  EXPECT_EQ(error_of("1 enter f\n"), "test:1: expected a rank before the first event");
  EXPECT_EQ(error_of("rank 0\n 1..2 f; \n"), "test:2: an event is missing after \";\"");
  EXPECT_EQ(error_of("rank 0\n truncated\n 1 enter f\n"), "test:3: this location has ended before");
  EXPECT_EQ(error_of("rank 0\n 1..2 \"f\n"), "test:2: a quote is not closed");
  EXPECT_EQ(error_of(""), "test: there is no rank");
  EXPECT_EQ(error_of("rank 1\n"), "test: rank 0 is missing");
  EXPECT_EQ(error_of("rank 0 thread 1\n"), "test: rank 0 is missing");
  EXPECT_EQ(error_of("rank 0\nrank 0 thread 1\nrank 0 stream 1\n"),
            "test:3: location 1 of rank 0 is both a thread and a stream");
  EXPECT_EQ(error_of("rank 0 stream 0\n"),
            "test:1: a process's location 0 is its main thread, and no stream");
  EXPECT_EQ(error_of("comm c ranks 0 7\nrank 0\n"),
            "test: a communicator, team or group has rank 7, which does not exist");
}

TEST(TextTrace, PrintedTextParsesToTheSameTrace) {
  const std::unique_ptr<Trace> trace = parse(kEverything);
  ASSERT_TRUE(trace);
  const std::string printed = print_text_trace(*trace);
  const std::unique_ptr<Trace> again = parse(printed);
  ASSERT_TRUE(again) << printed;
  EXPECT_EQ(print_text_trace(*again), printed);
  for (size_t location = 0; location < trace->definitions().locations.size(); ++location) {
    ASSERT_EQ(events(*trace, location).size(), events(*again, location).size());
    for (size_t i = 0; i < events(*trace, location).size(); ++i) {
      EXPECT_EQ(events(*trace, location)[i].time, events(*again, location)[i].time);
      EXPECT_EQ(events(*trace, location)[i].kind, events(*again, location)[i].kind);
      EXPECT_EQ(events(*trace, location)[i].bytes_received, events(*again, location)[i].bytes_received);
    }
  }
  EXPECT_NE(printed.find("  5.000 leave MPI_Send\n"), std::string::npos) << printed;
}

TEST(TextTrace, TicksArePrintedWhereSecondsAreNotExact) {
  const std::unique_ptr<Trace> trace = parse("resolution 3\nrank 0\n 4t..2 f\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(events(*trace, 0)[1].time, Ticks(6));
  EXPECT_NE(print_text_trace(*trace).find("  4t enter f\n"), std::string::npos);
}

constexpr std::string_view kThreadsAndWindows = R"text(
comm half ranks 0 1
team workers threads 0.0 0.1
window win half
rank 0
  0..1 MPI_Mprobe   probe from=1 tag=4 message=1
  1..2 MPI_Mrecv    match message=1; recv from=1 tag=4
  2    psend_init to=1 request=1 partitions=4
  2..3 MPI_Pready   pready request=1 partition=3
  3    thread_fork threads=2
  3    team_begin team=workers
  4    acquire_lock lock=1 order=2 paradigm=pthread
  5..6 MPI_Win_fence rma_collective_begin; rma_collective_end op=barrier win=win
  6..7 MPI_Put      rma_put win=win target=1 bytes=8
  8    rma_group_sync win=win group=half
rank 0 thread 1
rank 1
)text";

/// Texts that were damaged at random are read or refused, and what is read prints and reads again.
TEST(TextTrace, DamagedTextsNeverBreakTheParser) {
  std::mt19937 random(1);
  constexpr std::string_view kCharacters = "0123456789 .=@;#\"\n-abcdefgrankt";
  for (int round = 0; round < 3000; ++round) {
    std::string text(round % 2 == 0 ? kEverything : kThreadsAndWindows);
    for (int change = 0; change < 1 + round % 4; ++change) {
      const size_t position = random() % text.size();
      if (random() % 3 == 0)
        text.erase(position, random() % 20);
      else
        text[position] = kCharacters[random() % kCharacters.size()];
    }
    const Result<std::unique_ptr<Trace>> trace = parse_text_trace(text, "fuzz");
    if (!trace) {
      EXPECT_TRUE(trace.error().message.starts_with("fuzz:")) << trace.error().message;
      continue;
    }
    const std::string printed = print_text_trace(**trace);
    const Result<std::unique_ptr<Trace>> again = parse_text_trace(printed, "printed");
    ASSERT_TRUE(again) << again.error().message << "\n" << printed;
    EXPECT_EQ(print_text_trace(**again), printed);
  }
}

TEST(TextTrace, ClocksHaveOffsets) {
  const std::unique_ptr<Trace> trace = parse(
      "rank 0 thread 1\n clock -1 -0.000003\n clock 2 0\n 0..1 f\n clock 2 75t\n"
      "rank 0\n 0..1 f\n");
  ASSERT_TRUE(trace);
  const std::vector<std::vector<ClockOffset>>& offsets = trace->definitions().clock_offsets;
  ASSERT_EQ(offsets.size(), 2u);
  EXPECT_TRUE(offsets[0].empty());
  ASSERT_EQ(offsets[1].size(), 3u);
  EXPECT_EQ(offsets[1][0].time, Ticks(-1'000'000));
  EXPECT_EQ(offsets[1][0].offset, -3);
  EXPECT_EQ(offsets[1][1].time, Ticks(2'000'000));
  EXPECT_EQ(offsets[1][1].offset, 0);
  EXPECT_EQ(offsets[1][2].offset, 75);
}

TEST(TextTrace, ClocksAreRefusedWhereTheyMakeNoSense) {
  EXPECT_EQ(error_of("clock 1 1\n"), "test:1: expected a rank before its clock");
  EXPECT_EQ(error_of("rank 0\n clock 1\n"), "test:2: expected \"clock TIME OFFSET\"");
  EXPECT_EQ(error_of("rank 0\n clock 1 2 3\n"), "test:2: expected \"clock TIME OFFSET\"");
  EXPECT_EQ(error_of("rank 0\n clock 1 x\n"), "test:2: \"x\" is not a time");
  EXPECT_EQ(error_of("rank 0\n clock 2 1\n clock 1 1\n"),
            "test:3: the clock offset before this one has a later time");
}

TEST(TextTrace, TimesCanBeNegative) {
  const std::unique_ptr<Trace> trace = parse("rank 0\n -2.5 enter f\n -3t leave f\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(events(*trace, 0)[0].time, Ticks(-2'500'000));
  EXPECT_EQ(events(*trace, 0)[1].time, Ticks(-3));
  EXPECT_EQ(print_text_trace(*trace),
            "resolution 1000000\nnode node\nrank 0\n  -2.500000 enter f\n  -0.000003 leave f\n");
  for (const char* wrong : {"--1", "-", "-x", "-t", "-1.", "- 1"})
    EXPECT_FALSE(error_of("rank 0\n " + std::string(wrong) + " enter f\n").empty());
}

}  // namespace
}  // namespace latecomer::trace
