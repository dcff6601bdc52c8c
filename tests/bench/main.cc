// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How long `latecomer analyze` takes compared with merely reading the archive, and how much memory it needs;
// what correcting clocks costs, and how well wait states are found in spite of wrong ones; what recording
// costs a program; how fast sums over a report are; whether all that keeps the limits that are set for it.
// Each row is measured several times in turn with the others, so that what else the machine does hits all of
// them alike.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "child_process.h"
#include "clock_accuracy.h"
#include "clock_cost.h"
#include "generated_archive.h"
#include "measuring.h"
#include "otf2/archive_reader.h"
#include "plain_read.h"
#include "record_cost.h"
#include "report_queries.h"
#include "root_causes.h"
#include "scale.h"
#include "synthetic_archive.h"

namespace latecomer::bench {
namespace {

constexpr int kRuns = 5;

class CountingSink : public trace::EventSink {
 public:
  void on_event(const trace::Event&) override { ++events_; }
  void on_enter(Ticks, trace::RegionId) override { ++events_; }
  void on_leave(Ticks, trace::RegionId) override { ++events_; }
  uint64_t events() const { return events_; }

 private:
  uint64_t events_ = 0;
};

/// Reads all events through the trace model into a sink that only counts them.
uint64_t read_as_trace(const std::string& archive, unsigned threads) {
  const Result<std::unique_ptr<trace::Trace>> trace = otf2::open_archive(archive);
  if (!trace) return 0;
  const size_t locations = (*trace)->definitions().locations.size();
  std::atomic<size_t> next = 0;
  std::atomic<uint64_t> events = 0;
  std::vector<std::jthread> workers;
  for (unsigned thread = 0; thread < threads; ++thread) {
    workers.emplace_back([&] {
      for (size_t i = next++; i < locations; i = next++) {
        CountingSink sink;
        (*trace)->read(trace::LocationId(i), sink);
        events += sink.events();
      }
    });
  }
  workers.clear();  // joins them
  return events;
}

/// What was measured with one number of threads.
struct Measurements {
  std::vector<double> plain;
  std::vector<double> traced;
  std::vector<double> analyzed;
  uint64_t peak_bytes = 0;
};

Status measure_once(const SyntheticArchive& archive, unsigned threads, Measurements& into) {
  uint64_t plain_events = 0;
  uint64_t traced_events = 0;
  into.plain.push_back(seconds_of([&] { plain_events = read_plainly(archive.path, threads); }));
  into.traced.push_back(seconds_of([&] { traced_events = read_as_trace(archive.path, threads); }));
  if (plain_events != archive.events || traced_events != archive.events) {
    return Error{fmt::format(
        "{}: {} events, of which {} were read plainly and {} as a trace; delete it to have it made anew",
        archive.path, archive.events, plain_events, traced_events)};
  }
  const std::string report = archive.path + ".report.cubex";
  std::filesystem::remove(report);
  TRY(const ChildUsage usage, run_child({LATECOMER_PROGRAM, "analyze", archive.path, "--no-gains",
                                         "--threads", fmt::to_string(threads), "-o", report}));
  into.analyzed.push_back(usage.seconds);
  into.peak_bytes = std::max(into.peak_bytes, usage.peak_bytes);
  return {};
}

void print_row(const char* what, unsigned threads, double seconds, double plain_seconds, uint64_t events) {
  fmt::print("{:<34} {:>7} {:>9.3f} {:>11.1f} {:>15.2f}\n", what, threads, seconds,
             static_cast<double>(events) / seconds / 1e6, seconds / plain_seconds);
}

void print_rows(unsigned threads, const Measurements& measured, uint64_t events) {
  const double plain = median(measured.plain);
  print_row("libotf2 alone, empty callbacks", threads, plain, plain, events);
  print_row("as a trace, counting sink", threads, median(measured.traced), plain, events);
  print_row("latecomer analyze", threads, median(measured.analyzed), plain, events);
  const double bytes = static_cast<double>(measured.peak_bytes);
  fmt::print("{:<34} {:>7} peak memory {:.0f} MB, {:.1f} bytes an event\n", "", "", bytes / 1e6,
             bytes / static_cast<double>(events));
}

Status measure_pipeline() {
  TRY(const SyntheticArchive archive, make_synthetic_archive(SyntheticRun(), LATECOMER_BENCH_DATA));
  fmt::print("{}: {:.1f} million events of {} ranks; medians of {} runs\n\n", archive.path,
             static_cast<double>(archive.events) / 1e6, SyntheticRun().ranks, kRuns);
  std::fflush(stdout);
  constexpr unsigned kThreadCounts[] = {1, 2};
  Measurements measured[std::size(kThreadCounts)];
  for (int round = 0; round < kRuns; ++round) {
    for (size_t i = 0; i < std::size(kThreadCounts); ++i) {
      TRY_STATUS(measure_once(archive, kThreadCounts[i], measured[i]));
    }
  }
  fmt::print("{:<34} {:>7} {:>9} {:>11} {:>15}\n", "", "threads", "seconds", "M events/s", "/ libotf2 alone");
  for (size_t i = 0; i < std::size(kThreadCounts); ++i)
    print_rows(kThreadCounts[i], measured[i], archive.events);
  return {};
}

}  // namespace
}  // namespace latecomer::bench

namespace {

using namespace latecomer;

/// What the benchmarks run in processes of their own.
int run_part(std::string_view part, char** arguments) {
  if (part == "check-answer") return bench::answer_is_met(arguments[0], arguments[1]) ? 0 : 1;
  const unsigned threads = static_cast<unsigned>(std::atoi(arguments[1]));
  return bench::read_plainly(arguments[0], threads) == std::strtoull(arguments[2], nullptr, 10) ? 0 : 1;
}

}  // namespace

/// Without an argument all benchmarks, else only the one that it names: "pipeline", "root-causes", "clocks",
/// "record", "calls", which is a part of that, "scale", which all take "--quick", or "report". "scale"
/// measures its children's memory, so this process still has to be small then.
int main(int argc, char** argv) {
  constexpr std::string_view kNames[] = {"",       "scale",  "pipeline", "root-causes",
                                         "clocks", "record", "calls",    "report"};
  const std::string_view only = argc > 1 ? argv[1] : "";
  if (only == "store-part" && argc == 3) return bench::print_store_part(argv[2]) ? 0 : 1;
  if (only == "report-rank" && argc == 7) return bench::answer_as_rank(argv + 2);
  if ((only == "check-answer" && argc == 4) || (only == "read-plainly" && argc == 5))
    return run_part(only, argv + 2);
  if (std::find(std::begin(kNames), std::end(kNames), only) == std::end(kNames)) {
    fmt::print(stderr,
               "latecomer_bench: {}: not a benchmark; scale, pipeline, root-causes, clocks, record, calls or "
               "report\n",
               only);
    return 2;
  }
  const bool quick = argc > 2 && std::string_view(argv[2]) == "--quick";
  Status status;
  if (only.empty() || only == "scale") status = bench::measure_scale(quick);
  if (status && (only.empty() || only == "pipeline")) status = bench::measure_pipeline();
  if (status && (only.empty() || only == "root-causes")) status = bench::measure_root_causes();
  if (status && (only.empty() || only == "clocks")) status = bench::measure_clock_cost();
  if (status && (only.empty() || only == "clocks")) bench::measure_clock_accuracy();
  if (status && (only.empty() || only == "record")) status = bench::measure_record_cost(quick);
  if (status && only == "calls") status = bench::measure_calls(quick);
  if (status && (only.empty() || only == "report"))
    status = bench::measure_report({argv + std::min(argc, 2), argv + argc});
  if (!status) fmt::print(stderr, "latecomer_bench: {}\n", status.error().message);
  return status ? 0 : 1;
}
