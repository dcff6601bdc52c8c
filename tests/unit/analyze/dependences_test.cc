// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Which dependences there are; what follows from them for clocks, the cases say.

#include "analyze/dependences/dependences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

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
  const Dependences dependences(from.condensed, from.members, from.matches);
  std::vector<Short> found;
  const Dependences::Visit visit = [&](const Dependence& each) {
    found.push_back({each.kind, text_of(each.cause, each.caused), text_of(each.effect, each.effected)});
  };
  for (size_t l = 0; l < from.condensed.locations.size(); ++l) {
    dependences.for_each_effect(l, visit);
    dependences.for_each_hand_over(l, visit);
    dependences.for_each_synchronous_send(l, visit);
    dependences.for_each_meeting(l, visit);
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

TEST(Dependences, LockIsHandedOver) {
  EXPECT_EQ(dependences_of("rank 0\n  1..1 pthread_mutex_lock acquire_lock lock=3 order=0 paradigm=pthread\n"
                           "  5..5 pthread_mutex_unlock release_lock lock=3 order=0 paradigm=pthread\n"
                           "rank 0 thread 1\n"
                           "  2..6 pthread_mutex_lock acquire_lock lock=3 order=1 paradigm=pthread\n"),
            (std::vector<Short>{{hand_over, "0 at 5", "1 at 6"}}));
}

}  // namespace
}  // namespace latecomer::analyze
