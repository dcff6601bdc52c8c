// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/joined_trace.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "trace/memory_trace.h"

namespace latecomer::trace {
namespace {

/// A location of a process on a node, with the number of its thread.
struct Thread {
  uint32_t process;
  uint32_t number;
  std::vector<Event> events;
};

Event enter(int64_t time) {
  return {.time = Ticks(time), .kind = EventKind::enter, .region = RegionId(size_t{0})};
}
Event leave(int64_t time) {
  return {.time = Ticks(time), .kind = EventKind::leave, .region = RegionId(size_t{0})};
}
Event known(int64_t time) {
  return {.time = Ticks(time), .kind = EventKind::measurement_on};
}
Event unknown(int64_t time) {
  return {.time = Ticks(time), .kind = EventKind::measurement_off};
}
Event off(EventKind kind, int64_t time, uint64_t ticks, RegionId by = {}) {
  Event event{.time = Ticks(time), .kind = kind};
  event.duration() = ticks;
  event.by() = by;
  return event;
}

std::unique_ptr<Trace> trace_of(const std::string& node, const std::string& boot, const std::string& region,
                                std::vector<Thread> threads, uint64_t begin = 0, uint64_t length = 100) {
  Definitions definitions;
  definitions.global_offset = begin;
  definitions.length = length;
  definitions.regions.push_back({.name = region});
  definitions.system_nodes.push_back({.name = node, .class_name = "node", .parent = {}, .boot_id = boot});
  std::vector<MemoryTrace::LocationContent> contents;
  for (Thread& thread : threads) {
    definitions.location_groups.push_back(
        {.name = "process", .parent = SystemNodeId(size_t{0}), .counted_calls = {}});
    definitions.locations.push_back({.name = "thread",
                                     .group = LocationGroupId(definitions.location_groups.size() - 1),
                                     .process_id = thread.process,
                                     .thread_ids = {thread.number}});
    contents.push_back({std::move(thread.events), {}});
  }
  definitions.clock_offsets.resize(definitions.locations.size());
  return std::make_unique<MemoryTrace>(std::move(definitions), std::move(contents));
}

/// Lists what a location delivers: "enter 10, preempted 15 5 x, ...".
class TextSink : public EventSink {
 public:
  explicit TextSink(const Trace& trace) : trace_(trace) {}
  void on_event(const Event& event) override {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(event.kind), event.time.count);
    if (event.kind == EventKind::enter || event.kind == EventKind::leave) return;
    text += fmt::format(" {}", event.duration());
    if (event.by().valid()) text += fmt::format(" {}", trace_.region(event.by()).name);
    if (event.cause() != 0) text += fmt::format(" location {}", event.cause());
  }
  std::string text;

 private:
  const Trace& trace_;
};

std::string events_of(const Trace& trace, size_t location = 0) {
  TextSink sink(trace);
  trace.read(LocationId(location), sink);
  return sink.text;
}

using Nodes = std::vector<std::unique_ptr<Trace>>;

Nodes only(std::unique_ptr<Trace> node) {
  Nodes nodes;
  nodes.push_back(std::move(node));
  return nodes;
}

const RegionId kX(size_t{0});

TEST(JoinedTrace, StatesAreAmongTheEventsThatTheyAreBefore) {
  auto run = trace_of("n1", "", "main", {{7, 7, {enter(10), leave(40)}}});
  auto node = trace_of("n1", "", "x",
                       {{7,
                         7,
                         {known(0), off(EventKind::blocked_disk, 20, 5), off(EventKind::ready, 22, 2),
                          off(EventKind::preempted, 40, 3, kX), unknown(60)}}});
  const auto joined = JoinedTrace::join(std::move(run), only(std::move(node)));
  ASSERT_TRUE(joined) << joined.error().message;
  EXPECT_EQ(events_of(**joined), "enter 10, blocked_disk 20 5, ready 22 2, preempted 40 3 x, leave 40");
}

TEST(JoinedTrace, WhatIsBeforeAndAfterTheLocationIsNotOfTheRun) {
  auto run = trace_of("n1", "", "main", {{7, 7, {enter(10), leave(40)}}});
  auto node = trace_of("n1", "", "x",
                       {{7,
                         7,
                         {known(0), off(EventKind::ready, 5, 2), off(EventKind::ready, 10, 2),
                          off(EventKind::ready, 50, 2), unknown(60)}}});
  const auto joined = JoinedTrace::join(std::move(run), only(std::move(node)));
  ASSERT_TRUE(joined) << joined.error().message;
  EXPECT_EQ(events_of(**joined), "enter 10, leave 40");
}

TEST(JoinedTrace, WhatTheRecorderSaysCountsWhereTheKernelSaysNothing) {
  auto run = trace_of(
      "n1", "", "main",
      {{7, 7, {enter(10), off(EventKind::blocked, 20, 4), off(EventKind::blocked, 40, 6), leave(40)}}});
  auto node =
      trace_of("n1", "", "x", {{7, 7, {known(5), off(EventKind::blocked_timer, 19, 4), unknown(30)}}});
  const auto joined = JoinedTrace::join(std::move(run), only(std::move(node)));
  ASSERT_TRUE(joined) << joined.error().message;
  EXPECT_EQ(events_of(**joined), "enter 10, blocked_timer 19 4, blocked 40 6, leave 40");
}

TEST(JoinedTrace, ThreadsAreFoundByNodeProcessAndNumber) {
  const auto run = [] {
    return trace_of("n1", "boot", "main", {{7, 7, {enter(10), leave(40)}}, {8, 9, {enter(10), leave(40)}}});
  };
  const auto node = [](const std::string& name, const std::string& boot, uint32_t process) {
    return only(trace_of(name, boot, "x", {{process, 9, {known(0), off(EventKind::ready, 20, 5)}}}));
  };
  const std::string with = "enter 10, ready 20 5, leave 40";
  const auto second = [&](Nodes nodes) {
    const auto joined = JoinedTrace::join(run(), std::move(nodes));
    return joined ? events_of(**joined, 1) : joined.error().message.substr(0, 30);
  };
  const std::string none = "has none of the run's threads:";
  EXPECT_EQ(second(node("n1", "boot", 8)), with);
  EXPECT_EQ(second(node("n1", "boot", 0)), with) << "the process is not known";
  EXPECT_EQ(second(node("other name", "boot", 8)), with) << "the boot says which node it is";
  EXPECT_EQ(second(node("n1", "", 8)), with) << "the name says it";
  EXPECT_EQ(second(node("", "", 8)), with) << "nothing says it";
  EXPECT_EQ(second(node("n1", "another boot", 8)), none);
  EXPECT_EQ(second(node("n2", "", 8)), none);
  EXPECT_EQ(second(node("n1", "boot", 7)), none);
}

TEST(JoinedTrace, ProgramsOfSeveralNodesHaveOneRegion) {
  auto run = trace_of("n1", "", "main", {{7, 7, {enter(10), leave(40)}}});
  Nodes nodes = only(trace_of("n1", "", "x", {{7, 7, {known(0), off(EventKind::preempted, 20, 5, kX)}}}));
  nodes.push_back(trace_of("n1", "", "x", {{7, 7, {known(0), off(EventKind::preempted, 30, 5, kX)}}}));
  const auto joined = JoinedTrace::join(std::move(run), std::move(nodes));
  ASSERT_TRUE(joined) << joined.error().message;
  EXPECT_EQ(events_of(**joined), "enter 10, preempted 20 5 x, preempted 30 5 x, leave 40");
  EXPECT_EQ((*joined)->region(RegionId(size_t{0})).name, "main");
}

TEST(JoinedTrace, WhoWokeAThreadIsALocationOfTheRun) {
  auto run = trace_of("n1", "", "main", {{8, 8, {enter(10), leave(40)}}, {7, 7, {enter(10), leave(40)}}});
  const auto woken = [](int64_t time, uint32_t by) {
    Event event = off(EventKind::blocked, time, 5);
    event.cause() = by;
    return event;
  };
  auto node = trace_of(
      "n1", "", "x", {{6, 6, {}}, {7, 7, {}}, {8, 8, {known(0), woken(20, 2), woken(30, 1), woken(35, 9)}}});
  const auto joined = JoinedTrace::join(std::move(run), only(std::move(node)));
  ASSERT_TRUE(joined) << joined.error().message;
  EXPECT_EQ(events_of(**joined), "enter 10, blocked 20 5 location 2, blocked 30 5, blocked 35 5, leave 40");
}

TEST(JoinedTrace, WhatIsNoThreadIsAFurtherLocationOfTheNode) {
  auto run = trace_of("n1", "", "main", {{7, 7, {enter(10), leave(40)}}});
  Event ran = off(EventKind::on_core, 25, 5, kX);
  ran.cause() = 1;
  Event blocked = off(EventKind::blocked_timer, 20, 5);
  blocked.cause() = 2;
  auto node = trace_of("n1", "", "x",
                       {{7, 7, {known(0), blocked, unknown(60)}},
                        {0, 0, {}},
                        {0, 0, {ran, off(EventKind::on_core, 300, 150)}}});
  auto& definitions = const_cast<Definitions&>(node->definitions());
  for (size_t l : {1, 2}) {
    definitions.locations[l].kind = LocationKind::metric;
    definitions.locations[l].thread_ids.clear();
    definitions.location_groups[l].kind = LocationGroupKind::other;
  }
  const auto joined = JoinedTrace::join(std::move(run), only(std::move(node)));
  ASSERT_TRUE(joined) << joined.error().message;
  EXPECT_EQ((*joined)->definitions().locations.size(), 3U);
  EXPECT_EQ((*joined)->definitions().location_groups.size(), 3U);
  EXPECT_EQ((*joined)->definitions().location_groups[1].parent, SystemNodeId(size_t{0}));
  EXPECT_EQ(events_of(**joined, 0), "enter 10, blocked_timer 20 5 location 2, leave 40");
  EXPECT_EQ(events_of(**joined, 1), "");
  EXPECT_EQ(events_of(**joined, 2), "on_core 25 5 x location 1");
}

TEST(JoinedTrace, ReadingGoesOnFromAPosition) {
  auto run = trace_of("n1", "", "main", {{7, 7, {enter(10), leave(20), enter(30), leave(40)}}});
  auto node = trace_of("n1", "", "x",
                       {{7,
                         7,
                         {known(0), off(EventKind::ready, 15, 2), off(EventKind::ready, 25, 2),
                          off(EventKind::ready, 35, 2), unknown(60)}}});
  const auto joined = JoinedTrace::join(std::move(run), only(std::move(node)));
  ASSERT_TRUE(joined) << joined.error().message;
  TextSink sink(**joined);
  (*joined)->read_from(LocationId(size_t{0}), {.offset = 0, .events = 2, .time = Ticks(20)}, sink);
  EXPECT_EQ(sink.text, "ready 25 2, enter 30, ready 35 2, leave 40");
}

TEST(JoinedTrace, WhatWasRecordedAtAnotherTimeOrByAnotherClockIsRefused) {
  const auto message = [](uint64_t begin) {
    auto run = trace_of("n1", "", "main", {{7, 7, {enter(5'000'000'000), leave(6'000'000'000)}}},
                        5'000'000'000, 1'000'000'000);
    auto node = trace_of("n1", "", "x", {{7, 7, {}}}, begin, 1'000'000'000);
    return JoinedTrace::join(std::move(run), only(std::move(node))).error().message;
  };
  EXPECT_EQ(message(1'000'000'000),
            "was recorded 3.00 s before the run; name the one that was recorded meanwhile");
  EXPECT_EQ(message(16'000'000'000),
            "was recorded 10.0 s after the run; name the one that was recorded meanwhile");
}

}  // namespace
}  // namespace latecomer::trace
