// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/recorded_teams.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "record/core/recording_files.h"
#include "record/core/thread_log.h"
#include "temporary_directory.h"

namespace latecomer::record {
namespace {

using trace::Event;
using trace::EventKind;

constexpr uint32_t kParallel = 1;
constexpr uint32_t kBarrier = 2;
constexpr uint32_t kOff = 3;

/// A kind, its region or team, a time, and where a team begins the number in it.
struct Line {
  EventKind kind;
  uint32_t id;
  int64_t time;
  uint32_t member = 0;
  bool operator==(const Line&) const = default;
};
void PrintTo(const Line& line, std::ostream* to) {
  *to << trace::info_of(line.kind).name << ' ' << line.id << " at " << line.time;
}

bool is_of_team(EventKind kind) {
  return kind == EventKind::team_begin || kind == EventKind::team_end;
}

class Collect final : public trace::EventSink {
 public:
  void on_event(const Event& event) override {
    lines.push_back({event.kind,
                     is_of_team(event.kind)                 ? event.comm.value
                     : event.kind == EventKind::thread_fork ? event.number
                                                            : event.region.value,
                     event.time.count, event.kind == EventKind::team_begin ? event.member() : 0});
  }
  std::vector<Line> lines;
};

/// The files of a process whose threads have recorded these lines.
class RecordedTeamsTest : public testing::Test {
 protected:
  void record(const std::vector<std::vector<Line>>& threads) {
    for (size_t thread = 0; thread < threads.size(); ++thread) {
      Result<std::unique_ptr<ThreadLog>> log = ThreadLog::create(thread_file(directory_.path(), thread));
      ASSERT_TRUE(log);
      for (const Line& line : threads[thread]) {
        Event event;
        event.kind = line.kind;
        if (is_of_team(line.kind)) event.comm = trace::CommId(line.id);
        if (line.kind == EventKind::enter || line.kind == EventKind::leave)
          event.region = trace::RegionId(line.id);
        if (line.kind == EventKind::thread_fork) event.number = line.id;
        if (line.kind == EventKind::team_begin) event.member() = line.member;
        ASSERT_TRUE((*log)->append(event, Ticks(line.time)));
      }
    }
    Result<RecordedTeams> read = RecordedTeams::read(directory_.path());
    ASSERT_TRUE(read);
    teams_ = std::move(read).value();
  }

  std::vector<Line> completed(uint32_t thread) const {
    Collect all;
    WorkerEnds ends(teams_, thread, trace::RegionId(kOff), all);
    EXPECT_TRUE(read_thread_log(thread_file(directory_.path(), thread), ends));
    ends.finish();
    return all.lines;
  }

  TemporaryDirectory directory_;
  RecordedTeams teams_;
};

std::vector<Line> leader_of(uint32_t team, int64_t fork, int64_t end) {
  return {{EventKind::thread_fork, 2, fork},       {EventKind::team_begin, team, fork + 1},
          {EventKind::enter, kParallel, fork + 1}, {EventKind::enter, kBarrier, end - 1},
          {EventKind::leave, kBarrier, end},       {EventKind::leave, kParallel, end},
          {EventKind::team_end, team, end}};
}
std::vector<Line> worker_of(uint32_t team, int64_t begin, int64_t barrier, uint32_t member = 1) {
  return {{EventKind::team_begin, team, begin, member},
          {EventKind::enter, kParallel, begin},
          {EventKind::enter, kBarrier, barrier}};
}
std::vector<Line> end_at(uint32_t team, int64_t time) {
  return {{EventKind::leave, kBarrier, time},
          {EventKind::leave, kParallel, time},
          {EventKind::team_end, team, time}};
}
std::vector<Line> operator+(std::vector<Line> a, const std::vector<Line>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST_F(RecordedTeamsTest, WorkersEndWhenTheirLeaderDoes) {
  record({leader_of(0, 10, 20) + leader_of(0, 30, 40), worker_of(0, 12, 15) + worker_of(0, 33, 38)});
  EXPECT_EQ(completed(0), leader_of(0, 10, 20) + leader_of(0, 30, 40));
  EXPECT_EQ(completed(1), worker_of(0, 12, 15) + end_at(0, 20) + worker_of(0, 33, 38) + end_at(0, 40));
  EXPECT_EQ(teams_.members(), (std::vector<std::vector<uint32_t>>{{0, 1}}));
}

// The worker's next part begins at the moment at which the leader's ended.
TEST_F(RecordedTeamsTest, APartEndsAfterItsBegin) {
  record({leader_of(0, 10, 20) + leader_of(0, 20, 40), worker_of(0, 12, 15) + worker_of(0, 20, 38)});
  EXPECT_EQ(completed(1), worker_of(0, 12, 15) + end_at(0, 20) + worker_of(0, 20, 38) + end_at(0, 40));
}

// The second worker has no part in the second instance.
TEST_F(RecordedTeamsTest, WorkersCanBeLeftOut) {
  record({leader_of(0, 10, 20) + leader_of(0, 30, 40) + leader_of(0, 50, 60),
          worker_of(0, 12, 15) + worker_of(0, 33, 38) + worker_of(0, 52, 55),
          worker_of(0, 13, 14) + worker_of(0, 53, 54)});
  EXPECT_EQ(completed(2), worker_of(0, 13, 14) + end_at(0, 20) + worker_of(0, 53, 54) + end_at(0, 60));
  EXPECT_EQ(teams_.members(), (std::vector<std::vector<uint32_t>>{{0, 1, 2}}));
}

// The program died before the leader left the barrier.
TEST_F(RecordedTeamsTest, WhatHasNotEndedStaysOpen) {
  const std::vector<Line> leader = leader_of(0, 30, 40);
  record({leader_of(0, 10, 20) + std::vector<Line>(leader.begin(), leader.end() - 3),
          worker_of(0, 12, 15) + worker_of(0, 33, 38)});
  EXPECT_EQ(completed(1), worker_of(0, 12, 15) + end_at(0, 20) + worker_of(0, 33, 38));
}

// Nor is it known who leads a team of which only a worker has come so far.
TEST_F(RecordedTeamsTest, ATeamMayHaveNoLeaderYet) {
  record({{{EventKind::thread_fork, 2, 10}}, worker_of(1, 12, 15)});
  EXPECT_EQ(completed(1), worker_of(1, 12, 15));
  EXPECT_EQ(teams_.members(), (std::vector<std::vector<uint32_t>>{{}, {}}));
}

// The worker leads an inner team, whose worker is a third thread.
TEST_F(RecordedTeamsTest, TeamsWithinTeams) {
  const std::vector<Line> begin = {{EventKind::team_begin, 0, 12}, {EventKind::enter, kParallel, 12}};
  const std::vector<Line> barrier = {{EventKind::enter, kBarrier, 35}};
  record({leader_of(0, 10, 40), begin + leader_of(1, 20, 30) + barrier, worker_of(1, 22, 25)});
  EXPECT_EQ(completed(1), begin + leader_of(1, 20, 30) + barrier + end_at(0, 40));
  EXPECT_EQ(completed(2), worker_of(1, 22, 25) + end_at(1, 30));
  EXPECT_EQ(teams_.members(), (std::vector<std::vector<uint32_t>>{{0, 1}, {1, 2}}));
}

// The threads came in another order than that of their numbers; the fourth is none of OpenMP's. In the second
// team the numbers are others.
TEST_F(RecordedTeamsTest, LocationsOfWorkersAreInTheOrderOfTheirNumbers) {
  record({leader_of(0, 10, 20) + leader_of(0, 30, 40),
          worker_of(0, 12, 15, 3) + worker_of(0, 33, 38, 1),
          worker_of(0, 13, 15, 1) + worker_of(0, 33, 38, 3),
          {{EventKind::enter, kOff, 5}},
          worker_of(0, 14, 15, 2)});
  EXPECT_EQ(teams_.threads_of_locations(), (std::vector<uint32_t>{0, 2, 4, 3, 1}));
  EXPECT_EQ(teams_.members(), (std::vector<std::vector<uint32_t>>{{0, 1, 2, 4}}));
}

// It was switched off at 18, while the worker was in the barrier, and on at 25.
TEST_F(RecordedTeamsTest, TimeWithoutRecordingIsAroundNothingThatEnds) {
  const std::vector<Line> off = {{EventKind::enter, kOff, 18}};
  const std::vector<Line> on = {{EventKind::leave, kOff, 25}};
  record({leader_of(0, 10, 20), worker_of(0, 12, 15) + off + on});
  const std::vector<Line> leave = {{EventKind::leave, kOff, 20}};
  const std::vector<Line> enter = {{EventKind::enter, kOff, 20}};
  EXPECT_EQ(completed(1), worker_of(0, 12, 15) + off + leave + end_at(0, 20) + enter + on);
}

Event lock_event(EventKind kind, uint64_t lock, uint32_t order) {
  Event event;
  event.kind = kind;
  event.paradigm = trace::Paradigm::openmp;
  event.request = lock;
  event.number = order;
  return event;
}

// Acquisitions 3 and 9 of a lock are recorded, and 4 of another one.
TEST(LockOrders, CountTheRecordedAcquisitions) {
  LockOrders orders;
  for (const auto& [lock, order] : {std::pair(0, 9), std::pair(0, 3), std::pair(1, 4)}) {
    orders.add(
        lock_event(EventKind::acquire_lock, static_cast<uint64_t>(lock), static_cast<uint32_t>(order)));
    orders.add(
        lock_event(EventKind::release_lock, static_cast<uint64_t>(lock), static_cast<uint32_t>(order)));
  }
  orders.settle();
  EXPECT_EQ(orders.number_of(lock_event(EventKind::acquire_lock, 0, 3)), 1u);
  EXPECT_EQ(orders.number_of(lock_event(EventKind::release_lock, 0, 9)), 2u);
  EXPECT_EQ(orders.number_of(lock_event(EventKind::release_lock, 1, 4)), 1u);
  EXPECT_EQ(orders.number_of(lock_event(EventKind::thread_fork, 0, 9)), 9u);
}

}  // namespace
}  // namespace latecomer::record
