// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Correcting the times of a condensed trace gives what condensing a trace with the new times gives.

#include "analyze/clocks/correct_times.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "analyze/condense/load_trace.h"
#include "analyze/waits/extend_workers.h"
#include "analyze/waits/find_team_times.h"
#include "comm/comm.h"
#include "random/random_program.h"
#include "random/random_teams.h"
#include "support/directories.h"
#include "trace/event_kinds.h"
#include "trace/memory_trace.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

using trace::LocationId;

CondensedTrace load(const trace::Trace& trace) {
  AnomalyReport anomalies;
  return load_trace(trace, *serial_comm(), anomalies);
}

std::unique_ptr<trace::Trace> parse(std::string_view text) {
  Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(text, "test");
  EXPECT_TRUE(trace) << trace.error().message;
  return std::move(trace).value();
}

std::string print(Ticks time) {
  return time == Ticks::max() ? "never" : std::to_string(time.count);
}

std::string print(const ThreadWork& threads) {
  std::string text;
  for (const TeamFork& each : threads.forks)
    text += fmt::format("fork {} {} {} {}\n", print(each.time), print(each.begin), print(each.end),
                        print(each.join));
  for (const TeamPart& each : threads.parts)
    text += fmt::format("part {} {}\n", each.leader.value, each.fork);
  for (const IdlePeriod& each : threads.idle)
    text += fmt::format("idle {} for {} {}\n", each.call, each.leader.value, each.fork);
  for (const LockHold& each : threads.locks)
    text += fmt::format("lock {} {} {}\n", print(each.requested), print(each.acquired), print(each.released));
  return text;
}

/// All times of a location but those of call paths.
std::string print_times(const CondensedLocation& location) {
  std::string text = fmt::format("{}..{}\n", print(location.first_time), print(location.last_time));
  for (const Call& each : location.calls.all(location.segments))
    text += fmt::format("call {} {}..{}\n", each.path.value, print(each.enter), print(each.leave));
  for (const Ticks boundary : location.segments.boundaries().all())
    text += "boundary " + print(boundary) + "\n";
  location.event_times.for_each([&](const EventTime& each) {
    text += fmt::format("event {} {} {}\n", static_cast<int>(each.kind), each.operation, print(each.time));
  });
  for (const Collective& each : location.collectives) text += "collective " + print(each.end) + "\n";
  for (const MessageDetail& each : location.details)
    text += fmt::format("ready {} {}\n", each.ready.location.value, each.ready.call);
  for (const PartitionedUse& each : location.partitioned_uses) text += "use " + print(each.time) + "\n";
  for (const ForeignCompletion& each : location.foreign_completions)
    text += "completion " + print(each.event.time) + "\n";
  return text + print(location.threads);
}

std::string print_profiles(const CondensedLocation& location) {
  std::string text;
  const Segments& segments = location.segments;
  for (size_t i = 0; i < segments.size(); ++i) {
    segments.for_each(i, [&](CallPathId path, Ticks time) {
      text += fmt::format("segment {}: {} {}\n", i, path.value, print(time));
    });
  }
  for (const Ticks time : location.path_time) text += "path " + print(time) + "\n";
  for (const TeamTime& each : location.threads.times)
    text += fmt::format("team {} {} {} {}\n", each.path.value, print(each.fork), print(each.join),
                        print(each.idle));
  return text;
}

/// Of one segment: call path -> time.
std::map<CallPathId, int64_t> profile(const Segments& segments, size_t segment) {
  std::map<CallPathId, int64_t> times;
  segments.for_each(segment, [&](CallPathId path, Ticks time) {
    EXPECT_FALSE(times.contains(path));
    EXPECT_NE(time, Ticks());
    times[path] = time.count;
  });
  return times;
}

/// Times of call paths are rounded in each segment; all times in these tests are multiples of much more.
constexpr int64_t kScale = 1'000'000;
constexpr double kRounding = 10'000;

/// Whether a point lies within a segment of several call paths: then it is not known what was before it.
std::vector<bool> estimated_segments(const CondensedLocation& location) {
  const Segments& segments = location.segments;
  const std::vector<Ticks> boundaries = location.segments.boundaries().all();
  std::vector<bool> estimated(boundaries.size());
  for (const ClockPoint& point : clock_points(location)) {
    const auto next = std::lower_bound(boundaries.begin(), boundaries.end(), point.time);
    if (next == boundaries.begin() || next == boundaries.end() || *next == point.time) continue;
    const size_t segment = static_cast<size_t>(next - boundaries.begin()) - 1;
    estimated[segment] = profile(segments, segment).size() > 1;
  }
  return estimated;
}

void expect_same_profiles(const CondensedLocation& have, const CondensedLocation& want,
                          const std::vector<bool>& estimated) {
  ASSERT_EQ(have.segments.size(), want.segments.size());
  for (size_t i = 0; i < have.segments.size(); ++i) {
    if (estimated[i]) continue;
    const auto entries = profile(have.segments, i);
    const auto wanted = profile(want.segments, i);
    ASSERT_EQ(entries.size(), wanted.size()) << "segment " << i;
    for (const auto& [path, time] : wanted) {
      ASSERT_TRUE(entries.contains(path)) << "segment " << i;
      EXPECT_NEAR(static_cast<double>(entries.at(path)), static_cast<double>(time), kRounding);
    }
  }
  if (std::find(estimated.begin(), estimated.end(), true) != estimated.end()) return;
  ASSERT_EQ(have.path_time.size(), want.path_time.size());
  for (size_t p = 0; p < have.path_time.size(); ++p)
    EXPECT_NEAR(static_cast<double>(have.path_time[p].count), static_cast<double>(want.path_time[p].count),
                kRounding);
  ASSERT_EQ(have.threads.times.size(), want.threads.times.size());
  for (size_t i = 0; i < have.threads.times.size(); ++i) {
    const TeamTime& a = have.threads.times[i];
    const TeamTime& b = want.threads.times[i];
    EXPECT_EQ(a.path, b.path);
    EXPECT_NEAR(static_cast<double>(a.fork.count), static_cast<double>(b.fork.count), kRounding);
    EXPECT_NEAR(static_cast<double>(a.join.count), static_cast<double>(b.join.count), kRounding);
    EXPECT_NEAR(static_cast<double>(a.idle.count), static_cast<double>(b.idle.count), kRounding);
  }
}

void expect_consistent(const CondensedLocation& location) {
  const Segments& segments = location.segments;
  if (segments.empty()) return;
  EXPECT_EQ(segments.begin(0), location.first_time);
  EXPECT_EQ(segments.boundaries().back(), location.last_time);
  for (size_t i = 0; i < segments.size(); ++i) {
    ASSERT_LE(segments.begin(i), segments.end(i));
    Ticks sum;
    segments.for_each(i, [&](CallPathId, Ticks time) {
      EXPECT_GE(time, Ticks());
      sum += time;
    });
    ASSERT_EQ(sum, segments.end(i) - segments.begin(i)) << "segment " << i;
  }
  Ticks sum;
  for (const Ticks time : location.path_time) sum += time;
  EXPECT_EQ(sum, location.last_time - location.first_time);
  for (const Call& call : location.calls.all(location.segments)) EXPECT_LE(call.enter, call.leave);
}

/// Workers are there as long as their process, unless something else was not ended on them.
void expect_consistent_workers(CondensedTrace& trace) {
  extend_workers(trace);
  find_team_times(trace);
  for (size_t p = 0; p < trace.own_processes.size(); ++p) {
    const auto threads = trace.threads_of(trace::LocationGroupId(trace.own_processes.begin + p));
    Ticks begin = Ticks::max();
    Ticks end = Ticks::min();
    for (const CondensedLocation& thread : threads) {
      if (thread.segments.empty()) continue;
      begin = std::min(begin, thread.first_time);
      end = std::max(end, thread.last_time);
    }
    for (const CondensedLocation& thread : threads) {
      expect_consistent(thread);
      const ThreadWork& work = thread.threads;
      EXPECT_EQ(thread.first_time, work.idle.empty() ? thread.first_time : begin);
      EXPECT_EQ(thread.last_time, work.is_idle_at_end ? end : thread.last_time);
    }
  }
}

/// The events of all locations.
std::vector<trace::MemoryTrace::LocationContent> contents_of(const trace::Trace& trace) {
  struct Collect : trace::EventSink {
    std::vector<trace::Event> events;
    void on_event(const trace::Event& event) override { events.push_back(event); }
  };
  std::vector<trace::MemoryTrace::LocationContent> contents;
  for (size_t l = 0; l < trace.definitions().locations.size(); ++l) {
    Collect collect;
    trace::ReadOutcome outcome = trace.read(LocationId(l), collect);
    contents.push_back({std::move(collect.events), std::move(outcome)});
  }
  return contents;
}

/// The trace with `move(location, time)` instead of all its times.
template <class Move>
trace::MemoryTrace moved(const trace::Trace& trace, const Move& move) {
  std::vector<trace::MemoryTrace::LocationContent> contents = contents_of(trace);
  for (size_t l = 0; l < contents.size(); ++l) {
    for (trace::Event& event : contents[l].events) event.time = move(l, event.time);
  }
  return {trace.definitions(), std::move(contents)};
}

bool says_when_threads_had_no_core(const trace::Trace& trace) {
  for (const trace::MemoryTrace::LocationContent& location : contents_of(trace))
    for (const trace::Event& event : location.events)
      if (trace::is_off_core(event.kind)) return true;
  return false;
}

bool is_sorted(const trace::Trace& trace) {
  const std::vector<trace::MemoryTrace::LocationContent> contents = contents_of(trace);
  return std::all_of(contents.begin(), contents.end(), [](const auto& location) {
    return std::is_sorted(location.events.begin(), location.events.end(),
                          [](const trace::Event& a, const trace::Event& b) { return a.time < b.time; });
  });
}

PointTimes identity(const CondensedLocation& location) {
  PointTimes times{clock_points(location), {}};
  for (const ClockPoint& point : times.points) times.corrected.push_back(point.time);
  return times;
}

/// All times of a process at random distances, in the same order.
std::map<Ticks, Ticks> random_times(std::span<const CondensedLocation> threads, std::mt19937_64& random) {
  std::map<Ticks, Ticks> times;
  for (const CondensedLocation& thread : threads) {
    for (const ClockPoint& point : clock_points(thread)) times[point.time] = {};
  }
  if (times.empty()) return times;
  Ticks before = times.begin()->first;
  Ticks last = before + Ticks(static_cast<int64_t>(random() % kScale));
  for (auto& [time, corrected] : times) {
    const int64_t gap = (time - before).count;
    last += Ticks(gap / 2 + static_cast<int64_t>(random() % static_cast<uint64_t>(gap + 1)));
    corrected = last;
    before = time;
  }
  return times;
}

/// Moves all points of a trace by random amounts, before and after condensing it.
void expect_same_before_and_after(const trace::Trace& recorded, uint64_t seed) {
  const trace::MemoryTrace trace =
      moved(recorded, [](size_t, Ticks time) { return Ticks(time.count * kScale); });
  CondensedTrace local = load(trace);
  std::vector<std::string> before;
  std::vector<std::vector<bool>> estimated;
  std::vector<PointTimes> same;
  for (const CondensedLocation& each : local.locations) {
    expect_consistent(each);
    before.push_back(print_times(each) + print_profiles(each));
    estimated.push_back(estimated_segments(each));
    same.push_back(identity(each));
    EXPECT_TRUE(std::is_sorted(same.back().corrected.begin(), same.back().corrected.end()));
  }
  correct_times(local, same);
  for (size_t l = 0; l < before.size(); ++l)
    ASSERT_EQ(print_times(local.locations[l]) + print_profiles(local.locations[l]), before[l]);

  std::mt19937_64 random(seed);
  std::vector<PointTimes> times = same;
  for (size_t p = 0; p < local.own_processes.size(); ++p) {
    const Range range =
        local.distribution.locations_of(trace::LocationGroupId(local.own_processes.begin + p));
    const std::map<Ticks, Ticks> corrected =
        random_times(std::span(local.locations).subspan(range.begin, range.size()), random);
    for (size_t l = range.begin; l < range.end; ++l) {
      for (size_t i = 0; i < times[l].points.size(); ++i)
        times[l].corrected[i] = corrected.at(times[l].points[i].time);
    }
  }
  const trace::MemoryTrace moved_trace = moved(trace, [&](size_t l, Ticks time) { return times[l](time); });
  CondensedTrace expected = load(moved_trace);
  correct_times(local, times);
  expect_consistent_workers(local);
  expect_consistent_workers(expected);
  for (size_t l = 0; l < before.size(); ++l) {
    expect_consistent(local.locations[l]);
    ASSERT_EQ(print_times(local.locations[l]), print_times(expected.locations[l])) << "location " << l;
    expect_same_profiles(local.locations[l], expected.locations[l], estimated[l]);
  }
}

/// Moves all points of a trace by random amounts, each on its own, those of the same time as well.
void expect_consistent_after(const trace::Trace& recorded, uint64_t seed) {
  CondensedTrace local = load(recorded);
  std::mt19937_64 random(seed);
  std::vector<PointTimes> times;
  for (const CondensedLocation& location : local.locations) {
    times.push_back(identity(location));
    Ticks shift;
    for (Ticks& time : times.back().corrected) {
      if (random() % 3 == 0) shift += Ticks(static_cast<int64_t>(random() % 5));
      time += shift;
    }
    if (random() % 4 == 0) times.back() = {};
  }
  const std::vector<CondensedLocation> before = local.locations;
  correct_times(local, times);
  for (size_t l = 0; l < before.size(); ++l) {
    const CondensedLocation& location = local.locations[l];
    expect_consistent(location);
    const std::vector<Ticks> boundary = location.segments.boundaries().all();
    const std::vector<Ticks> old = before[l].segments.boundaries().all();
    for (CallIndex i = 0; i < location.calls.size(); ++i) {
      if (std::binary_search(old.begin(), old.end(), before[l].call(i).leave)) {
        EXPECT_TRUE(std::binary_search(boundary.begin(), boundary.end(), location.call(i).leave));
      }
    }
    const std::vector<EventTime> event_times = location.event_times.all();
    for (size_t i = 0; i < times[l].points.size(); ++i) {
      const ClockPoint& point = times[l].points[i];
      const bool is_leave = point.kind == ClockPoint::Kind::leave;
      const bool may_be_empty_idle =
          is_leave && before[l].enter_of(point.index) == before[l].leave_of(point.index);
      if (is_leave && !may_be_empty_idle) {
        EXPECT_EQ(location.call(point.index).leave, times[l].corrected[i]);
      } else if (point.kind == ClockPoint::Kind::event) {
        EXPECT_EQ(event_times[point.index].time, times[l].corrected[i]);
      }
    }
    for (const LockHold& hold : location.threads.locks) {
      if (hold.call != kNoCall) {
        EXPECT_LE(location.call(hold.call).enter, hold.requested);
      }
      EXPECT_LE(hold.requested, hold.acquired);
      EXPECT_LE(hold.acquired, hold.released);
    }
  }
  expect_consistent_workers(local);
}

std::vector<std::filesystem::path> cases() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path directory = source_path("tests/cases");
  for (const auto& file : std::filesystem::directory_iterator(directory)) {
    if (file.path().extension() == ".case") files.push_back(file.path());
  }
  return files;
}

std::unique_ptr<trace::Trace> read_case(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return parse(text.str().substr(0, text.str().find("\n---") + 1));
}

TEST(CorrectTimes, RandomProgramsWithMessages) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    expect_same_before_and_after(*tests::simulate_random_program(seed).trace, seed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(CorrectTimes, RandomProgramsWithTeams) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    expect_same_before_and_after(*tests::simulate_random_teams(seed, tests::TeamNames::one_team).trace, seed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(CorrectTimes, AllCases) {
  size_t sorted = 0;
  for (const std::filesystem::path& file : cases()) {
    const std::unique_ptr<trace::Trace> trace = read_case(file);
    // How long threads had no core, in events, is not corrected.
    if (!is_sorted(*trace) || says_when_threads_had_no_core(*trace)) continue;
    ++sorted;
    for (uint64_t seed = 0; seed < 5; ++seed) expect_same_before_and_after(*trace, seed);
    ASSERT_FALSE(HasFailure()) << file;
  }
  EXPECT_GT(sorted, 90u);
}

TEST(CorrectTimes, SegmentsAreConsistentWhenPointsOfOneTimeMoveApart) {
  for (const std::filesystem::path& file : cases()) {
    const std::unique_ptr<trace::Trace> trace = read_case(file);
    ASSERT_TRUE(trace) << file;
    for (uint64_t seed = 0; seed < 20; ++seed) expect_consistent_after(*trace, seed);
    ASSERT_FALSE(HasFailure()) << file;
  }
  for (uint64_t seed = 0; seed < 300; ++seed) {
    expect_consistent_after(*tests::simulate_random_teams(seed, tests::TeamNames::one_team).trace, seed);
    expect_consistent_after(*tests::simulate_random_program(seed).trace, seed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

/// The points of a location, of which those from `from` on move by `shift`.
PointTimes shifted(const CondensedLocation& location, size_t from, Ticks shift) {
  PointTimes times = identity(location);
  for (size_t i = from; i < times.corrected.size(); ++i) times.corrected[i] += shift;
  return times;
}

TEST(CorrectTimes, PointTimesAreLinearInBetween) {
  using Kind = ClockPoint::Kind;
  const PointTimes times{{{Ticks(10), 0, Kind::first},
                          {Ticks(20), 0, Kind::enter},
                          {Ticks(20), 0, Kind::leave},
                          {Ticks(24), 0, Kind::last}},
                         {Ticks(12), Ticks(27), Ticks(30), Ticks(31)}};
  EXPECT_EQ(times(Ticks(10)), Ticks(12));
  EXPECT_EQ(times(Ticks(15)), Ticks(19));  // 12 + 5 · 15 / 10, rounded down
  EXPECT_EQ(times(Ticks(20)), Ticks(27));
  EXPECT_EQ(times(Ticks(22)), Ticks(30));  // 30 + 2 · 1 / 4
  EXPECT_EQ(times(Ticks(5)), Ticks(7));
  EXPECT_EQ(times(Ticks(30)), Ticks(37));
  EXPECT_EQ(PointTimes()(Ticks(3)), Ticks(3));
}

TEST(CorrectTimes, ACallWithoutLengthGetsItsNewTime) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(resolution 1
rank 0
  0      enter main
  4..4   MPI_Recv recv from=0
  10     leave main
)");
  CondensedTrace local = load(*trace);
  // first, enter, receive, leave, last: the receive moves from 4 to 7.
  ASSERT_EQ(clock_points(local.locations[0]).size(), 5u);
  correct_times(local, {shifted(local.locations[0], 2, Ticks(3))});
  const CondensedLocation& location = local.locations[0];
  EXPECT_EQ(location.call(0).enter, Ticks(4));
  EXPECT_EQ(location.call(0).leave, Ticks(7));
  EXPECT_EQ(location.event_times.all()[0].time, Ticks(7));
  EXPECT_EQ(location.segments.boundaries().all(),
            (std::vector<Ticks>{Ticks(0), Ticks(4), Ticks(7), Ticks(13)}));
  EXPECT_EQ(location.path_time, (std::vector<Ticks>{Ticks(10), Ticks(3)}));
}

TEST(CorrectTimes, TimeBetweenCallsIsThatOfTheRegionAround) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(resolution 1
rank 0
  0      enter main
  1..4   MPI_Send send to=0
  4..6   MPI_Recv recv from=0
  10     leave main
)");
  CondensedTrace local = load(*trace);
  // first, enter, send, leave, enter, receive, leave, last: from the second enter on.
  correct_times(local, {shifted(local.locations[0], 4, Ticks(2))});
  const CondensedLocation& location = local.locations[0];
  EXPECT_EQ(location.segments.boundaries().all(),
            (std::vector<Ticks>{Ticks(0), Ticks(1), Ticks(4), Ticks(6), Ticks(8), Ticks(12)}));
  EXPECT_EQ(location.path_time, (std::vector<Ticks>{Ticks(7), Ticks(3), Ticks(2)}));
  expect_consistent(location);
}

TEST(CorrectTimes, AWorkerThatDoesNotMoveIsThereAsLongAsItsProcess) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(resolution 1
team t threads 0.0 0.1
rank 0
  0      enter main
  2      thread_fork threads=2
  2      team_begin team=t
  2..9   "!$omp parallel"
  9      team_end team=t
  9      thread_join
  10     leave main
rank 0 thread 1
  5      team_begin team=t
  5..8   "!$omp parallel"
  8      team_end team=t
)");
  CondensedTrace local = load(*trace);
  PointTimes leader = shifted(local.locations[0], 1, Ticks(1));
  correct_times(local, {leader, {}});
  const CondensedLocation& worker = local.locations[1];
  EXPECT_EQ(local.locations[0].threads.forks[0].time, Ticks(3));
  EXPECT_EQ(worker.call(0).enter, Ticks(5));
  EXPECT_EQ(worker.call(0).leave, Ticks(5));
  EXPECT_EQ(worker.last_time, Ticks(8));
  expect_consistent_workers(local);
  EXPECT_EQ(worker.call(0).enter, Ticks(0));
  EXPECT_EQ(worker.call(0).leave, Ticks(5));
  EXPECT_EQ(worker.call(1).enter, Ticks(8));
  EXPECT_EQ(worker.call(1).leave, Ticks(11));
}

TEST(ClockPoints, ATeamEndsAfterTheCallsInIt) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(resolution 1
team t threads 0.0 0.1
rank 0
  0      enter main
  2      thread_fork threads=2
  2      team_begin team=t
  2      enter "!$omp parallel"
  9..9   "!$omp implicit barrier"
  9      leave "!$omp parallel"
  9      team_end team=t
  9      thread_join
  9..9   MPI_Send send to=0
  10     leave main
rank 0 thread 1
)");
  using Kind = ClockPoint::Kind;
  const CondensedTrace local = load(*trace);
  const CondensedLocation& location = local.locations[0];
  std::vector<Kind> kinds;
  std::vector<EventTimeKind> event_times;
  for (const ClockPoint& point : clock_points(location)) {
    kinds.push_back(point.kind);
    if (point.kind == Kind::event) event_times.push_back(location.event_times.all()[point.index].kind);
  }
  EXPECT_EQ(kinds,
            (std::vector<Kind>{Kind::first, Kind::event, Kind::event, Kind::enter, Kind::leave, Kind::event,
                               Kind::event, Kind::enter, Kind::event, Kind::leave, Kind::last}));
  EXPECT_EQ(event_times,
            (std::vector<EventTimeKind>{EventTimeKind::fork, EventTimeKind::team_begin,
                                        EventTimeKind::team_end, EventTimeKind::join, EventTimeKind::send}));
  EXPECT_TRUE(clock_points(local.locations[1]).empty());
}

TEST(ClockPoints, InnerCallsAreLeftFirst) {
  const std::unique_ptr<trace::Trace> trace = parse(R"(resolution 1
rank 0
  0      enter MPI_Allreduce
  0      collective_begin
  2..5   MPI_Send send to=0
  5      collective_end op=allreduce
  5      leave MPI_Allreduce
)");
  const CondensedTrace local = load(*trace);
  std::vector<std::pair<ClockPoint::Kind, uint32_t>> points;
  for (const ClockPoint& point : clock_points(local.locations[0]))
    points.emplace_back(point.kind, point.index);
  using Kind = ClockPoint::Kind;
  EXPECT_EQ(points, (std::vector<std::pair<Kind, uint32_t>>{{Kind::first, 0},
                                                            {Kind::enter, 0},
                                                            {Kind::enter, 1},
                                                            {Kind::event, 0},
                                                            {Kind::leave, 1},
                                                            {Kind::event, 1},
                                                            {Kind::leave, 0},
                                                            {Kind::last, 0}}));
}

}  // namespace
}  // namespace latecomer::analyze
