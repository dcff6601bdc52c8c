// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The text forms of probes, partitioned messages, threads and windows.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "trace/print_trace.h"
#include "trace/text_trace.h"

namespace latecomer::trace {
namespace {

/// Two ranks, the first with two threads, with everything that events can refer to.
std::string with_definitions(const std::string& events) {
  return "comm pair ranks 1 0\n"
         "team workers threads 0.1 0\n"
         "window win pair\n"
         "group near ranks 1\n"
         "rank 1\nrank 0 thread 1\nrank 0\n" +
         events;
}

std::unique_ptr<Trace> parse(const std::string& text) {
  Result<std::unique_ptr<Trace>> trace = parse_text_trace(text, "test");
  EXPECT_TRUE(trace) << trace.error().message;
  return trace ? std::move(trace).value() : nullptr;
}

std::string error_of(const std::string& text) {
  const Result<std::unique_ptr<Trace>> trace = parse_text_trace(text, "test");
  EXPECT_FALSE(trace);
  return trace ? "" : trace.error().message;
}

std::vector<Event> events_of(const std::string& events) {
  const std::unique_ptr<Trace> trace = parse(with_definitions(events));
  if (!trace) return {};
  return dynamic_cast<const MemoryTrace&>(*trace).events(LocationId(0));
}

TEST(TextEvents, ProbesAreOrdinaryUnlessTheyNameAMessage) {
  const std::vector<Event> events =
      events_of("1 probe from=1\n2 probe from=0 tag=5 message=3 comm=pair\n3 match message=3\n");
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].kind, EventKind::probe);
  EXPECT_EQ(events[0].peer, 1u);
  EXPECT_EQ(events[0].tag, 0u);
  EXPECT_EQ(events[0].request, 0u);
  EXPECT_EQ(events[0].comm, CommId(0));
  EXPECT_EQ(events[1].tag, 5u);
  EXPECT_EQ(events[1].request, 3u);
  EXPECT_NE(events[1].comm, CommId(0));
  EXPECT_EQ(events[2].kind, EventKind::match);
  EXPECT_EQ(events[2].request, 3u);
}

TEST(TextEvents, PartitionedMessagesSayTheirBytesOnTheirSide) {
  const std::vector<Event> events = events_of(
      "1 psend_init to=1 request=4 partitions=8 tag=2 bytes=64\n1 precv_init from=1 request=5 partitions=2\n"
      "2 pready request=4 partition=7\n2 parrived request=5 partition=1\n2 ptested request=5 partition=0\n");
  ASSERT_EQ(events.size(), 5u);
  EXPECT_EQ(events[0].bytes_sent, 64u);
  EXPECT_EQ(events[0].bytes_received, 0u);
  EXPECT_EQ(events[0].number, 8u);
  EXPECT_EQ(events[0].tag, 2u);
  EXPECT_EQ(events[1].bytes_received, 1u);
  EXPECT_EQ(events[1].bytes_sent, 0u);
  EXPECT_EQ(events[2].number, 7u);
  EXPECT_EQ(events[3].kind, EventKind::parrived);
  EXPECT_EQ(events[4].kind, EventKind::ptested);
}

TEST(TextEvents, ThreadsAreOfOpenMpUnlessSaidOtherwise) {
  const std::vector<Event> events = events_of(
      "1 thread_fork threads=2\n1 team_begin team=workers\n2 acquire_lock lock=9 order=4 paradigm=pthread\n");
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].paradigm, Paradigm::openmp);
  EXPECT_EQ(events[0].number, 2u);
  EXPECT_TRUE(events[1].comm.valid());
  EXPECT_EQ(events[2].paradigm, Paradigm::pthread);
  EXPECT_EQ(events[2].request, 9u);
  EXPECT_EQ(events[2].number, 4u);
}

TEST(TextEvents, MembersOfATeamAreThreadsInItsOrder) {
  const std::unique_ptr<Trace> trace = parse(with_definitions(""));
  ASSERT_TRUE(trace);
  const Definitions& definitions = trace->definitions();
  const Communicator& team = definitions.communicators.back();
  EXPECT_EQ(team.kind, CommKind::team);
  EXPECT_EQ(definitions.groups[team.group.index()].members, (std::vector{LocationId(1), LocationId(0)}));
  ASSERT_EQ(definitions.windows.size(), 1u);
  EXPECT_EQ(definitions.communicators[definitions.windows[0].comm.index()].name, "pair");
}

TEST(TextEvents, LocksOfWindowsAreExclusiveUnlessSaidOtherwise) {
  const std::vector<Event> events = events_of(
      "1 rma_request_lock win=win target=1 lock=6\n1 rma_acquire_lock win=win target=1 lock=6 exclusive=0\n"
      "1 rma_get win=win target=0 bytes=16\n1 rma_atomic win=win target=0 sent=3 received=4\n"
      "1 rma_group_sync win=win group=near\n1 rma_group_sync win=win group=pair\n"
      "1 rma_collective_end op=bcast win=win\n");
  ASSERT_EQ(events.size(), 7u);
  EXPECT_EQ(events[0].number, 1u);
  EXPECT_EQ(events[1].number, 0u);
  EXPECT_EQ(events[2].bytes_received, 16u);
  EXPECT_EQ(events[3].bytes_sent, 3u);
  EXPECT_EQ(events[3].bytes_received, 4u);
  EXPECT_NE(events[4].sources, events[5].sources);  // the group's members, and those of the communicator
  EXPECT_EQ(events[6].root, 0u);
}

TEST(TextEvents, InAnIntervalWhatStartsSomethingHappensAtItsBegin) {
  for (const std::string at_begin :
       {"match message=1", "psend_request request=1", "precv_request request=1",
        "pready request=1 partition=0", "thread_fork", "thread_create thread=2", "rma_collective_begin",
        "rma_request_lock win=win target=0 lock=0", "rma_put win=win target=0", "rma_get win=win target=0",
        "rma_atomic win=win target=0"})
    EXPECT_EQ(events_of("2..5 f " + at_begin + "\n")[1].time, Ticks(2'000'000)) << at_begin;
  for (const std::string at_end : {"probe from=0",
                                   "psend_init to=0 request=1 partitions=1",
                                   "precv_init from=0 request=1 partitions=1",
                                   "parrived request=1 partition=0",
                                   "ptested request=1 partition=0",
                                   "psend_complete request=1",
                                   "precv_complete request=1",
                                   "other_world",
                                   "thread_join",
                                   "team_begin team=workers",
                                   "team_end team=workers",
                                   "acquire_lock lock=1 order=1",
                                   "release_lock lock=1 order=1",
                                   "thread_wait thread=2",
                                   "thread_end thread=2",
                                   "rma_win_create win=win",
                                   "rma_win_destroy win=win",
                                   "rma_collective_end op=barrier win=win",
                                   "rma_group_sync win=win group=near",
                                   "rma_group_test win=win group=near",
                                   "rma_acquire_lock win=win target=0 lock=0",
                                   "rma_release_lock win=win target=0 lock=0"})
    EXPECT_EQ(events_of("2..5 f " + at_end + "\n")[1].time, Ticks(5'000'000)) << at_end;
}

TEST(TextEvents, ErrorsSayWhatIsMissing) {
  EXPECT_EQ(error_of("rank 0\n1 match\n"), "test:2: match needs message");
  EXPECT_EQ(error_of("rank 0\n1 psend_init to=0 request=1\n"), "test:2: psend_init needs partitions");
  EXPECT_EQ(error_of("rank 0\n1 team_begin team=t\n"), "test:2: there is no communicator \"t\"");
  EXPECT_EQ(error_of("rank 0\n1 rma_put win=w target=0\n"), "test:2: there is no window \"w\"");
  EXPECT_EQ(error_of("rank 0\n1 thread_fork paradigm=fibre\n"), "test:2: there is no paradigm \"fibre\"");
  EXPECT_EQ(error_of("window w nowhere\n"), "test:1: there is no communicator \"nowhere\"");
  EXPECT_EQ(error_of("window w world\nwindow w world\n"), "test:2: \"w\" is defined twice");
  EXPECT_EQ(error_of("team world threads 0\n"), "test:1: \"world\" is defined twice");
  EXPECT_EQ(error_of("team t threads 0.x\n"), "test:1: \"x\" is not a rank");
  EXPECT_EQ(error_of("team t threads 0.1\nrank 0\n"),
            "test: a communicator, team or group has rank 0 thread 1, which does not exist");
}

TEST(TextEvents, PrintedFormsReadAgain) {
  const std::unique_ptr<Trace> trace = parse(with_definitions(
      "1 probe from=0 message=3 comm=pair\n1 psend_init to=1 request=4 partitions=8\n1 thread_fork "
      "threads=2\n"
      "1 team_begin team=workers\n1 rma_group_sync win=win group=pair\n1 rma_group_sync win=win group=near\n"
      "1 rma_request_lock win=win target=1 lock=6 exclusive=0\n"));
  ASSERT_TRUE(trace);
  const std::string printed = print_text_trace(*trace);
  const std::unique_ptr<Trace> again = parse(printed);
  ASSERT_TRUE(again) << printed;
  EXPECT_EQ(print_text_trace(*again), printed);
  for (const char* line :
       {"team workers threads 0.1 0.0\n", "window win pair\n", " probe from=0 tag=0 message=3 comm=pair\n",
        " psend_init to=1 request=4 partitions=8 tag=0 bytes=1 comm=world\n",
        " rma_group_sync win=win group=pair\n", " rma_request_lock win=win target=1 lock=6 exclusive=0\n"})
    EXPECT_NE(printed.find(line), std::string::npos) << line << "is not in\n" << printed;
}

}  // namespace
}  // namespace latecomer::trace
