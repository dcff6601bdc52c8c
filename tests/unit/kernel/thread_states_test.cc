// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Threads are 1 (t), 2 (x), 3 (y) and 0 (nothing runs); t is the one that is asked for. What has to come out
// stands beside the events, derived by hand.

#include "kernel/thread_states.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "node_text.h"

namespace latecomer::kernel {
namespace {

constexpr LeftState kRunnable = LeftState::runnable, kBlocked = LeftState::blocked, kDead = LeftState::dead;
constexpr InterruptName kTimerSoftirq{InterruptName::Kind::softirq, 1};
constexpr InterruptName kNetworkSoftirq{InterruptName::Kind::softirq, 3};
constexpr InterruptName kDiskSoftirq{InterruptName::Kind::softirq, 4};
constexpr InterruptName kTimer{InterruptName::Kind::vector, 2};
constexpr InterruptName kLine{InterruptName::Kind::line, 36};

constexpr Recorded kAll{.switches = true,
                        .waking = true,
                        .wakeups = true,
                        .interrupts = true,
                        .timers = true,
                        .calls = true,
                        .page_faults = true};
constexpr Recorded kLikePerf{.switches = true, .waking = true, .wakeups = true, .interrupts = true};

SchedulerEvent event(int64_t time, uint32_t core, EventKind kind) {
  return {.time = Ticks(time), .core = core, .kind = kind};
}

NamedThread named(uint32_t thread) {
  constexpr const char* kNames[] = {"swapper", "t", "x", "y"};
  return {.id = thread, .name = thread < 4 ? kNames[thread] : ""};
}

SchedulerEvent core_switch(int64_t time, uint32_t core, uint32_t from, LeftState state, uint32_t to) {
  SchedulerEvent made = event(time, core, EventKind::core_switch);
  made.thread = named(from);
  made.state = state;
  made.next = named(to);
  return made;
}

SchedulerEvent about(EventKind kind, int64_t time, uint32_t core, uint32_t thread, uint32_t target,
                     Context context) {
  SchedulerEvent made = event(time, core, kind);
  made.thread = named(thread);
  made.target = target;
  made.context = context;
  return made;
}

SchedulerEvent waking(int64_t time, uint32_t core, uint32_t thread, uint32_t target,
                      Context context = Context::unknown) {
  return about(EventKind::waking, time, core, thread, target, context);
}

SchedulerEvent wakeup(int64_t time, uint32_t core, uint32_t thread, uint32_t target,
                      Context context = Context::unknown) {
  return about(EventKind::wakeup, time, core, thread, target, context);
}

SchedulerEvent migration(int64_t time, uint32_t core, uint32_t thread, uint32_t target) {
  return about(EventKind::migration, time, core, thread, target, Context::unknown);
}

SchedulerEvent begin(int64_t time, uint32_t core, InterruptName name, EndedBy source = EndedBy::other) {
  SchedulerEvent made = event(time, core, EventKind::interrupt_begin);
  made.interrupt = name;
  made.source = source;
  return made;
}

SchedulerEvent end(int64_t time, uint32_t core, InterruptName name) {
  SchedulerEvent made = event(time, core, EventKind::interrupt_end);
  made.interrupt = name;
  return made;
}

SchedulerEvent done(int64_t time, uint32_t core, EndedBy device) {
  SchedulerEvent made = event(time, core, EventKind::device_done);
  made.source = device;
  return made;
}

SchedulerEvent call(int64_t time, uint32_t core, bool is_futex = false) {
  SchedulerEvent made = event(time, core, EventKind::call_begin);
  made.is_futex = is_futex;
  return made;
}

SchedulerEvent lost(int64_t time, uint32_t core, int64_t until) {
  SchedulerEvent made = event(time, core, EventKind::lost);
  made.lost_until = Ticks(until);
  made.lost_events = 5;
  return made;
}

NodeTrace node_of(const std::vector<SchedulerEvent>& events, const Recorded& recorded = kAll) {
  ThreadStates states(recorded, std::set<uint32_t>{1});
  for (const SchedulerEvent& each : events) states.take(each);
  return std::move(states).finish();
}

std::string t_of(const std::vector<SchedulerEvent>& events, const Recorded& recorded = kAll) {
  return thread_text(node_of(events, recorded), 1);
}

TEST(ThreadStatesTest, SleepEndsByATimer) {
  // It sleeps from 10 to 20. Its core then needs until 22 to run it.
  EXPECT_EQ(t_of({core_switch(10, 0, 1, kBlocked, 0), begin(19, 0, kTimer, EndedBy::timer),
                  waking(20, 0, 1, 0), wakeup(20, 0, 1, 0), end(21, 0, kTimer),
                  core_switch(22, 0, 0, kRunnable, 1), core_switch(30, 0, 1, kBlocked, 0)}),
            "known 10-30\n"
            "blocked 10-20 timer, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, AnInterruptWithoutABeginIsTheTimersUnlessThatIsRecorded) {
  const std::vector<SchedulerEvent> events{core_switch(10, 0, 1, kBlocked, 2),
                                           waking(20, 0, 1, 0, Context::interrupt), wakeup(20, 0, 1, 0),
                                           core_switch(22, 0, 2, kRunnable, 1)};
  EXPECT_EQ(t_of(events, kLikePerf), "known 10-22\nblocked 10-20 timer, ready 20-22: 20-22 x\n");
  EXPECT_EQ(t_of(events, kAll), "known 10-22\nblocked 10-20 other, ready 20-22: 20-22 x\n");
}

TEST(ThreadStatesTest, DiskIsWaitedForUntilItsSoftirq) {
  // x is interrupted at 18 on core 1: it has nothing to do with it.
  EXPECT_EQ(t_of({core_switch(5, 1, 0, kRunnable, 2), core_switch(10, 0, 1, kBlocked, 0),
                  begin(18, 1, kDiskSoftirq, EndedBy::disk), waking(20, 1, 1, 0), end(21, 1, kDiskSoftirq),
                  wakeup(21, 0, 1, 0), core_switch(22, 0, 0, kRunnable, 1)}),
            "known 10-22\nblocked 10-20 disk, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, LinesBelongToTheDeviceThatTheirHandlersServe) {
  // At 1-4 the handler of the line completes a request; at 20 nothing is said but its line.
  EXPECT_EQ(t_of({begin(1, 0, kLine), done(2, 0, EndedBy::disk), end(4, 0, kLine),
                  core_switch(10, 0, 1, kBlocked, 0), begin(19, 0, kLine), waking(20, 0, 1, 0),
                  wakeup(20, 0, 1, 0), end(21, 0, kLine), core_switch(22, 0, 0, kRunnable, 1)}),
            "known 10-22\nblocked 10-20 disk, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, LinesBelongToTheDeviceOfTheSoftirqTheyRaise) {
  SchedulerEvent raise = event(2, 0, EventKind::softirq_raise);
  raise.source = EndedBy::network;
  EXPECT_EQ(t_of({begin(1, 0, kLine), raise, end(4, 0, kLine), core_switch(10, 0, 1, kBlocked, 0),
                  begin(19, 0, kLine), waking(20, 0, 1, 0), wakeup(20, 0, 1, 0), end(21, 0, kLine),
                  core_switch(22, 0, 0, kRunnable, 1)}),
            "known 10-22\nblocked 10-20 network, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, FutexIsALockOfTheThreadThatWakes) {
  EXPECT_EQ(t_of({core_switch(4, 1, 0, kRunnable, 2), core_switch(5, 0, 0, kRunnable, 1), call(9, 0, true),
                  core_switch(10, 0, 1, kBlocked, 0), call(19, 1, true), waking(20, 1, 1, 0),
                  wakeup(20, 1, 1, 0), core_switch(22, 0, 0, kRunnable, 1)}),
            "known 5-22\nblocked 10-20 lock x, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, OtherCallsEndByTheThread) {
  EXPECT_EQ(t_of({core_switch(4, 1, 0, kRunnable, 2), core_switch(5, 0, 0, kRunnable, 1), call(9, 0),
                  core_switch(10, 0, 1, kBlocked, 0), call(19, 1), waking(20, 1, 1, 0), wakeup(20, 1, 1, 0),
                  core_switch(22, 0, 0, kRunnable, 1)}),
            "known 5-22\nblocked 10-20 thread x, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, AThreadOutsideOfTheKernelWakesNobody) {
  // x ended its call at 8, so at 20 the core deals with an interrupt of which no event is there.
  const std::vector<SchedulerEvent> events{core_switch(4, 1, 0, kRunnable, 2),
                                           event(8, 1, EventKind::call_end),
                                           core_switch(10, 0, 1, kBlocked, 0),
                                           waking(20, 1, 1, 0),
                                           wakeup(20, 1, 1, 0),
                                           core_switch(22, 0, 0, kRunnable, 1)};
  Recorded without_timers = kAll;
  without_timers.timers = false;
  EXPECT_EQ(t_of(events, without_timers), "known 10-22\nblocked 10-20 timer, ready 20-22: 20-22 idle\n");
  EXPECT_EQ(t_of(events), "known 10-22\nblocked 10-20 other, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, WhereInterruptsAreNotSeenNobodyIsNamed) {
  Recorded recorded{.switches = true, .waking = true, .wakeups = true};
  EXPECT_EQ(t_of({core_switch(4, 1, 0, kRunnable, 2), core_switch(10, 0, 1, kBlocked, 0), waking(20, 1, 1, 0),
                  wakeup(20, 1, 1, 0), core_switch(22, 0, 0, kRunnable, 1)},
                 recorded),
            "known 10-22\nblocked 10-20 other, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, AThreadOfTheKernelActsForTheDeviceThatWokeIt) {
  // t waits for the thread of a journal (7), which waits for the disk from 11 to 18.
  std::vector<SchedulerEvent> events{core_switch(9, 1, 0, kRunnable, 7),
                                     core_switch(10, 0, 1, kBlocked, 0),
                                     core_switch(11, 1, 7, kBlocked, 0),
                                     begin(17, 1, kDiskSoftirq, EndedBy::disk),
                                     waking(18, 1, 7, 1),
                                     wakeup(18, 1, 7, 1),
                                     end(18, 1, kDiskSoftirq),
                                     core_switch(19, 1, 0, kRunnable, 7),
                                     waking(20, 1, 1, 0, Context::thread),
                                     wakeup(20, 1, 1, 0),
                                     core_switch(22, 0, 0, kRunnable, 1)};
  events[0].next.name = "jbd2/vda-8";
  EXPECT_EQ(t_of(events), "known 10-22\nblocked 10-20 disk jbd2/vda-8, ready 20-22: 20-22 idle\n");
  // A thread of a program that read a file did something of its own with it.
  events[0].next.name = "reader";
  EXPECT_EQ(t_of(events), "known 10-22\nblocked 10-20 thread reader, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, WhatAThreadOfTheKernelHadBeforeIsNotWaitedFor) {
  // The disk woke it at 8; t blocked later.
  std::vector<SchedulerEvent> events{core_switch(5, 1, 7, kBlocked, 0),
                                     begin(7, 1, kDiskSoftirq, EndedBy::disk),
                                     waking(8, 1, 7, 1),
                                     wakeup(8, 1, 7, 1),
                                     end(8, 1, kDiskSoftirq),
                                     core_switch(9, 1, 0, kRunnable, 7),
                                     core_switch(10, 0, 1, kBlocked, 0),
                                     waking(20, 1, 1, 0, Context::thread),
                                     wakeup(20, 1, 1, 0),
                                     core_switch(22, 0, 0, kRunnable, 1)};
  events[0].thread.name = "kworker/1:1";
  EXPECT_EQ(t_of(events), "known 10-22\nblocked 10-20 thread kworker/1:1, ready 20-22: 20-22 idle\n");
  // Unless it completed a request itself.
  events.insert(events.begin() + 7, done(19, 1, EndedBy::disk));
  EXPECT_EQ(t_of(events), "known 10-22\nblocked 10-20 disk kworker/1:1, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, PagesAreWaitedForAfterAFault) {
  EXPECT_EQ(t_of({core_switch(5, 0, 0, kRunnable, 1), event(9, 0, EventKind::page_fault),
                  core_switch(10, 0, 1, kBlocked, 0), begin(18, 0, kDiskSoftirq, EndedBy::disk),
                  waking(20, 0, 1, 0), wakeup(20, 0, 1, 0), end(21, 0, kDiskSoftirq),
                  core_switch(22, 0, 0, kRunnable, 1)}),
            "known 5-22\nblocked 10-20 page fault, ready 20-22: 20-22 idle\n");
  // A call after the fault waits for something else.
  EXPECT_EQ(t_of({core_switch(5, 0, 0, kRunnable, 1), event(8, 0, EventKind::page_fault), call(9, 0),
                  core_switch(10, 0, 1, kBlocked, 0), begin(18, 0, kDiskSoftirq, EndedBy::disk),
                  waking(20, 0, 1, 0), wakeup(20, 0, 1, 0), end(21, 0, kDiskSoftirq),
                  core_switch(22, 0, 0, kRunnable, 1)}),
            "known 5-22\nblocked 10-20 disk, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, PreemptedTimeIsSharedByWhatRan) {
  // x takes the core at 10, y at 13, and t has it again at 20.
  EXPECT_EQ(t_of({core_switch(5, 0, 0, kRunnable, 1), core_switch(10, 0, 1, kRunnable, 2),
                  core_switch(13, 0, 2, kRunnable, 3), core_switch(20, 0, 3, kRunnable, 1),
                  core_switch(30, 0, 1, kRunnable, 0)}),
            "known 5-30\npreempted 10-20: 10-13 x, 13-20 y\n");
}

TEST(ThreadStatesTest, ReadyTimeIsSharedByWhatRan) {
  // It is woken at 20 to run on core 1, where x runs until 25.
  EXPECT_EQ(t_of({core_switch(5, 1, 0, kRunnable, 2), core_switch(10, 0, 1, kBlocked, 0),
                  begin(19, 0, kTimerSoftirq, EndedBy::timer), waking(20, 0, 1, 0), migration(20, 0, 1, 1),
                  wakeup(20, 0, 1, 1), end(21, 0, kTimerSoftirq), core_switch(25, 1, 2, kRunnable, 1)}),
            "known 10-25\nblocked 10-20 timer, ready 20-25: 20-25 x\n");
}

TEST(ThreadStatesTest, WhoWaitsIsMovedToAnotherCore) {
  // It loses core 0 to x, is moved to core 1 at 14, where y runs, and has that at 20.
  EXPECT_EQ(t_of({core_switch(4, 1, 0, kRunnable, 3), core_switch(5, 0, 0, kRunnable, 1),
                  core_switch(10, 0, 1, kRunnable, 2), migration(14, 0, 1, 1),
                  core_switch(20, 1, 3, kRunnable, 1), core_switch(21, 0, 2, kRunnable, 3)}),
            "known 5-21\npreempted 10-20: 10-14 x, 14-20 y\n");
}

TEST(ThreadStatesTest, WakingCanComeBeforeTheCoreIsLeft) {
  // x wakes it at 9, when it is about to sleep; the wake-up comes when it has left its core, in an interrupt.
  EXPECT_EQ(t_of({core_switch(4, 1, 0, kRunnable, 2), core_switch(5, 0, 0, kRunnable, 1), call(8, 1),
                  waking(9, 1, 1, 0), core_switch(10, 0, 1, kBlocked, 0),
                  wakeup(12, 0, 1, 0, Context::interrupt), core_switch(22, 0, 0, kRunnable, 1)}),
            "known 5-22\nblocked 10-10 thread x, ready 10-22: 10-22 idle\n");
  // With its wake-up at 9 the waking is over: it did not leave its core then.
  EXPECT_EQ(t_of({core_switch(4, 1, 0, kRunnable, 2), core_switch(5, 0, 0, kRunnable, 1), call(8, 1),
                  waking(9, 1, 1, 0), wakeup(9, 1, 1, 0), core_switch(10, 0, 1, kBlocked, 0),
                  waking(20, 1, 1, 0), wakeup(20, 1, 1, 0), core_switch(22, 0, 0, kRunnable, 1)}),
            "known 5-22\nblocked 10-20 thread x, ready 20-22: 20-22 idle\n");
}

TEST(ThreadStatesTest, APreemptedThreadCanBeWoken) {
  // It was about to sleep when it was preempted.
  EXPECT_EQ(
      t_of({core_switch(10, 0, 1, kRunnable, 2), begin(11, 0, kTimer, EndedBy::timer), waking(12, 0, 1, 0),
            wakeup(12, 0, 1, 0), end(13, 0, kTimer), core_switch(20, 0, 2, kRunnable, 1)}),
      "known 10-20\npreempted 10-20: 10-20 x\n");
}

TEST(ThreadStatesTest, NothingIsKnownBeforeTheFirstEvent) {
  // It is first seen when it comes at 20: how long it was away is not known. At the end it is away.
  EXPECT_EQ(t_of({core_switch(5, 0, 2, kRunnable, 3), core_switch(20, 0, 3, kRunnable, 1),
                  core_switch(30, 0, 1, kBlocked, 2), core_switch(40, 0, 2, kBlocked, 3)}),
            "known 20-30\n");
  // It is first seen when it is woken.
  EXPECT_EQ(t_of({core_switch(5, 0, 2, kRunnable, 3), call(6, 0), waking(7, 0, 1, 0), wakeup(7, 0, 1, 0),
                  core_switch(20, 0, 3, kRunnable, 1), core_switch(30, 0, 1, kRunnable, 2)}),
            "known 20-30\n");
}

TEST(ThreadStatesTest, EventsSayWhatACoreRuns) {
  SchedulerEvent said = event(5, 0, EventKind::call_end);
  said.current = 1;
  said.current_process = 77;
  const NodeTrace node = node_of({said, core_switch(30, 0, 1, kRunnable, 2)});
  EXPECT_EQ(thread_text(node, 1), "known 5-30\n");
  EXPECT_EQ(node.tasks[node.threads[0].task.index()].process_id, 77U);
}

TEST(ThreadStatesTest, LossesOfItsCoreEndWhatIsKnown) {
  // Events of core 0 are missing from 15 to 25: t runs then, or something else does.
  const NodeTrace node = node_of({core_switch(10, 0, 2, kRunnable, 1), lost(15, 0, 25),
                                  core_switch(30, 0, 1, kRunnable, 2), core_switch(35, 0, 2, kRunnable, 1)});
  EXPECT_EQ(thread_text(node, 1), "known 10-15\nknown 30-35\npreempted 30-35: 30-35 x\n");
  EXPECT_EQ(node.lost_events, 5U);
  EXPECT_EQ(node.cores[0], (std::vector<OnCore>{{Ticks(10), Ticks(15), node.threads[0].task},
                                                {Ticks(30), Ticks(35), node.cores[0].back().task}}));
}

TEST(ThreadStatesTest, LossesOfAnyCoreEndWhatIsKnownOfWhoHasNone) {
  // It is off its core from 10; on core 1 it may have been woken and have run from 15 to 25 unseen.
  EXPECT_EQ(t_of({core_switch(5, 0, 2, kRunnable, 1), core_switch(10, 0, 1, kBlocked, 2), lost(15, 1, 25),
                  call(29, 0), waking(30, 0, 1, 0), wakeup(30, 0, 1, 0), core_switch(35, 0, 2, kRunnable, 1),
                  core_switch(40, 0, 1, kRunnable, 2)}),
            "known 5-10\nknown 35-40\n");
  // It is woken before that, and waits for its turn.
  EXPECT_EQ(t_of({core_switch(5, 0, 2, kRunnable, 1), core_switch(10, 0, 1, kBlocked, 2), call(11, 0),
                  waking(12, 0, 1, 0), wakeup(12, 0, 1, 0), lost(15, 1, 25),
                  core_switch(35, 0, 2, kRunnable, 1), core_switch(40, 0, 1, kRunnable, 2)}),
            "known 5-12\nknown 35-40\nblocked 10-12 thread x, ready 12-12\n");
  // It leaves its core while events are lost elsewhere.
  EXPECT_EQ(t_of({core_switch(5, 0, 2, kRunnable, 1), lost(15, 1, 25), core_switch(20, 0, 1, kBlocked, 2),
                  call(29, 0), waking(30, 0, 1, 0), wakeup(30, 0, 1, 0), core_switch(35, 0, 2, kRunnable, 1),
                  core_switch(40, 0, 1, kRunnable, 2)}),
            "known 5-20\nknown 35-40\n");
  // It runs on core 0 all that time.
  EXPECT_EQ(t_of({core_switch(5, 0, 2, kRunnable, 1), lost(15, 1, 25), core_switch(40, 0, 1, kRunnable, 2)}),
            "known 5-40\n");
}

TEST(ThreadStatesTest, WhoComesBackWithoutAWakeUpWasNotSeen) {
  const NodeTrace node = node_of({core_switch(5, 0, 2, kRunnable, 1), core_switch(10, 0, 1, kBlocked, 2),
                                  core_switch(35, 0, 2, kRunnable, 1), core_switch(40, 0, 1, kRunnable, 2)});
  EXPECT_EQ(thread_text(node, 1), "known 5-10\nknown 35-40\n");
  EXPECT_EQ(node.contradictions, 1U);
  // If no wake-ups are recorded at all, it was blocked until it came back.
  EXPECT_EQ(t_of({core_switch(5, 0, 2, kRunnable, 1), core_switch(10, 0, 1, kBlocked, 2),
                  core_switch(35, 0, 2, kRunnable, 1), core_switch(40, 0, 1, kRunnable, 2)},
                 {.switches = true}),
            "known 5-40\nblocked 10-35 other, ready 35-35\n");
}

TEST(ThreadStatesTest, WhoIsWokenTwiceRanUnseen) {
  // Core 1 has no events: t must have run there between 20 and 30.
  const NodeTrace node =
      node_of({core_switch(5, 0, 2, kRunnable, 1), core_switch(10, 0, 1, kBlocked, 2), call(19, 0),
               waking(20, 0, 1, 1), wakeup(20, 0, 1, 1), waking(30, 0, 1, 0), wakeup(30, 0, 1, 0),
               core_switch(35, 0, 2, kRunnable, 1), core_switch(40, 0, 1, kRunnable, 2)});
  EXPECT_EQ(thread_text(node, 1), "known 5-20\nknown 35-40\nblocked 10-20 thread x, ready 20-20\n");
  EXPECT_EQ(node.silent_cores, std::vector<uint32_t>{1});
}

TEST(ThreadStatesTest, WhoRunsWhereItWasNotSeenToComeIsNotKnownBefore) {
  // Core 0 is seen to run t until 20, but core 1 switches from it at 30: it left core 0 unseen.
  EXPECT_EQ(t_of({core_switch(10, 0, 2, kRunnable, 1), core_switch(30, 1, 1, kRunnable, 2),
                  core_switch(35, 1, 2, kRunnable, 1), core_switch(40, 1, 1, kRunnable, 2)}),
            "known 30-40\npreempted 30-35: 30-35 x\n");
  // Core 0 switches from x, though it was seen to run t.
  EXPECT_EQ(t_of({core_switch(10, 0, 2, kRunnable, 1), core_switch(30, 0, 3, kRunnable, 1),
                  core_switch(40, 0, 1, kRunnable, 2)}),
            "known 30-40\n");
}

TEST(ThreadStatesTest, WhoWaitsForACoreWithMissingEventsIsNotKnown) {
  // Core 0 comes from y at 15, though it was seen to go to x at 10: t may have had it between.
  EXPECT_EQ(t_of({core_switch(5, 0, 0, kRunnable, 1), core_switch(10, 0, 1, kRunnable, 2),
                  core_switch(15, 0, 3, kRunnable, 2), core_switch(20, 0, 2, kRunnable, 1),
                  core_switch(30, 0, 1, kRunnable, 2)}),
            "known 5-10\nknown 20-30\n");
  // It is blocked until 17.
  EXPECT_EQ(t_of({core_switch(5, 0, 0, kRunnable, 1), core_switch(10, 0, 1, kBlocked, 2),
                  core_switch(15, 0, 3, kRunnable, 2), call(16, 0), waking(17, 0, 1, 0), wakeup(17, 0, 1, 0),
                  core_switch(20, 0, 2, kRunnable, 1), core_switch(30, 0, 1, kRunnable, 2)}),
            "known 5-30\nblocked 10-17 thread x, ready 17-20: 17-20 x\n");
  // It is woken at 12, and waits for the core from then on.
  EXPECT_EQ(t_of({core_switch(5, 0, 0, kRunnable, 1), core_switch(10, 0, 1, kBlocked, 2), call(11, 0),
                  waking(12, 0, 1, 0), wakeup(12, 0, 1, 0), core_switch(15, 0, 3, kRunnable, 2),
                  core_switch(20, 0, 2, kRunnable, 1), core_switch(30, 0, 1, kRunnable, 2)}),
            "known 5-12\nknown 20-30\nblocked 10-12 thread x, ready 12-12\n");
}

TEST(ThreadStatesTest, EventsThatAreThereTwiceCountOnce) {
  std::vector<SchedulerEvent> twice;
  for (const SchedulerEvent& each : {core_switch(10, 0, 1, kBlocked, 0), begin(19, 0, kTimer, EndedBy::timer),
                                     waking(20, 0, 1, 0), wakeup(20, 0, 1, 0), end(21, 0, kTimer),
                                     core_switch(22, 0, 0, kRunnable, 1), core_switch(30, 0, 1, kBlocked, 0)})
    twice.insert(twice.end(), 2, each);
  const NodeTrace node = node_of(twice);
  EXPECT_EQ(thread_text(node, 1), "known 10-30\nblocked 10-20 timer, ready 20-22: 20-22 idle\n");
  EXPECT_EQ(node.contradictions, 0U);
}

TEST(ThreadStatesTest, InterruptsOfARunningThreadAreKept) {
  // A softirq from 12 to 18, with a timer inside of it.
  EXPECT_EQ(t_of({core_switch(10, 0, 2, kRunnable, 1), begin(12, 0, kNetworkSoftirq, EndedBy::network),
                  begin(13, 0, kTimer, EndedBy::timer), end(14, 0, kTimer), end(18, 0, kNetworkSoftirq),
                  core_switch(30, 0, 1, kRunnable, 2)}),
            "known 10-30\ninterrupt 12-18 network\n");
}

TEST(ThreadStatesTest, ATaskHasTheLatestNameAndNumbersAreGivenAgain) {
  SchedulerEvent fork = event(5, 0, EventKind::fork);
  fork.thread = {.id = 1, .name = "shell"};
  fork.parent = named(2);
  SchedulerEvent first = about(EventKind::first_wakeup, 6, 0, 1, 0, Context::thread);
  first.thread.name = "shell";
  SchedulerEvent again = fork;
  again.time = Ticks(50);
  SchedulerEvent first_again = first;
  first_again.time = Ticks(51);
  SchedulerEvent comes = core_switch(10, 0, 2, kRunnable, 1);
  comes.next.name = "shell";
  SchedulerEvent comes_again = core_switch(60, 0, 2, kRunnable, 1);
  comes_again.next.name = "shell";
  SchedulerEvent leaves_again = core_switch(70, 0, 1, kRunnable, 2);
  leaves_again.thread.name = "shell";
  const NodeTrace node =
      node_of({core_switch(1, 0, 0, kRunnable, 2), fork, first, comes, core_switch(20, 0, 1, kDead, 2), again,
               first_again, comes_again, leaves_again});
  // The first one is made by x at 6 and runs another program, t, from 10 to 20.
  EXPECT_EQ(thread_text(node, 1),
            "known 6-20\nblocked 6-6 thread x, ready 6-10: 6-10 x\n--\n"
            "known 51-70\nblocked 51-51 thread x, ready 51-60: 51-60 x\n");
  ASSERT_EQ(node.threads.size(), 2U);
  EXPECT_EQ(node.tasks[node.threads[0].task.index()].name, "t");
  EXPECT_EQ(node.tasks[node.threads[1].task.index()].name, "shell");
}

TEST(ThreadStatesTest, WhoRunsAnotherProgramGetsTheNumberOfItsProcess) {
  SchedulerEvent exec = event(15, 0, EventKind::exec);
  exec.old_thread = 4;
  exec.thread = named(1);
  const NodeTrace node = node_of({core_switch(5, 0, 1, kBlocked, 0), core_switch(10, 0, 0, kRunnable, 4),
                                  exec, core_switch(20, 0, 1, kRunnable, 2)});
  EXPECT_EQ(thread_text(node, 1), "known 15-20\n");
}

TEST(ThreadStatesTest, NothingRunsOnManyCoresAtATime) {
  const NodeTrace node = node_of({core_switch(1, 0, 2, kBlocked, 0), core_switch(2, 1, 3, kBlocked, 0),
                                  core_switch(8, 1, 0, kRunnable, 3), core_switch(9, 0, 0, kRunnable, 2)});
  EXPECT_EQ(node.cores[0], (std::vector<OnCore>{{Ticks(1), Ticks(9), TaskId(0)}}));
  EXPECT_EQ(node.cores[1], (std::vector<OnCore>{{Ticks(2), Ticks(8), TaskId(0)},
                                                {Ticks(8), Ticks(9), node.cores[1][1].task}}));
  EXPECT_EQ(node.tasks[0].name, "idle");
  EXPECT_EQ(node.contradictions, 2U);  // y and x come back without having been woken
}

/// Whatever events say, spans are in order and apart, and stretches lie in them in order and apart.
void check(const NodeTrace& node) {
  for (const Thread& thread : node.threads) {
    Ticks at = Ticks::min();
    for (const Span& span : thread.known) {
      ASSERT_LE(at, span.begin);
      ASSERT_LT(span.begin, span.end);
      at = span.end;
    }
    at = Ticks::min();
    auto span = thread.known.begin();
    for (const OffCore& off : thread.off_core) {
      ASSERT_LE(at, off.begin);
      ASSERT_LE(off.begin, off.woken);
      ASSERT_LE(off.woken, off.end);
      at = off.end;
      while (span != thread.known.end() && span->end < off.end) ++span;
      ASSERT_NE(span, thread.known.end());
      ASSERT_LE(span->begin, off.begin);
      for (const OnCore& part : ran_instead(node, thread, off)) ASSERT_LT(part.begin, part.end);
    }
  }
  for (const std::vector<OnCore>& core : node.cores) {
    Ticks at = Ticks::min();
    for (const OnCore& on : core) {
      ASSERT_LE(at, on.begin);
      ASSERT_LT(on.begin, on.end);
      at = on.end;
    }
  }
}

TEST(ThreadStatesTest, AnyEventsGiveStatesInOrder) {
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    std::mt19937 random(seed);
    const auto number = [&](uint32_t below) { return static_cast<uint32_t>(random() % below); };
    Recorded recorded = seed % 2 == 0 ? kAll : kLikePerf;
    recorded.waking = seed % 3 != 0;
    ThreadStates states(recorded, std::nullopt);
    int64_t time = 0;
    for (int i = 0; i < 200; ++i) {
      time += number(3);
      SchedulerEvent made = event(time, number(3), static_cast<EventKind>(number(16)));
      made.context = static_cast<Context>(number(4));
      if (number(4) == 0) made.current = number(6);
      made.thread = named(number(6));
      made.next = named(number(6));
      made.parent = named(number(3));
      made.old_thread = number(6);
      made.state = static_cast<LeftState>(number(3));
      made.target = number(50) == 0 ? UINT32_MAX : number(4);
      made.interrupt = {static_cast<InterruptName::Kind>(number(3)), number(3)};
      made.source = static_cast<EndedBy>(number(7));
      made.lost_until = Ticks(time + number(5));
      made.lost_on_all = number(4) == 0;
      if (made.kind == EventKind::lost && number(8) != 0) continue;
      states.take(made);
    }
    check(std::move(states).finish());
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

}  // namespace
}  // namespace latecomer::kernel
