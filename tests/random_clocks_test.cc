// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Thousands of random programs, recorded with clocks that were off: what the correction of clocks promises
// has to hold for each. What could not have happened before what is known from the simulations, so nothing
// here is matched, and everything is checked event by event.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "analyze/clocks/clock_network.h"
#include "analyze/clocks/find_shifts.h"
#include "analyze/model/distribution.h"
#include "analyze/pipeline.h"
#include "analyze/replayed_trace.h"
#include "analyze/retimed_trace.h"
#include "analyze/synchronized_trace.h"
#include "comm/comm.h"
#include "random/disturbed_clocks.h"
#include "random/random_partitions.h"
#include "random/random_program.h"
#include "random/random_teams.h"
#include "support/run_ranks.h"
#include "trace/interpolate_clocks.h"
#include "trace/print_trace.h"
#include "trace/shared_clocks.h"

namespace latecomer {
namespace {

using report::ConditionCounts;
using trace::Event;
using trace::EventKind;
using trace::LocationId;
using EventsByLocation = std::vector<std::vector<Event>>;

constexpr uint64_t kFixeds = 10'000;
constexpr uint64_t kFixedsPerTest = 500;

/// A random program as it was recorded.
struct Recorded {
  std::unique_ptr<trace::MemoryTrace> trace;
  std::vector<tests::KnownCondition> conditions;
  analyze::ClockOptions options;
  bool disturbed = true;
};

/// Ticks between two events of a location, on average.
double typical_interval(const trace::MemoryTrace& trace) {
  int64_t ticks = 0;
  size_t intervals = 1;
  for (size_t l = 0; l < trace.definitions().locations.size(); ++l) {
    const std::vector<Event>& events = trace.events(LocationId(l));
    if (events.empty()) continue;
    ticks += (events.back().time - events.front().time).count;
    intervals += events.size() - 1;
  }
  return static_cast<double>(ticks) / static_cast<double>(intervals);
}

/// A cause on its effect's node cannot contradict their clock. Where it is the last one, nothing has to be
/// looked at.
void excuse_causes_within_nodes(const trace::Definitions& definitions,
                                std::vector<tests::KnownCondition>& conditions) {
  const auto node_of = [&](LocationId location) {
    return trace::node_of(definitions, definitions.locations[location.index()].group);
  };
  for (tests::KnownCondition& condition : conditions) {
    condition.can_be_last =
        condition.can_be_last || std::ranges::any_of(condition.causes, [&](const tests::EventPlace& cause) {
          return node_of(cause.location) == node_of(condition.effect.location);
        });
  }
}

/// Of ten programs seven are of MPI, two of teams and one of partitioned transfers. Every third of those of
/// MPI runs on nodes whose processes share a clock. Clocks are off by a hundredth of a typical interval to
/// three of them; those of every tenth program are right.
Recorded record(uint64_t seed) {
  std::mt19937_64 random(seed);
  tests::RandomRun run;
  tests::ClockErrors errors;
  if (seed % 10 < 7) {
    run = tests::simulate_random_program(seed);
    if (seed % 3 == 0) errors.owner = tests::ClockOwner::node;
  } else if (seed % 10 < 9) {
    run = tests::simulate_random_teams(seed, tests::TeamNames::by_members);
    errors.owner = tests::ClockOwner::location;
  } else {
    run = tests::simulate_random_partitions(seed);
  }
  const std::unique_ptr<trace::MemoryTrace> truth = tests::with_fine_ticks(*run.trace);
  const bool disturbed = seed / 10 % 10 != 0;
  if (disturbed) {
    const double magnitude = std::uniform_real_distribution(std::log(0.01), std::log(3.0))(random);
    errors.size = typical_interval(*truth) * std::exp(magnitude);
  }
  Recorded recorded{tests::disturb_clocks(*truth, errors, seed), std::move(run.conditions), {}, disturbed};
  recorded.options.one_per_node = errors.owner == tests::ClockOwner::node;
  if (recorded.options.one_per_node)
    excuse_causes_within_nodes(recorded.trace->definitions(), recorded.conditions);
  constexpr double kControlFactors[] = {0.99, 0.99, 0.9, 0.999, 0.5, 1};
  constexpr double kStretches[] = {0.01, 0.01, 0.1, 0.001, 1};
  recorded.options.control_factor = kControlFactors[random() % std::size(kControlFactors)];
  recorded.options.stretch = kStretches[random() % std::size(kStretches)];
  const double latency = errors.size / static_cast<double>(truth->definitions().ticks_per_second);
  if (random() % 4 == 0) recorded.options.latency = {.within = 0.1 * latency, .between = latency};
  if (random() % 8 == 0) recorded.options.latency = std::nullopt;
  return recorded;
}

class Collector : public trace::EventSink {
 public:
  explicit Collector(std::vector<Event>& events) : events_(events) {}
  void on_event(const Event& event) override { events_.push_back(event); }

 private:
  std::vector<Event>& events_;
};

/// Adds the events of some locations of the trace to what is known of the others.
void read_events(const trace::Trace& trace, const analyze::Range& locations, EventsByLocation& events) {
  events.resize(trace.definitions().locations.size());
  for (size_t l = locations.begin; l < locations.end; ++l) {
    Collector collector(events[l]);
    trace.read(LocationId(l), collector);
  }
}

EventsByLocation interpolated_events(const Recorded& recorded) {
  const trace::Definitions& definitions = recorded.trace->definitions();
  EventsByLocation events;
  const trace::InterpolatedTrace interpolated(*recorded.trace, recorded.options.one_per_node
                                                                   ? trace::clock_offsets_by_node(definitions)
                                                                   : definitions.clock_offsets);
  read_events(interpolated, {0, definitions.locations.size()}, events);
  return events;
}

struct Corrected {
  EventsByLocation events;
  report::ClockReport report;
};

Corrected correct(const Recorded& recorded, int ranks) {
  Corrected result;
  run_ranks(ranks, [&](Comm& comm) {
    Timings timings;
    const analyze::RetimedTrace corrected =
        analyze::correct(*recorded.trace, recorded.options, comm, timings);
    const analyze::Distribution distribution(recorded.trace->definitions(), comm.size());
    for (int rank = 0; rank < comm.size(); ++rank) {
      if (rank == comm.rank()) read_events(*corrected.trace, distribution.locations(rank), result.events);
      comm.barrier();
    }
    if (comm.rank() == 0) result.report = corrected.report;
  });
  return result;
}

size_t index_of(report::ClockCondition kind) {
  return static_cast<size_t>(kind);
}

int64_t time_of(const EventsByLocation& events, const tests::EventPlace& place) {
  return events[place.location.index()][place.position].time.count;
}

bool is_violated(const tests::KnownCondition& condition, const EventsByLocation& events) {
  return std::any_of(condition.causes.begin(), condition.causes.end(), [&](const tests::EventPlace& cause) {
    return time_of(events, cause) > time_of(events, condition.effect);
  });
}

/// How many effects come before one of their causes, by kind of condition.
ConditionCounts count_violations(const std::vector<tests::KnownCondition>& conditions,
                                 const EventsByLocation& events) {
  ConditionCounts counts{};
  for (const tests::KnownCondition& condition : conditions)
    counts[index_of(condition.kind)] += is_violated(condition, events) ? 1 : 0;
  return counts;
}

/// One line for each violation.
std::string describe_violations(const std::vector<tests::KnownCondition>& conditions,
                                const EventsByLocation& events) {
  std::string text;
  for (const tests::KnownCondition& condition : conditions) {
    if (!is_violated(condition, events)) continue;
    text += fmt::format("{}: event {} of location {} at {}, causes", name_of(condition.kind),
                        condition.effect.position, condition.effect.location.index(),
                        time_of(events, condition.effect));
    for (const tests::EventPlace& cause : condition.causes)
      text += fmt::format(" {} of {} at {}", cause.position, cause.location.index(), time_of(events, cause));
    text += "\n";
  }
  return text;
}

ConditionCounts sum(const std::vector<report::ClockPair>& pairs, ConditionCounts report::ClockPair::*counts) {
  ConditionCounts sums{};
  for (const report::ClockPair& pair : pairs) {
    for (size_t kind = 0; kind < report::kClockConditions; ++kind) sums[kind] += (pair.*counts)[kind];
  }
  return sums;
}

auto all_but_time(const Event& event) {
  return std::tuple(event.kind, event.collective, event.region, event.comm, event.peer, event.tag, event.root,
                    event.number, event.request, event.bytes_sent, event.bytes_received);
}

void expect_order_kept(const EventsByLocation& before, const EventsByLocation& after) {
  ASSERT_EQ(before.size(), after.size());
  for (size_t l = 0; l < before.size(); ++l) {
    ASSERT_EQ(before[l].size(), after[l].size()) << "at location " << l;
    for (size_t i = 0; i < before[l].size(); ++i) {
      EXPECT_EQ(all_but_time(before[l][i]), all_but_time(after[l][i])) << "event " << i << " of " << l;
      if (i > 0) {
        EXPECT_LE(after[l][i - 1].time.count, after[l][i].time.count) << "event " << i << " of " << l;
      }
    }
  }
}

/// Whether the event is one of communication, or the enter or leave of a call.
std::vector<bool> is_point(const std::vector<Event>& events, const trace::Definitions& definitions) {
  std::vector<trace::RegionId> open;
  const auto communicates = [&](trace::RegionId region) {
    const std::string& name = definitions.regions[region.index()].name;
    return name.starts_with("MPI_") || name.ends_with("barrier") || name == "!$omp critical";
  };
  std::vector<bool> points;
  for (const Event& event : events) {
    if (event.kind == EventKind::enter) {
      open.push_back(event.region);
      points.push_back(communicates(event.region));
    } else if (event.kind == EventKind::leave) {
      points.push_back(communicates(open.back()));
      open.pop_back();
    } else {
      points.push_back(true);
    }
  }
  return points;
}

/// No interval between points gets shorter than its part that the control factor says, up to rounding.
void expect_intervals_kept(const Recorded& recorded, const EventsByLocation& before,
                           const EventsByLocation& after) {
  for (size_t l = 0; l < before.size(); ++l) {
    const std::vector<bool> points = is_point(before[l], recorded.trace->definitions());
    size_t last = SIZE_MAX;
    for (size_t i = 0; i < before[l].size(); ++i) {
      if (!points[i]) continue;
      if (last != SIZE_MAX) {
        const double length = static_cast<double>((before[l][i].time - before[l][last].time).count);
        const double corrected = static_cast<double>((after[l][i].time - after[l][last].time).count);
        EXPECT_GE(corrected, recorded.options.control_factor * length - 1)
            << "events " << last << " and " << i << " of location " << l << ", " << length << " ticks";
      }
      last = i;
    }
  }
}

void expect_untouched(const EventsByLocation& before, const EventsByLocation& after) {
  for (size_t l = 0; l < before.size(); ++l) {
    for (size_t i = 0; i < before[l].size(); ++i)
      EXPECT_EQ(before[l][i].time.count, after[l][i].time.count) << "event " << i << " of location " << l;
  }
}

int64_t largest_shift(const EventsByLocation& before, const EventsByLocation& after) {
  int64_t largest = 0;
  for (size_t l = 0; l < before.size(); ++l) {
    for (size_t i = 0; i < before[l].size(); ++i)
      largest = std::max(largest, std::abs((after[l][i].time - before[l][i].time).count));
  }
  return largest;
}

/// Ticks from the run's first event to its last.
int64_t length_of(const EventsByLocation& events) {
  int64_t first = INT64_MAX;
  int64_t last = INT64_MIN;
  for (const std::vector<Event>& of_location : events) {
    if (of_location.empty()) continue;
    first = std::min(first, of_location.front().time.count);
    last = std::max(last, of_location.back().time.count);
  }
  return last - first;
}

/// Every condition is looked at, but none where a location that was the last to come was not held by others.
void expect_all_checked(const std::vector<tests::KnownCondition>& conditions,
                        const ConditionCounts& checked) {
  ConditionCounts known{};
  ConditionCounts several_causes{};
  for (const tests::KnownCondition& condition : conditions) {
    ++known[index_of(condition.kind)];
    several_causes[index_of(condition.kind)] += condition.can_be_last ? 1 : 0;
  }
  for (size_t kind = 0; kind < report::kClockConditions; ++kind) {
    EXPECT_LE(checked[kind], known[kind]) << name_of(static_cast<report::ClockCondition>(kind));
    EXPECT_GE(checked[kind], known[kind] - several_causes[kind])
        << name_of(static_cast<report::ClockCondition>(kind));
  }
}

/// The largest error that was corrected is the largest shift of any event. It can be longer than any single
/// violation: if A's clock is ahead of B's and B's ahead of C's, what C receives by way of B is shifted for
/// both errors, each of which was seen on its own.
void expect_reported(const Recorded& recorded, const EventsByLocation& before, const Corrected& corrected) {
  const report::ClockReport& report = corrected.report;
  const ConditionCounts violations = count_violations(recorded.conditions, before);
  EXPECT_EQ(sum(report.pairs, &report::ClockPair::found), violations);
  EXPECT_EQ(sum(report.pairs, &report::ClockPair::left), ConditionCounts{});
  expect_all_checked(recorded.conditions, report.checked);
  EXPECT_EQ(report.corrected, violations != ConditionCounts{});

  const double second = static_cast<double>(recorded.trace->definitions().ticks_per_second);
  EXPECT_NEAR(report.largest_shift * second, static_cast<double>(largest_shift(before, corrected.events)),
              1e-3);
  EXPECT_NEAR(report.length_before * second, static_cast<double>(length_of(before)), 1e-3);
  EXPECT_NEAR(report.length_after * second, static_cast<double>(length_of(corrected.events)), 1e-3);
}

void expect_corrected(const Recorded& recorded, const EventsByLocation& before, const Corrected& corrected) {
  expect_order_kept(before, corrected.events);
  if (testing::Test::HasFatalFailure()) return;
  EXPECT_EQ(describe_violations(recorded.conditions, corrected.events), "");
  expect_intervals_kept(recorded, before, corrected.events);
  EXPECT_LE(std::abs(length_of(corrected.events) - length_of(before)),
            largest_shift(before, corrected.events));
  expect_reported(recorded, before, corrected);
}

/// (metric, location, call path) -> seconds or counts
std::map<std::tuple<std::string, size_t, std::string>, double> severities(
    const Recorded& recorded, const analyze::ClockOptions& options, int ranks) {
  std::map<std::tuple<std::string, size_t, std::string>, double> found;
  run_ranks(ranks, [&](Comm& comm) {
    Timings timings;
    const report::ReportShare share = analyze::analyze(*recorded.trace, comm, timings, options);
    const report::Report& report = share.report;
    EXPECT_FALSE(report.attributes.contains("latecomer.anomaly.contradiction"));
    for (int rank = 0; rank < comm.size(); ++rank) {
      for (const auto& [key, column] : share.rows) {
        if (rank != comm.rank()) break;
        const std::vector<double> row = column->numbers();
        for (size_t l = 0; l < row.size(); ++l) {
          if (row[l] != 0)
            found[{report.metrics[key.first.index()].id, share.first_location + l,
                   report.path_name(key.second)}] = row[l];
        }
      }
      comm.barrier();
    }
  });
  return found;
}

/// By location and time, what is shifted by how much and because of whom, in the order of the points.
using ShiftsByTime = std::vector<std::vector<std::tuple<Ticks, Ticks, uint32_t>>>;

ShiftsByTime by_time(const std::vector<std::vector<analyze::ClockPoint>>& points,
                     const analyze::Shifts& shifts) {
  ShiftsByTime found(points.size());
  for (size_t l = 0; l < points.size(); ++l) {
    for (size_t i = 0; i < points[l].size(); ++i) {
      const analyze::Shift& shift = shifts[l][i];
      if (shift.amount != Ticks()) found[l].emplace_back(points[l][i].time, shift.amount, shift.origin.value);
    }
  }
  return found;
}

/// Looks for shifts around violations and, for comparison, in the whole run. Returns whether the windows
/// were less than that.
bool expect_same_shifts(const Recorded& recorded) {
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  analyze::ClockOptions only_interpolate = recorded.options;
  only_interpolate.mode = analyze::ClockMode::interpolate;
  const analyze::SynchronizedTrace from =
      analyze::synchronize(*recorded.trace, only_interpolate, *comm, timings);
  const analyze::Dependences dependences(from.condensed, from.members, from.matches);
  const analyze::ClockConditions conditions(dependences,
                                            recorded.options.latency.value_or(analyze::Latency()));
  const analyze::TimeWindows everything = analyze::TimeWindows::whole_run();
  const analyze::ClockNetwork network(from.condensed, everything, conditions.find(everything).conditions,
                                      analyze::ClockNetwork::Nodes::all_points, *comm);
  analyze::Shifts whole =
      analyze::advance_late_effects(network, from.condensed, recorded.options.control_factor, *comm);
  analyze::smooth_jumps(network, recorded.options.stretch, *comm, whole);
  std::vector<std::vector<analyze::ClockPoint>> all_points;
  for (size_t l = 0; l < network.locations(); ++l) all_points.push_back(network.points(l));

  const analyze::ShiftedPoints within =
      analyze::find_shifts(from.condensed, conditions, from.clocks.before.spans, recorded.options,
                           from.run.end - from.run.begin, *comm);
  EXPECT_EQ(by_time(within.points, within.shifts), by_time(all_points, whole));
  return within.points != all_points;
}

/// The times of a replay in which computation takes `factor` times as long on every second location, in the
/// order of locations and points; without a factor nothing changes, and the times have to stay as they are.
std::vector<int64_t> replayed_times(const Recorded& recorded, const analyze::ClockOptions& options,
                                    std::optional<double> factor, int ranks) {
  std::vector<int64_t> all;
  run_ranks(ranks, [&](Comm& comm) {
    Timings timings;
    const analyze::SynchronizedTrace from = analyze::synchronize(*recorded.trace, options, comm, timings);
    analyze::OwnTimeChanges changes;
    for (const analyze::CondensedLocation& location : from.condensed.locations) {
      std::vector<double>& factors = changes.factors.emplace_back().by_path;
      for (const analyze::RegionClass& path : from.condensed.path_classes)
        factors.push_back(factor && path.is_computation() && location.id.value % 2 == 0 ? *factor : 1.0);
    }
    const std::vector<analyze::PointTimes> times =
        analyze::replay_of(from, comm).times(from.condensed, changes, comm);
    for (int rank = 0; rank < comm.size(); ++rank) {
      for (size_t l = 0; rank == comm.rank() && l < times.size(); ++l) {
        for (size_t i = 0; i < times[l].points.size(); ++i) {
          all.push_back(times[l].corrected[i].count);
          if (factor) continue;
          EXPECT_EQ(times[l].corrected[i], times[l].points[i].time)
              << "location " << from.condensed.locations[l].id.index() << ", point " << i;
        }
      }
      comm.barrier();
    }
  });
  return all;
}

/// Without a change, a replay has the recorded times; with one, the same times by any number of ranks.
void expect_replayed(const Recorded& recorded, uint64_t seed) {
  for (const analyze::ClockOptions& options : {recorded.options, {.mode = analyze::ClockMode::off}}) {
    replayed_times(recorded, options, std::nullopt, 1);
    const double factor = seed % 3 == 0 ? 0 : seed % 3 == 1 ? 0.5 : 2.5;
    if (seed % 4 == 0) {
      EXPECT_EQ(replayed_times(recorded, options, factor, 1), replayed_times(recorded, options, factor, 3));
    }
  }
}

class RandomClocks : public testing::TestWithParam<uint64_t> {};

TEST_P(RandomClocks, AreCorrected) {
  constexpr uint64_t kAnalyzed = 16;  // one in as many is analyzed as a whole
  size_t violated = 0;
  size_t harmless = 0;
  size_t in_windows = 0;
  ConditionCounts violations{};
  for (uint64_t seed = GetParam(); seed < GetParam() + kFixedsPerTest; ++seed) {
    const Recorded recorded = record(seed);
    const EventsByLocation before = interpolated_events(recorded);
    if (!recorded.disturbed) {
      EXPECT_EQ(count_violations(recorded.conditions, before), ConditionCounts{});
    }
    const Corrected corrected = correct(recorded, 1);
    expect_corrected(recorded, before, corrected);
    in_windows += expect_same_shifts(recorded) ? 1 : 0;
    const ConditionCounts found = count_violations(recorded.conditions, before);
    for (size_t kind = 0; kind < report::kClockConditions; ++kind) violations[kind] += found[kind];
    if (found == ConditionCounts{}) {
      expect_untouched(before, corrected.events);
      ++harmless;
    } else {
      ++violated;
    }
    expect_untouched(corrected.events, correct(recorded, 3).events);
    expect_replayed(recorded, seed);
    if (seed % kAnalyzed == 0) {
      // Also where nothing is corrected, it has to come to an end.
      for (const analyze::ClockOptions& options : {recorded.options, {.mode = analyze::ClockMode::off}})
        EXPECT_EQ(severities(recorded, options, 1), severities(recorded, options, 3));
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed << ", control factor " << recorded.options.control_factor
                               << ", stretch " << recorded.options.stretch << "\n"
                               << trace::print_text_trace(*recorded.trace);
  }
  EXPECT_GT(violated, kFixedsPerTest / 2);
  EXPECT_GT(harmless, kFixedsPerTest / 10);
  EXPECT_GT(in_windows, harmless + violated / 10);
  for (size_t kind = 0; kind < report::kClockConditions; ++kind) {
    if (kind != index_of(report::ClockCondition::neighbourhood)) {
      EXPECT_GT(violations[kind], 0) << name_of(static_cast<report::ClockCondition>(kind));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RandomClocks, testing::Range(uint64_t{0}, kFixeds, kFixedsPerTest));

}  // namespace
}  // namespace latecomer
