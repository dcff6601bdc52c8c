// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "timeline/activities.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/generated_archive.h"
#include "unit/analyze/analyzed.h"

namespace latecomer::timeline {
namespace {

using report::LocationId;
using store::Activity;

/// Only the parts in the window.
std::vector<Activity> clipped(const std::vector<Activity>& rows, const store::Interval& when) {
  std::vector<Activity> some;
  for (Activity row : rows) {
    row.begin = std::max(row.begin, when.begin);
    row.end = std::min(row.end, when.end);
    if (row.begin < row.end) some.push_back(row);
  }
  return some;
}

struct Opened {
  explicit Opened(std::unique_ptr<trace::Trace> trace) : report(analyze::analyzed(*trace, 1)) {
    Result<std::unique_ptr<timeline::Run>> opened = timeline::Run::open(report, std::move(trace), "");
    EXPECT_TRUE(opened) << opened.error().message;
    run = std::move(*opened);
    EXPECT_TRUE(run->has_events()) << run->problem();
  }
  std::vector<Activity> read(size_t location, const store::Interval& when, Ticks resolution,
                             uint64_t most_events = UINT64_MAX) const {
    ActivitySource source(*run, most_events);
    const Result<ActivitySource::Plan> plan = source.plan({{LocationId(location)}, when, resolution});
    EXPECT_TRUE(plan) << plan.error().message;
    const Result<Activities> read = source.read(*plan);
    EXPECT_TRUE(read) << read.error().message;
    EXPECT_LE(read->of_locations[0].size(), plan->rows);
    EXPECT_EQ(read->problem, "");
    return read->of_locations[0];
  }
  std::string path(const Activity& row) const {
    return row.path.valid() ? report.path_name(row.path) : std::string("none");
  }

  report::Report report;
  std::unique_ptr<timeline::Run> run;
};

Opened of_text(const std::string& text) {
  Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(text, "trace");
  EXPECT_TRUE(trace) << trace.error().message;
  return Opened(std::move(*trace));
}

constexpr store::Interval kAlways{Ticks(0), Ticks(100'000'000)};

// A second is a million ticks.
TEST(Activities, AreWhatALocationDidExclusively) {
  const Opened opened = of_text(R"(
rank 0
  0      enter main
  2      enter f
  3..4   MPI_Barrier
  7      leave f
  10     leave main
)");
  std::vector<std::string> lines;
  for (const Activity& row : opened.read(0, kAlways, Ticks(1)))
    lines.push_back(opened.path(row) + " " + std::to_string(row.begin.count / 1'000'000) + ".." +
                    std::to_string(row.end.count / 1'000'000));
  EXPECT_EQ(lines, (std::vector<std::string>{"main 0..2", "main/f 2..3", "main/f/MPI_Barrier 3..4",
                                             "main/f 4..7", "main 7..10"}));
}

TEST(Activities, AreTimesWithoutACoreOfEachKind) {
  const Opened opened = of_text(R"(
rank 0
  0  enter main
  2  blocked_timer ticks=1000000 cause=2
  4  blocked_page_fault ticks=1000000
  6  leave main
cause "core 0"
  2  on_core ticks=1000000 by=x
  5  on_core ticks=1000000 cause=1
)");
  std::vector<std::string> paths;
  for (const Activity& row : opened.read(0, kAlways, Ticks(1))) paths.push_back(opened.path(row));
  EXPECT_EQ(paths, (std::vector<std::string>{"main", "main/blocked: timer", "main",
                                             "main/blocked: page fault", "main"}));
  EXPECT_TRUE(opened.read(1, kAlways, Ticks(1)).empty()) << "a core is in no call path";
}

TEST(Activities, OfALocationWithoutEventsAreNone) {
  const Opened opened = of_text("rank 0\nrank 1\n  0..1 f\n");
  EXPECT_TRUE(opened.read(0, kAlways, Ticks(1)).empty());
}

/// An archive with 4 processes of 3 threads, of which each has several blocks of events.
class OfArchive : public testing::Test {
 protected:
  static generate::Settings settings() {
    generate::Settings settings;
    settings.pattern = generate::Pattern::hybrid;
    settings.ranks = 4;
    settings.threads = 3;
    settings.functions = 4;
    settings.depth = 3;
    settings.events = 400'000;
    return settings;
  }

  const GeneratedArchive archive_{settings()};
  const std::unique_ptr<Opened> opened_ = std::make_unique<Opened>(archive_.open());
};

/// Wherever a window is, it is read as if everything before it had been.
TEST_F(OfArchive, AWindowIsAPartOfTheWhole) {
  const timeline::Run& run = *opened_->run;
  const store::Interval all{run.clock().begin(), run.clock().begin() + run.clock().run_length()};
  std::mt19937 random(3);
  size_t points = 0;
  for (size_t l = 0; l < opened_->report.locations.size(); ++l) {
    points += run.store().read<store::ReadPoint>(LocationId(l))->size();
    const std::vector<Activity> whole = opened_->read(l, all, Ticks(1));
    for (int i = 0; i < 20; ++i) {
      const Ticks begin =
          run.clock().begin() + Ticks(static_cast<int64_t>(random()) % run.clock().run_length().count);
      const store::Interval when{begin, begin + Ticks(1 + static_cast<int64_t>(random() % 100'000))};
      EXPECT_EQ(clipped(opened_->read(l, when, Ticks(1)), when), clipped(whole, when)) << l;
    }
  }
  EXPECT_GT(points, 12) << "nothing was read from the middle";
}

/// Time by call path as the report has it, to the tick; what is in none is the idle time of threads.
TEST_F(OfArchive, ActivitiesAddUpToTheReport) {
  const timeline::Run& run = *opened_->run;
  const store::Interval all{run.clock().begin(), run.clock().begin() + run.clock().run_length()};
  const report::Report& report = opened_->report;
  const report::MetricId time = report.find_metric("time");
  for (size_t l = 0; l < report.locations.size(); ++l) {
    std::vector<double> seconds(report.call_paths.size());
    for (const Activity& row : opened_->read(l, all, Ticks(1)))
      if (row.path.valid())
        seconds[row.path.index()] += (row.end - row.begin).seconds(run.clock().ticks_per_second());
    const bool is_worker = l % 3 != 0;  // whose idle time the report puts onto call paths
    for (size_t p = 0; p < seconds.size(); ++p) {
      const std::vector<double> row = report.row(time, report::CallPathId(p));
      const double expected = row.empty() ? 0 : row[l];
      EXPECT_LE(seconds[p], expected + 1e-12);
      const double least = is_worker ? 0 : expected - 1e-12;
      EXPECT_GE(seconds[p], least);
    }
  }
}

/// What is read from levels of detail is what events would say at that resolution, as far as one level is
/// made of another.
TEST_F(OfArchive, LevelsAreLikeEvents) {
  const timeline::Run& run = *opened_->run;
  const store::Interval all{run.clock().begin(), run.clock().begin() + run.clock().run_length()};
  for (size_t l = 0; l < opened_->report.locations.size(); ++l) {
    const Ticks resolution(int64_t{1} << 18U);
    const std::vector<Activity> level = opened_->read(l, all, resolution);
    const std::vector<Activity> events = opened_->read(l, all, Ticks(1));
    uint64_t of_level = 0;
    Ticks last = events.front().begin;
    for (const Activity& row : level) {
      EXPECT_EQ(row.begin, last);
      last = row.end;
      of_level += row.count;
    }
    EXPECT_EQ(last, events.back().end);
    EXPECT_GT(level.size(), 10);
    EXPECT_LT(level.size(), events.size() / 20);
    EXPECT_GE(of_level, events.size());
  }
}

/// Where too many events would have to be read, there is the finest level, and it says so.
TEST_F(OfArchive, TooManyEventsAreNotRead) {
  const timeline::Run& run = *opened_->run;
  ActivitySource source(run, 10);
  const Result<Activities> read =
      source.read({{LocationId(0)}, {run.clock().begin(), run.clock().begin() + Ticks(1'000'000)}, Ticks(1)});
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->is_coarser);
  EXPECT_FALSE(read->of_locations[0].empty());
}

}  // namespace
}  // namespace latecomer::timeline
