// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "kernel/states_trace.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "trace/event.h"
#include "trace/location_kinds.h"

namespace latecomer::kernel {
namespace {

Ticks at(int64_t time) {
  return Ticks(time);
}
TaskId task(size_t position) {
  return TaskId(position);
}

/// A thread of process 100 and programs x, and cat with a helper, beside what runs on idle cores.
NodeTrace node() {
  NodeTrace node{.host = "n1", .boot_id = "boot", .begin = at(0), .end = at(100)};
  node.tasks = {{.name = "idle"},
                {.thread_id = 101, .process_id = 100, .name = "t"},
                {.thread_id = 200, .process_id = 200, .name = "x"},
                {.thread_id = 300, .process_id = 300, .name = "cat"},
                {.thread_id = 301, .process_id = 300, .name = "helper"},
                {.thread_id = 9, .process_id = 9, .name = "kworker/u4:2"}};
  node.threads = {{.task = task(1), .known = {{at(5), at(90)}}}};
  node.cores.resize(1);
  return node;
}

std::string text_of(const trace::MemoryTrace& trace, size_t location = 0) {
  std::string text;
  for (const trace::Event& event : trace.events(trace::LocationId(location))) {
    text += fmt::format("{} {}", name_of(event.kind), event.time.count);
    if (event.duration() != 0) text += fmt::format(" {}", event.duration());
    if (event.by().valid()) text += fmt::format(" {}", trace.region(event.by()).name);
    if (event.cause() != 0) text += fmt::format(" location {}", event.cause());
    text += "\n";
  }
  return text;
}

TEST(StatesTrace, SaysWhoseStatesTheyAre) {
  const std::unique_ptr<trace::MemoryTrace> trace = states_trace(node());
  const trace::Definitions& definitions = trace->definitions();
  ASSERT_EQ(definitions.locations.size(), 1U);
  EXPECT_EQ(definitions.locations[0].process_id, 100U);
  EXPECT_EQ(definitions.locations[0].thread_ids, std::vector<uint32_t>{101});
  EXPECT_EQ(definitions.system_nodes[0].name, "n1");
  EXPECT_EQ(definitions.system_nodes[0].boot_id, "boot");
  EXPECT_EQ(definitions.length, 100U);
  EXPECT_EQ(text_of(*trace), "measurement_on 5\nmeasurement_off 90\n");
}

TEST(StatesTrace, BlockedTimeEndsWhenTheThreadIsWoken) {
  NodeTrace of = node();
  of.threads[0].off_core = {
      {.begin = at(10), .woken = at(20), .end = at(22), .ended_by = EndedBy::timer},
      {.begin = at(30), .woken = at(40), .end = at(40), .ended_by = EndedBy::disk, .waker = task(5)},
      {.begin = at(50), .woken = at(60), .end = at(61), .ended_by = EndedBy::thread, .waker = task(4)},
      {.begin = at(70), .woken = at(80), .end = at(81), .ended_by = EndedBy::lock, .waker = task(2)}};
  EXPECT_EQ(text_of(*states_trace(of)),
            "measurement_on 5\n"
            "blocked_timer 20 10 location 2\nready 22 2\n"
            "blocked_disk 40 10 location 3\n"
            "blocked 60 10 cat location 4\nready 61 1\n"
            "blocked_lock 80 10 x location 5\nready 81 1\n"
            "measurement_off 90\n");
  const trace::Definitions& definitions = states_trace(of)->definitions();
  std::vector<std::string> causes;
  for (size_t l = 1; l < definitions.locations.size(); ++l) {
    EXPECT_FALSE(trace::is_thread(definitions.locations[l]));
    EXPECT_EQ(definitions.locations[l].group, trace::LocationGroupId(size_t{1}));
    causes.push_back(definitions.locations[l].name);
  }
  EXPECT_EQ(causes, (std::vector<std::string>{"timers", "disks", "process cat", "process x"}));
}

TEST(StatesTrace, ThreadsThatHaveALocationThemselvesAreNamedByIt) {
  NodeTrace of = node();
  of.tasks.push_back({.thread_id = 102, .process_id = 100, .name = "t"});
  of.threads.push_back({.task = task(6), .known = {}});
  of.threads[0].off_core = {
      {.begin = at(10), .woken = at(20), .end = at(20), .ended_by = EndedBy::thread, .waker = task(6)}};
  EXPECT_EQ(text_of(*states_trace(of)), "measurement_on 5\nblocked 20 10 t location 2\nmeasurement_off 90\n");
}

TEST(StatesTrace, PreemptedTimeIsDividedByWhatRanMeanwhile) {
  NodeTrace of = node();
  of.threads[0].off_core = {{.begin = at(10), .woken = at(10), .end = at(30), .is_preempted = true}};
  of.cores[0] = {{at(10), at(14), task(2)}, {at(16), at(20), task(5)}, {at(20), at(30), task(0)}};
  EXPECT_EQ(
      text_of(*states_trace(of)),
      "measurement_on 5\n"
      "preempted 14 4 x location 2\npreempted 16 2\npreempted 20 4 kworker location 3\npreempted 30 10\n"
      "measurement_off 90\n");
}

TEST(StatesTrace, ProgramsThatHardlyMatterAreOnlyNamed) {
  NodeTrace of = node();
  of.end = at(100'000);
  of.threads[0].known = {{at(5), at(90'000)}};
  of.threads[0].off_core = {{.begin = at(10), .woken = at(10), .end = at(300), .is_preempted = true}};
  of.cores[0] = {{at(10), at(109), task(2)}, {at(200), at(300), task(3)}};
  EXPECT_EQ(text_of(*states_trace(of)),
            "measurement_on 5\n"
            "preempted 109 99 x\npreempted 200 91\npreempted 300 100 cat location 2\n"
            "measurement_off 90000\n");
}

TEST(StatesTrace, CoresHaveLocationsThatSayWhatRanThere) {
  NodeTrace of = node();
  of.cores = {{}, {{at(10), at(14), task(2)}, {at(14), at(20), task(1)}, {at(20), at(30), task(0)}}};
  const std::unique_ptr<trace::MemoryTrace> trace = states_trace(of);
  const std::vector<trace::Location>& locations = trace->definitions().locations;
  ASSERT_EQ(locations.size(), 2U);
  EXPECT_EQ(locations[1].name, "core 1");
  EXPECT_EQ(locations[1].events, 2U);
  EXPECT_FALSE(trace::is_thread(locations[1]));
  EXPECT_EQ(text_of(*trace, 1), "on_core 14 4 x\non_core 20 6 t location 1\n");
}

TEST(StatesTrace, AThreadOfTheRunThatHadTheCoreIsItself) {
  NodeTrace of = node();
  of.tasks.push_back({.thread_id = 102, .process_id = 100, .name = "t"});
  of.threads.push_back({.task = task(6), .known = {}});
  of.threads[0].off_core = {{.begin = at(10), .woken = at(10), .end = at(20), .is_preempted = true}};
  of.cores[0] = {{at(10), at(20), task(6)}};
  EXPECT_EQ(text_of(*states_trace(of)),
            "measurement_on 5\npreempted 20 10 t location 2\nmeasurement_off 90\n");
}

}  // namespace
}  // namespace latecomer::kernel
