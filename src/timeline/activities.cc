// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The coarsest level that is fine enough for the picture is read; where even the first one is too coarse, so
// few events are in the window that these can be read again, from the point before it on.
//
//     resolution wanted        <------ 1 px ------>
//     levels of detail         |      |      |      |   first level        ||||||||||||  events
//
// Cost: O(pixels of the picture's width) for each location, and beyond the first level O(events in the
// window).

#include "timeline/activities.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "store/activity_level.h"
#include "trace/location_kinds.h"

namespace latecomer::timeline {

using store::Activity;

namespace {

/// Holds the tables of a location's coarsest level that is fine enough, and of its finest one.
struct Levels {
  std::optional<uint32_t> fitting;
  std::optional<uint32_t> finest;
};

Levels levels_of(const store::FindingsStore& store, report::LocationId location, Ticks resolution) {
  const uint32_t wanted = store::level_table(Activity::kTable, resolution);
  Levels levels;
  for (const store::Entry& entry :
       store.entries(Activity::kTable, store::last_level(Activity::kTable), location)) {
    if (!levels.finest) levels.finest = entry.table;
    if (entry.table <= wanted) levels.fitting = entry.table;
  }
  return levels;
}

/// Returns the rows that are in the window for some time, at corrected times.
std::vector<Activity> within(std::vector<Activity> rows, const store::Interval& when, const ClockMap& clock) {
  std::erase_if(rows, [&](const Activity& row) { return row.end <= when.begin || when.end <= row.begin; });
  if (clock.corrections().empty()) return rows;
  for (Activity& row : rows)
    row = {clock.corrected(row.begin), clock.corrected(row.end), row.path, row.count, row.share};
  return rows;
}

/// Finds the instance of a team that a worker begins at a time: the last one of this team that was forked
/// before, or else the first.
class Forks {
 public:
  Forks(const Run& run, const ClockMap& clock, const store::Interval& when)
      : run_(run), clock_(clock), when_(when) {}

  std::optional<store::Fork> operator()(trace::LocationId leader, trace::CommId team, Ticks time) {
    const Ticks at = clock_.corrected(time);
    std::optional<store::Fork> found;
    for (const store::Fork& fork : of(leader)) {
      if (fork.team != team.value) continue;
      if (found && at < fork.begin) break;
      found = fork;
    }
    return found;
  }

 private:
  const std::vector<store::Fork>& of(trace::LocationId leader) {
    if (leader_ != leader) {
      leader_ = leader;
      const auto forks = run_.store().read<store::Fork>(report::LocationId(leader.index()), when_);
      forks_ = forks ? *forks : std::vector<store::Fork>();
    }
    return forks_;
  }

  const Run& run_;
  const ClockMap& clock_;
  const store::Interval when_;
  trace::LocationId leader_;
  std::vector<store::Fork> forks_;
};

}  // namespace

ActivitySource::ActivitySource(const Run& run, uint64_t most_events)
    : run_(run),
      most_events_(most_events),
      readers_([&run] { return analyze::ActivityReader(run.call_tree()); }) {}

Result<ActivitySource::Source> ActivitySource::source_of(report::LocationId location,
                                                         const Window& window) const {
  TRY(ClockMap clock, run_.clock_of(location));
  const Levels levels = levels_of(run_.store(), location, window.resolution);
  Source source{.location = location,
                .clock = std::move(clock),
                .when = {},
                .resolution = window.resolution,
                .level = levels.fitting,
                .first_level = levels.finest,
                .point = {}};
  source.when = source.clock.before(window.when);
  if (source.level || !run_.has_events()) return source;
  TRY(const std::vector<store::ReadPoint> points, run_.store().read<store::ReadPoint>(location));
  const auto before = std::ranges::lower_bound(points, source.when.begin, {}, &store::ReadPoint::time);
  if (before != points.begin()) source.point = *(before - 1);
  const auto after = std::ranges::lower_bound(points, source.when.end, {}, &store::ReadPoint::time);
  const uint64_t all = run_.trace().definitions().locations[location.index()].events;
  const uint64_t end = after == points.end() ? all : after->events;
  const uint64_t begin = source.point ? source.point->events : 0;
  source.events = end > begin ? end - begin : 0;
  return source;
}

std::vector<store::Entry> ActivitySource::chunks_of(const Source& source) const {
  std::vector<store::Entry> chunks;
  const std::optional<uint32_t> table = source.level ? source.level : source.first_level;
  if (!table) return chunks;
  for (const store::Entry& entry : run_.store().entries(*table, source.location))
    if (overlap(store::interval_of(entry), source.when)) chunks.push_back(entry);
  return chunks;
}

uint64_t ActivitySource::rows_of_level(const Source& source) const {
  uint64_t rows = 0;
  for (const store::Entry& entry : chunks_of(source)) rows += entry.rows;
  return rows;
}

Result<std::vector<Activity>> ActivitySource::read_level(const Source& source) const {
  std::vector<Activity> rows;
  for (const store::Entry& entry : chunks_of(source)) {
    TRY(const std::vector<Activity> more, run_.store().read_chunk<Activity>(entry));
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return within(store::reduced(rows, source.resolution), source.when, source.clock);
}

Result<std::vector<Activity>> ActivitySource::read_events(const Source& source, std::string& problem) {
  // What is no thread is in no call path, and not idle either.
  if (trace::is_cause(run_.trace().definitions(), trace::LocationId(source.location.index())))
    return std::vector<Activity>();
  const analyze::ActivityContext context{run_.trace(), run_.teams(), Forks(run_, source.clock, source.when)};
  store::ActivityLevel level(source.resolution);
  const trace::ReadOutcome outcome =
      analyze::read_activities(context, trace::LocationId(source.location.index()), source.point,
                               source.when.end, level, readers_.local());
  problem = outcome.problem;
  std::vector<Activity> rows(level.rows().begin(), level.rows().end());
  for (Activity& row : rows)
    if (row.path.valid() && row.path.index() >= run_.report().call_paths.size()) row.path = {};
  return within(std::move(rows), source.when, source.clock);
}

Result<ActivitySource::Plan> ActivitySource::plan(const Window& window) const {
  const size_t count = window.locations.size();
  Plan plan;
  plan.of_locations.resize(count);
  TRY_STATUS(try_parallel_for(count, [&](size_t i) -> Status {
    TRY(plan.of_locations[i], source_of(window.locations[i], window));
    return {};
  }));
  uint64_t events = 0;
  for (const Source& source : plan.of_locations) events += source.events;
  plan.reads_events = run_.has_events() && events <= most_events_;
  for (const Source& source : plan.of_locations) {
    const bool is_level = source.level || !plan.reads_events;
    plan.rows += std::min(window.most_rows(), is_level ? rows_of_level(source) : source.events);
  }
  return plan;
}

Result<Activities> ActivitySource::read(const Plan& plan) {
  const size_t count = plan.of_locations.size();
  Activities activities;
  activities.of_locations.resize(count);
  std::vector<std::string> problems(count);
  TRY_STATUS(try_parallel_for(count, [&](size_t i) -> Status {
    const Source& source = plan.of_locations[i];
    const bool is_level = source.level || !plan.reads_events;
    TRY(activities.of_locations[i], is_level ? read_level(source) : read_events(source, problems[i]));
    return {};
  }));
  for (size_t i = 0; i < count; ++i) {
    if (!plan.of_locations[i].level && !plan.reads_events) activities.is_coarser = true;
    if (activities.problem.empty()) activities.problem = problems[i];
  }
  return activities;
}

Result<Activities> ActivitySource::read(const Window& window) {
  TRY(const Plan planned, plan(window));
  return read(planned);
}

}  // namespace latecomer::timeline
