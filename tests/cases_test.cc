// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Runs every file of tests/cases: a trace as text and, after a line "---", what has to be found in it
// (README.md there).

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "analyze/pipeline.h"
#include "analyze/retimed_trace.h"
#include "comm/comm.h"
#include "cubex/reader.h"
#include "cubex/writer.h"
#include "report/clocks.h"
#include "report/locations.h"
#include "report/metrics.h"
#include "support/directories.h"
#include "support/run_ranks.h"
#include "trace/location_kinds.h"
#include "trace/text_trace.h"

namespace latecomer {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// "rank" or "rank.thread", as the expectations name locations.
std::string location_name(const report::Report& report, size_t location) {
  const report::Location& each = report.locations[location];
  if (!report::is_process(report.location_groups[each.group.index()])) {
    std::string name = each.name;
    std::ranges::replace(name, ' ', '_');
    return name;
  }
  const int64_t rank = report.location_groups[each.group.index()].rank;
  return each.rank == 0 ? std::to_string(rank) : fmt::format("{}.{}", rank, each.rank);
}

/// (call path, location) -> value, without zeros.
using Values = std::map<std::pair<std::string, std::string>, double>;

struct Expectations {
  std::map<std::string, Values> metrics;
  std::map<std::string, std::string> anomalies;
  std::map<std::string, std::string> notes;
  std::vector<std::string> deadlocks;  ///< lines of all, and of waits for ended ranks
  std::vector<std::string> open_calls;
  std::map<std::string, std::vector<std::string>> places;  ///< of anomalies and notes, where a case has them
  bool partial = false;
  analyze::ClockOptions clocks;
};

analyze::ClockMode parse_clock_mode(const std::string& name) {
  if (name == "off") return analyze::ClockMode::off;
  if (name == "interpolate") return analyze::ClockMode::interpolate;
  if (name == "logical") return analyze::ClockMode::logical;
  ADD_FAILURE() << "not a way to treat clocks: " << name;
  return analyze::ClockMode::automatic;
}

/// "path location value", where the path can have spaces.
void add_value(const std::string& line, Values& values) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.size() < 3) return void(ADD_FAILURE() << "not 'path location value': " << line);
  std::string path = words[0];
  for (size_t i = 1; i + 2 < words.size(); ++i) path += " " + words[i];
  values[{path, words[words.size() - 2]}] = std::stod(words.back());
}

Expectations parse_expectations(const std::string& text) {
  Expectations expected;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line) && line != "---") {
  }
  std::string metric;
  std::string counted;  // the anomaly or note whose places follow; empty: values of the metric do
  while (std::getline(lines, line)) {
    line = line.substr(0, line.find('#'));
    line.erase(line.find_last_not_of(' ') + 1);
    std::istringstream words(line);
    std::string first;
    std::string second;
    if (!(words >> first)) continue;
    if (line.front() == ' ' && !counted.empty()) {
      expected.places[counted].push_back(line.substr(line.find_first_not_of(' ')));
      continue;
    }
    if (line.front() == ' ') {
      add_value(line, expected.metrics[metric]);
      continue;
    }
    counted.clear();
    if (first == "anomaly" || first == "note") {
      words >> counted >> (first == "note" ? expected.notes : expected.anomalies)[counted];
    } else if (first == "deadlock" || first == "ended") {
      std::getline(words >> std::ws, expected.deadlocks.emplace_back());
    } else if (first == "open") {
      words >> std::ws;
      std::getline(words, expected.open_calls.emplace_back());
    } else if (first == "clocks") {
      words >> second;
      expected.clocks.mode = parse_clock_mode(second);
    } else if (first == "partial") {
      expected.partial = true;
    } else {
      metric = first;
      expected.metrics[metric];  // "none" lists no values
    }
  }
  return expected;
}

/// By name, those of `what`, "anomaly" or "note".
std::map<std::string, std::string> found_counts(const report::Report& report, const std::string& what) {
  std::map<std::string, std::string> counts;
  const std::string prefix = "latecomer." + what + ".";
  for (const auto& [key, value] : report.attributes) {
    if (key.starts_with(prefix)) counts[key.substr(prefix.size())] = value;
  }
  return counts;
}

/// What the report says of how a killed program ended, in the order of the summary.
std::vector<std::string> lines_of(const report::Report& report, const std::string& prefix) {
  std::vector<std::string> lines;
  for (const auto& [key, value] : report.attributes) {
    if (key.starts_with(prefix)) lines.push_back(value);
  }
  return lines;
}

std::vector<std::string> deadlocks(const report::Report& report) {
  std::vector<std::string> lines = lines_of(report, "latecomer.deadlock.");
  for (const std::string& line : lines_of(report, "latecomer.wait_for_ended.")) lines.push_back(line);
  return lines;
}

/// Everything that was counted is somewhere, and where the case says.
void expect_places(const report::Report& report, const std::string& what, const Expectations& expected) {
  for (const auto& [name, count] : found_counts(report, what)) {
    const std::string prefix = "latecomer." + what + "_place." + name + ".";
    std::vector<std::string> places;
    for (const auto& [key, value] : report.attributes) {
      if (key.starts_with(prefix)) places.push_back(value);
    }
    EXPECT_FALSE(places.empty()) << what << " " << name << " is nowhere";
    const auto wanted = expected.places.find(name);
    if (wanted != expected.places.end()) {
      EXPECT_EQ(places, wanted->second) << what << " " << name;
    }
  }
}

Values values_of(const report::Report& report, const std::string& metric) {
  Values values;
  const report::MetricId id = report.find_metric(metric);
  EXPECT_TRUE(id.valid()) << "there is no metric " << metric;
  for (size_t path = 0; path < report.call_paths.size(); ++path) {
    const std::vector<double> row = report.row(id, report::CallPathId(path));
    for (size_t l = 0; l < row.size(); ++l) {
      if (row[l] != 0)
        values[{report.path_name(report::CallPathId(path)), location_name(report, l)}] = row[l];
    }
  }
  return values;
}

bool is_wait(const report::Metric& metric, report::Relation relation) {
  const bool waits = relation == report::Relation::within || relation == report::Relation::idle;
  return metric.unit == "sec" && waits && !metric.id.ends_with("_completion");
}

constexpr double kHalfTick = 0.5e-6;

void expect_values(const report::Report& report, const std::string& metric, const Values& expected) {
  const Values found = values_of(report, metric);
  for (const auto& [cell, value] : expected) {
    const auto at = found.find(cell);
    const double have = at == found.end() ? 0 : at->second;
    EXPECT_NEAR(have, value, kHalfTick) << metric << " at " << cell.first << ", rank " << cell.second;
  }
  for (const auto& [cell, value] : found) {
    EXPECT_TRUE(expected.contains(cell)) << metric << " has " << value << " at " << cell.first << ", rank "
                                         << cell.second << ", which is not expected";
  }
}

void expect_no_other_waits(const report::Report& report, const Expectations& expected) {
  const std::vector<report::Metric> metrics = report::builtin_metrics();
  for (size_t m = 0; m < metrics.size(); ++m) {
    const report::Relation relation = report::builtin(static_cast<report::Builtin>(m)).relation;
    if (!is_wait(metrics[m], relation) || expected.metrics.contains(metrics[m].id)) continue;
    if (metrics[m].id == "mpi_latesender_wo") continue;  // the sum of the two kinds, which are checked
    EXPECT_TRUE(values_of(report, metrics[m].id).empty())
        << metrics[m].id << " was found, but is not expected";
  }
}

double sum_of(const report::Report& report, const std::string& metric) {
  double sum = 0;
  for (const auto& [cell, value] : values_of(report, metric)) sum += value;
  return sum;
}

/// All waiting is charged to somebody, and divided both ways without rest.
void expect_conserved(const report::Report& report) {
  double waiting = 0;
  const std::vector<report::Metric> metrics = report::builtin_metrics();
  for (size_t m = 0; m < metrics.size(); ++m) {
    const report::BuiltinMetric& metric = report::builtin(static_cast<report::Builtin>(m));
    const bool wait = is_wait(metrics[m], metric.relation);
    if (wait && !report::is_wait_state(metric.parent)) waiting += sum_of(report, metrics[m].id);
  }
  EXPECT_NEAR(sum_of(report, "delay"), waiting, kHalfTick);
  EXPECT_NEAR(sum_of(report, "waitstates_propagating_vs_terminal"), waiting, kHalfTick);
  if (sum_of(report, "delay_unattributed") > 0) return;
  EXPECT_NEAR(sum_of(report, "waitstates_direct_vs_indirect"), waiting, kHalfTick);
}

/// All processing is in the performance impact's activities.
void expect_processing_in_activities(const report::Report& report) {
  for (size_t path = 0; path < report.call_paths.size(); ++path) {
    // Waiting in Init is no wait state, but no processing either.
    if (report.path_name(report::CallPathId(path)).find("MPI_Init") != std::string::npos) return;
  }
  const double processing =
      sum_of(report, "critical_path_activities") + sum_of(report, "non_critical_path_activities");
  EXPECT_NEAR(processing + sum_of(report, "delay"), sum_of(report, "time"), kHalfTick);
}

/// When a thread was there, by its events.
struct Extent : trace::EventSink {
  explicit Extent(const trace::Definitions& of_trace, trace::LocationId of)
      : definitions(of_trace), location(of) {}

  void on_event(const trace::Event& event) override {
    using trace::EventKind;
    if (event.kind == EventKind::enter) ++open;
    if (event.kind == EventKind::leave) --open;
    if (event.kind == EventKind::team_begin) ++open;
    if (event.kind == EventKind::team_end) --open;
    if (event.kind == EventKind::team_begin && leader(event.comm) != location) worked_in_team = true;
    first = std::min(first, event.time);
    last = std::max(last, event.time);
  }
  trace::LocationId leader(trace::CommId team) const {
    return definitions.groups[definitions.communicators[team.index()].group.index()].members.front();
  }
  void include(const Extent& other) {
    first = std::min(first, other.first);
    last = std::max(last, other.last);
  }

  const trace::Definitions& definitions;
  trace::LocationId location;
  Ticks first = Ticks::max();
  Ticks last = Ticks::min();
  int open = 0;                 ///< regions and teams, at the end
  bool worked_in_team = false;  ///< of another thread
};

/// Of all threads. Where the program was killed within a region of one, it was there until then. The time of
/// a worker is that of its process, except behind what it did not end.
std::map<trace::LocationId, Extent> extents_of(const trace::Trace& trace) {
  const trace::Definitions& definitions = trace.definitions();
  std::map<trace::LocationId, Extent> extents;
  std::map<trace::LocationGroupId, Extent> processes;
  for (size_t l = 0; l < definitions.locations.size(); ++l) {
    if (!trace::is_thread(definitions.locations[l])) continue;
    const trace::LocationId location(l);
    Extent& extent = extents.try_emplace(location, definitions, location).first->second;
    trace.read(location, extent);
    if (definitions.partial && extent.open > 0)
      extent.last = Ticks(static_cast<int64_t>(definitions.global_offset + definitions.length));
    // Under the first thread's name.
    processes.try_emplace(definitions.locations[l].group, definitions, location)
        .first->second.include(extent);
  }
  for (auto& [location, extent] : extents) {
    const Extent& process = processes.at(definitions.locations[location.index()].group);
    if (!extent.worked_in_team || process.location == location) continue;
    extent.first = process.first;
    if (extent.open == 0) extent.last = process.last;
  }
  return extents;
}

/// The time in which a thread was there, and nothing else, is in its call paths.
void expect_all_time_accounted(const report::Report& report, const trace::Trace& trace) {
  for (const auto& [location, extent] : extents_of(trace)) {
    double sum = 0;
    for (size_t path = 0; path < report.call_paths.size(); ++path) {
      const std::vector<double> row = report.row(report.find_metric("time"), report::CallPathId(path));
      if (!row.empty()) sum += row[location.index()];
    }
    const Ticks expected = extent.last < extent.first ? Ticks() : extent.last - extent.first;
    EXPECT_EQ(std::llround(sum * static_cast<double>(trace.definitions().ticks_per_second)), expected.count)
        << "time of location " << location_name(report, location.index());
  }
}

double total(const report::Report& report, const std::string& metric) {
  double sum = 0;
  for (const auto& [cell, value] : values_of(report, metric)) sum += value;
  return sum;
}

/// The report's bytes, analyzed on `ranks` threads as ranks with `threads` threads each.
std::string analyze_to_bytes(const trace::Trace& trace, const analyze::ClockOptions& clocks, int ranks,
                             int threads) {
  const fs::path path = fs::temp_directory_path() / fmt::format("latecomer-case-{}.cubex", getpid());
  using oneapi::tbb::global_control;
  const global_control more_threads_than_cores(global_control::max_allowed_parallelism, 4);
  run_ranks(ranks, [&](Comm& comm) {
    oneapi::tbb::task_arena(threads).execute([&] {
      Timings timings;
      const report::ReportShare share = analyze::analyze(trace, comm, timings, clocks);
      const auto written = cubex::write_cubex(share, comm, path);
      EXPECT_TRUE(written) << written.error().message;
    });
  });
  std::string bytes = read_file(path);
  return bytes;
}

report::Report read_report(const std::string& bytes) {
  const fs::path path = fs::temp_directory_path() / fmt::format("latecomer-case-{}.cubex", getpid());
  std::ofstream(path, std::ios::binary) << bytes;
  Result<report::Report> report = cubex::read_cubex(path);
  fs::remove(path);
  EXPECT_TRUE(report) << report.error().message;
  return std::move(report).value();
}

/// Violated clock conditions are those that are expected, none is left if they were to be corrected, and the
/// corrected trace has the same wait states when its clocks are taken as they are.
void expect_clocks(const report::Report& report, const Expectations& expected, const trace::Trace& trace) {
  const bool expects_violations =
      std::any_of(expected.metrics.begin(), expected.metrics.end(),
                  [](const auto& metric) { return metric.first.starts_with("clock_violations"); });
  if (!expects_violations) {
    EXPECT_EQ(total(report, "clock_violations"), 0);
  }
  const Result<report::ClockReport> clocks = report::read_clocks(report);
  ASSERT_TRUE(clocks) << clocks.error().message;
  if (clocks->corrected) {
    EXPECT_EQ(clocks->left(), report::ConditionCounts{});
  }

  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  const analyze::RetimedTrace corrected = analyze::correct(trace, expected.clocks, *comm, timings);
  expect_all_time_accounted(report, *corrected.trace);
  if (!clocks->corrected) return;
  const report::Report again =
      read_report(analyze_to_bytes(*corrected.trace, {.mode = analyze::ClockMode::interpolate}, 1, 1));
  EXPECT_EQ(total(again, "clock_violations"), 0);
  for (const report::Metric& metric : report.metrics) {
    if (report::is_wait_state(*report::find_builtin(metric.id)))
      expect_values(again, metric.id, values_of(report, metric.id));
  }
}

class Cases : public testing::TestWithParam<fs::path> {};

TEST_P(Cases, FindsWhatIsDerived) {
  const std::string text = read_file(GetParam());
  const Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(text, GetParam().string());
  ASSERT_TRUE(trace) << trace.error().message;
  const Expectations expected = parse_expectations(text);

  const std::string serial = analyze_to_bytes(**trace, expected.clocks, 1, 1);
  EXPECT_EQ(serial, analyze_to_bytes(**trace, expected.clocks, 1, 4)) << "four threads give another report";
  EXPECT_EQ(serial, analyze_to_bytes(**trace, expected.clocks, 4, 1)) << "four ranks give another report";

  const report::Report report = read_report(serial);
  for (const auto& [metric, values] : expected.metrics) expect_values(report, metric, values);
  expect_no_other_waits(report, expected);
  expect_clocks(report, expected, **trace);
  expect_conserved(report);
  expect_processing_in_activities(report);
  EXPECT_NEAR(total(report, "imbalance_above"), total(report, "imbalance_below"), kHalfTick);
  EXPECT_EQ(found_counts(report, "anomaly"), expected.anomalies);
  EXPECT_EQ(found_counts(report, "note"), expected.notes);
  EXPECT_EQ(deadlocks(report), expected.deadlocks);
  EXPECT_EQ(lines_of(report, "latecomer.open_call."), expected.open_calls);
  expect_places(report, "anomaly", expected);
  expect_places(report, "note", expected);
  EXPECT_EQ(report.attributes.contains("latecomer.partial"), expected.partial);
}

std::vector<fs::path> all_cases() {
  std::vector<fs::path> cases;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(source_path("tests/cases")))) {
    if (entry.path().extension() == ".case") cases.push_back(entry.path());
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, Cases, testing::ValuesIn(all_cases()),
                         [](const testing::TestParamInfo<fs::path>& info) {
                           return info.param.stem().string();
                         });

}  // namespace
}  // namespace latecomer
