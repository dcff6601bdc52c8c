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
#include "comm/comm.h"
#include "random/random_program.h"
#include "random/random_teams.h"
#include "trace/memory_trace.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

using trace::LocationId;

LocalTrace load(const trace::Trace& trace) {
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
    text += fmt::format("idle {} until {} for {} {}\n", each.call, print(each.until), each.leader.value,
                        each.fork);
  for (const LockHold& each : threads.locks)
    text += fmt::format("lock {} {} {}\n", print(each.requested), print(each.acquired), print(each.released));
  return text;
}

/// All times of a location but those of call paths.
std::string print_times(const CondensedLocation& location) {
  std::string text = fmt::format("{}..{}\n", print(location.first_time), print(location.last_time));
  for (const Call& each : location.calls)
    text += fmt::format("call {} {}..{}\n", each.path.value, print(each.enter), print(each.leave));
  for (const Ticks boundary : location.segments.boundary) text += "boundary " + print(boundary) + "\n";
  for (const Mark& each : location.marks)
    text += fmt::format("mark {} {} {}\n", static_cast<int>(each.kind), each.operation, print(each.time));
  for (const Collective& each : location.collectives) text += "collective " + print(each.end) + "\n";
  for (const Ticks partition : location.partition_times) text += "partition " + print(partition) + "\n";
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
  for (const uint32_t first : segments.first_entry) text += fmt::format("first {}\n", first);
  for (const Segments::Entry& each : segments.entries)
    text += fmt::format("entry {} {} {}\n", each.path.value, each.visits, print(each.time));
  for (const Ticks time : location.path_time) text += "path " + print(time) + "\n";
  for (const TeamTime& each : location.threads.times)
    text += fmt::format("team {} {} {} {}\n", each.path.value, print(each.fork), print(each.join),
                        print(each.idle));
  return text;
}

/// Of one segment: call path -> (visits, time), without what is nothing.
std::map<CallPathId, std::pair<uint32_t, int64_t>> profile(const Segments& segments, size_t segment) {
  std::map<CallPathId, std::pair<uint32_t, int64_t>> entries;
  for (uint32_t i = segments.first_entry[segment]; i < segments.first_entry[segment + 1]; ++i) {
    const Segments::Entry& each = segments.entries[i];
    if (each.visits == 0 && each.time == Ticks()) continue;
    EXPECT_FALSE(entries.contains(each.path));
    entries[each.path] = {each.visits, each.time.count};
  }
  return entries;
}

/// Times of call paths are rounded in each segment; all times in these tests are multiples of much more.
constexpr int64_t kScale = 1'000'000;
constexpr double kRounding = 10'000;

/// Whether a point lies within a segment of several call paths: then it is not known what was before it.
std::vector<bool> estimated_segments(const CondensedLocation& location) {
  const Segments& segments = location.segments;
  std::vector<bool> estimated(segments.boundary.size());
  for (const ClockPoint& point : clock_points(location)) {
    const auto next = std::lower_bound(segments.boundary.begin(), segments.boundary.end(), point.time);
    if (next == segments.boundary.begin() || next == segments.boundary.end() || *next == point.time) continue;
    const size_t segment = static_cast<size_t>(next - segments.boundary.begin()) - 1;
    estimated[segment] = segments.first_entry[segment + 1] - segments.first_entry[segment] > 1;
  }
  return estimated;
}

void expect_same_profiles(const CondensedLocation& have, const CondensedLocation& want,
                          const std::vector<bool>& estimated) {
  ASSERT_EQ(have.segments.boundary.size(), want.segments.boundary.size());
  for (size_t i = 0; i + 1 < have.segments.boundary.size(); ++i) {
    if (estimated[i]) continue;
    const auto entries = profile(have.segments, i);
    const auto wanted = profile(want.segments, i);
    ASSERT_EQ(entries.size(), wanted.size()) << "segment " << i;
    for (const auto& [path, entry] : wanted) {
      ASSERT_TRUE(entries.contains(path)) << "segment " << i;
      EXPECT_EQ(entries.at(path).first, entry.first);
      EXPECT_NEAR(static_cast<double>(entries.at(path).second), static_cast<double>(entry.second), kRounding);
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
  if (segments.boundary.empty()) return;
  const bool idle_before = segments.boundary.front() < location.first_time;
  for (size_t i = 0; i + 1 < segments.boundary.size(); ++i) {
    ASSERT_LE(segments.boundary[i], segments.boundary[i + 1]);
    Ticks sum;
    for (uint32_t e = segments.first_entry[i]; e < segments.first_entry[i + 1]; ++e) {
      EXPECT_GE(segments.entries[e].time, Ticks());
      sum += segments.entries[e].time;
    }
    ASSERT_EQ(sum, segments.boundary[i + 1] - segments.boundary[i]) << "segment " << i;
  }
  EXPECT_EQ(segments.first_entry.back(), segments.entries.size());
  Ticks sum;
  for (const Ticks time : location.path_time) sum += time;
  EXPECT_EQ(sum, segments.boundary.back() - segments.boundary[idle_before ? 1 : 0]);
  for (const Call& call : location.calls) EXPECT_LE(call.enter, call.leave);
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
  LocalTrace local = load(trace);
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
    const Range range = local.deal.locations_of(trace::LocationGroupId(local.own_processes.begin + p));
    const std::map<Ticks, Ticks> corrected =
        random_times(std::span(local.locations).subspan(range.begin, range.size()), random);
    for (size_t l = range.begin; l < range.end; ++l) {
      for (size_t i = 0; i < times[l].points.size(); ++i)
        times[l].corrected[i] = corrected.at(times[l].points[i].time);
    }
  }
  const trace::MemoryTrace moved_trace = moved(trace, [&](size_t l, Ticks time) { return times[l](time); });
  const LocalTrace expected = load(moved_trace);
  correct_times(local, times);
  for (size_t l = 0; l < before.size(); ++l) {
    expect_consistent(local.locations[l]);
    ASSERT_EQ(print_times(local.locations[l]), print_times(expected.locations[l])) << "location " << l;
    expect_same_profiles(local.locations[l], expected.locations[l], estimated[l]);
  }
}

TEST(CorrectTimes, RandomProgramsWithMessages) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
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
  size_t cases = 0;
  const std::filesystem::path directory = std::filesystem::path(LATECOMER_SOURCE_DIR) / "tests/cases";
  for (const auto& file : std::filesystem::directory_iterator(directory)) {
    if (file.path().extension() != ".case") continue;
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const std::unique_ptr<trace::Trace> trace = parse(text.str().substr(0, text.str().find("\n---") + 1));
    if (!is_sorted(*trace)) continue;
    ++cases;
    for (uint64_t seed = 0; seed < 5; ++seed) {
      expect_same_before_and_after(*trace, seed);
      EXPECT_FALSE(HasFailure()) << file.path();
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(cases, 90u);
}

}  // namespace
}  // namespace latecomer::analyze
