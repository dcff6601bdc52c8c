// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Which dependences there are; what follows from them for clocks, the cases say.

#include "analyze/dependences/dependences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analyze/match/match_windows.h"
#include "analyze/synchronized_trace.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

/// A dependence in short: locations, of meetings which one, and times of those that are events.
struct Short {
  DependenceKind kind;
  std::string cause;
  std::string effect;
  auto operator<=>(const Short&) const = default;
};

std::string text_of(const DependenceEnd& end, Ticks time) {
  using Kind = DependenceEnd::Kind;
  if (end.kind == Kind::members) return "members " + std::to_string(end.member);
  if (end.kind == Kind::contribution) return "contribution of " + std::to_string(end.member);
  if (end.kind == Kind::sources) return "sources of " + std::to_string(end.member);
  if (end.kind == Kind::team) return "barrier " + std::to_string(end.member);
  return std::to_string(end.location) + " at " + std::to_string(time.count);
}

std::vector<Short> dependences_of(const std::string& text) {
  const Result<std::unique_ptr<trace::Trace>> recorded =
      trace::parse_text_trace("resolution 1\n" + text, "test");
  EXPECT_TRUE(recorded) << recorded.error().message;
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  const SynchronizedTrace from = synchronize(**recorded, ClockOptions(), *comm, timings);
  AnomalyReport anomalies;
  const HandOvers of_windows = match_windows(from.condensed, from.members, *comm, anomalies);
  const Dependences dependences(from.condensed, from.members, from.matches);
  std::vector<Short> found;
  const Dependences::Visit visit = [&](const Dependence& each) {
    found.push_back({each.kind, text_of(each.cause, each.caused), text_of(each.effect, each.effected)});
  };
  for (size_t l = 0; l < from.condensed.locations.size(); ++l) {
    dependences.for_each_condition(l, visit);
    dependences.for_each_hand_over(from.matches.teams.hand_overs, l, visit);
    dependences.for_each_hand_over(of_windows, l, visit);
  }
  std::ranges::sort(found);
  return found;
}

using enum DependenceKind;

TEST(Dependences, SynchronousMessage) {
  EXPECT_EQ(dependences_of("rank 0\n  0..5 MPI_Ssend send to=1\n"
                           "rank 1\n  2..6 MPI_Recv recv from=0\n"),
            (std::vector<Short>{{message, "0 at 0", "1 at 6"}, {synchronous_send, "1 at 2", "0 at 5"}}));
}

TEST(Dependences, ProbeIsASecondEffect) {
  EXPECT_EQ(dependences_of("rank 0\n  0..1 MPI_Send send to=1\n"
                           "rank 1\n  2..3 MPI_Probe probe from=0\n  4..5 MPI_Recv recv from=0\n"),
            (std::vector<Short>{{message, "0 at 0", "1 at 5"}, {probe, "0 at 0", "1 at 3"}}));
}

TEST(Dependences, PartitionArrivesAndCompletes) {
  EXPECT_EQ(dependences_of("rank 0\n  0..0 MPI_Psend_init psend_init to=1 request=1 partitions=1 bytes=6\n"
                           "  0..0 MPI_Start psend_request request=1\n"
                           "  2..2 MPI_Pready pready request=1 partition=0\n"
                           "  3..3 MPI_Wait psend_complete request=1\n"
                           "rank 1\n  0..0 MPI_Precv_init precv_init from=0 request=5 partitions=1 bytes=6\n"
                           "  0..0 MPI_Start precv_request request=5\n"
                           "  1..3 MPI_Parrived parrived request=5 partition=0\n"
                           "  4..5 MPI_Wait precv_complete request=5\n"),
            (std::vector<Short>{{partition, "0 at 2", "1 at 3"}, {partition, "0 at 2", "1 at 5"}}));
}

TEST(Dependences, BarrierHasOneMeeting) {
  EXPECT_EQ(dependences_of("rank 0\n  0..5 MPI_Barrier barrier\n"
                           "rank 1\n  3..6 MPI_Barrier barrier\n"),
            (std::vector<Short>{{all_to_all, "0 at 0", "members 0"},
                                {all_to_all, "1 at 3", "members 0"},
                                {all_to_all, "members 0", "0 at 5"},
                                {all_to_all, "members 0", "1 at 6"}}));
}

TEST(Dependences, RootLeadsToOthers) {
  EXPECT_EQ(dependences_of("rank 0\n  0..5 MPI_Bcast bcast root=0 sent=8 received=8\n"
                           "rank 1\n  3..6 MPI_Bcast bcast root=0 received=8\n"),
            (std::vector<Short>{{one_to_all, "0 at 0", "members 0"}, {one_to_all, "members 0", "1 at 6"}}));
}

TEST(Dependences, OthersLeadToRoot) {
  EXPECT_EQ(dependences_of("rank 0\n  0..5 MPI_Reduce reduce root=0 sent=8 received=8\n"
                           "rank 1\n  3..4 MPI_Reduce reduce root=0 sent=8\n"),
            (std::vector<Short>{{all_to_one, "1 at 3", "members 0"}, {all_to_one, "members 0", "0 at 5"}}));
}

TEST(Dependences, ScanHasAMeetingForEachRank) {
  EXPECT_EQ(dependences_of("rank 0\n  0..5 MPI_Scan scan sent=8 received=8\n"
                           "rank 1\n  3..6 MPI_Scan scan sent=8 received=8\n"),
            (std::vector<Short>{{prefix, "0 at 0", "members 0"},
                                {prefix, "1 at 3", "members 1"},
                                {prefix, "members 0", "0 at 5"},
                                {prefix, "members 0", "members 1"},
                                {prefix, "members 1", "1 at 6"}}));
}

TEST(Dependences, NeighboursContribute) {
  EXPECT_EQ(dependences_of("group second ranks 1\n"
                           "rank 0\n  0..5 MPI_Alltoallv alltoallv sent=8 received=8 sources=second\n"
                           "rank 1\n  3..6 MPI_Alltoallv alltoallv sent=8 received=8\n"),
            (std::vector<Short>{{all_to_all, "1 at 3", "contribution of 1"},
                                {all_to_all, "1 at 3", "members 0"},
                                {all_to_all, "members 0", "1 at 6"},
                                {neighbourhood, "0 at 0", "contribution of 0"},
                                {neighbourhood, "0 at 0", "members 0"},
                                {neighbourhood, "contribution of 1", "sources of 0"},
                                {neighbourhood, "sources of 0", "0 at 5"}}));
}

TEST(Dependences, TeamIsForkedInStepAndJoined) {
  EXPECT_EQ(dependences_of("team t threads 0.0 0.1\n"
                           "rank 0\n  0 enter main\n  1 thread_fork threads=2\n  1 team_begin team=t\n"
                           "  3..5 \"!$omp barrier\"\n"
                           "  7 team_end team=t\n  8 thread_join\n  9 leave main\n"
                           "rank 0 thread 1\n  2 team_begin team=t\n"
                           "  4..6 \"!$omp barrier\"\n"
                           "  7 team_end team=t\n"),
            (std::vector<Short>{{fork, "0 at 1", "0 at 1"},
                                {fork, "0 at 1", "1 at 2"},
                                {join, "1 at 7", "0 at 8"},
                                {team_barrier, "0 at 3", "barrier 0"},
                                {team_barrier, "1 at 4", "barrier 0"},
                                {team_barrier, "barrier 0", "0 at 5"},
                                {team_barrier, "barrier 0", "1 at 6"}}));
}

TEST(Dependences, ThreadIsHandedOverTwice) {
  EXPECT_EQ(dependences_of("rank 0\n  1..1 pthread_create thread_create thread=1\n"
                           "  3..7 pthread_join thread_wait thread=1\n"
                           "rank 0 thread 1\n  2 enter worker\n  2 thread_begin thread=1\n"
                           "  6 thread_end thread=1\n  6 leave worker\n"),
            (std::vector<Short>{{hand_over, "0 at 1", "1 at 2"}, {hand_over, "1 at 6", "0 at 7"}}));
}

TEST(Dependences, LockIsHandedOver) {
  EXPECT_EQ(dependences_of("rank 0\n  1..1 pthread_mutex_lock acquire_lock lock=3 order=0 paradigm=pthread\n"
                           "  5..5 pthread_mutex_unlock release_lock lock=3 order=0 paradigm=pthread\n"
                           "rank 0 thread 1\n"
                           "  2..6 pthread_mutex_lock acquire_lock lock=3 order=1 paradigm=pthread\n"),
            (std::vector<Short>{{hand_over, "0 at 5", "1 at 6"}}));
}

TEST(Dependences, FenceHasOneMeeting) {
  EXPECT_EQ(dependences_of("window w world\n"
                           "rank 0\n  0..5 MPI_Win_fence rma_collective_end op=barrier win=w\n"
                           "rank 1\n  3..6 MPI_Win_fence rma_collective_end op=barrier win=w\n"),
            (std::vector<Short>{{all_to_all, "0 at 0", "members 0"},
                                {all_to_all, "1 at 3", "members 0"},
                                {all_to_all, "members 0", "0 at 5"},
                                {all_to_all, "members 0", "1 at 6"}}));
}

TEST(Dependences, WindowIsPostedAndCompleted) {
  EXPECT_EQ(dependences_of("window w world\ngroup origin ranks 0\ngroup target ranks 1\n"
                           "rank 0\n  1..6 MPI_Win_start rma_group_sync win=w group=target\n"
                           "  7..8 MPI_Win_complete rma_group_sync win=w group=target\n"
                           "rank 1\n  4..5 MPI_Win_post rma_group_sync win=w group=origin\n"
                           "  5..9 MPI_Win_wait rma_group_sync win=w group=origin\n"),
            (std::vector<Short>{{hand_over, "0 at 7", "1 at 9"}, {hand_over, "1 at 4", "0 at 6"}}));
}

/// Rank 1 waits in its lock for the end of rank 0's unlock, and rank 2 in its own for the begin of rank 1's.
TEST(Dependences, WindowsLockIsHandedOver) {
  EXPECT_EQ(dependences_of("window w world\n"
                           "rank 0\n  1..2 MPI_Win_lock rma_request_lock win=w target=3 lock=0\n"
                           "  5..6 MPI_Win_unlock rma_release_lock win=w target=3 lock=0\n"
                           "rank 1\n  3..7 MPI_Win_lock rma_request_lock win=w target=3 lock=0\n"
                           "  8..11 MPI_Win_unlock rma_release_lock win=w target=3 lock=0\n"
                           "rank 2\n  7..9 MPI_Win_lock rma_request_lock win=w target=3 lock=0\n"
                           "  12..13 MPI_Win_unlock rma_release_lock win=w target=3 lock=0\n"
                           "rank 3\n  0..13 main\n"),
            (std::vector<Short>{{hand_over, "0 at 6", "1 at 7"}, {hand_over, "1 at 8", "2 at 9"}}));
}

}  // namespace
}  // namespace latecomer::analyze
