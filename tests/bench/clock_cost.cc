// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "clock_cost.h"

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "analyze/pipeline.h"
#include "analyze/retimed_trace.h"
#include "comm/comm.h"
#include "measuring.h"
#include "otf2/archive_reader.h"
#include "ring_archive.h"

namespace latecomer::bench {
namespace {

constexpr int kRuns = 3;
constexpr int kOffsets = 9;              ///< of each location, from the first event to the last
constexpr int64_t kLargestError = 4000;  ///< ticks: about as long as a step takes

/// A trace of which clocks were measured wrongly.
class WronglyMeasured : public trace::Trace {
 public:
  explicit WronglyMeasured(const trace::Trace& right) : right_(right), definitions_(right.definitions()) {}

  /// Everybody's, all the time.
  void disturb_all() {
    uint64_t number = 0;
    for (std::vector<trace::ClockOffset>& offsets : definitions_.clock_offsets) {
      offsets.clear();
      for (int64_t i = 0; i < kOffsets; ++i) {
        const int64_t error = static_cast<int64_t>(scramble(++number) % kLargestError);
        offsets.push_back({time_at(static_cast<double>(i) / (kOffsets - 1)), error, 0});
      }
    }
  }
  /// That of every tenth location, for a thousandth of the time.
  void disturb_few() {
    for (size_t l = 0; l < definitions_.clock_offsets.size(); l += 10) {
      const double begin =
          static_cast<double>(l + 1) / static_cast<double>(definitions_.clock_offsets.size() + 1);
      definitions_.clock_offsets[l] = {{time_at(0), 0, 0},
                                       {time_at(begin), 0, 0},
                                       {time_at(begin + 0.0005), kLargestError, 0},
                                       {time_at(begin + 0.001), 0, 0},
                                       {time_at(1), 0, 0}};
    }
  }
  const trace::Definitions& definitions() const override { return definitions_; }
  trace::Region region(trace::RegionId id) const override { return right_.region(id); }
  trace::ReadOutcome read(trace::LocationId location, trace::EventSink& sink) const override {
    return right_.read(location, sink);
  }

 private:
  /// That part of the run.
  Ticks time_at(double part) const {
    return Ticks(static_cast<int64_t>(definitions_.global_offset) +
                 static_cast<int64_t>(part * static_cast<double>(definitions_.length)));
  }

  const trace::Trace& right_;
  trace::Definitions definitions_;
};

/// Seconds, for one archive, run by run.
struct Measurements {
  std::vector<double> reading;
  std::vector<double> checking;
  std::vector<double> correcting;
  int64_t violated = 0;
  int64_t checked = 0;
};

double seconds_of_pass(const Timings& timings, const std::string& pass) {
  const auto found = std::find_if(timings.entries.begin(), timings.entries.end(),
                                  [&](const Timings::Entry& entry) { return entry.name == pass; });
  return found == timings.entries.end() ? 0 : found->seconds;
}

Status measure_once(const SyntheticArchive& archive, Measurements& into) {
  TRY(const std::unique_ptr<trace::Trace> right, otf2::open_archive(archive.path));
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings checking;
  analyze::correct(*right, {}, *comm, checking);
  into.reading.push_back(seconds_of_pass(checking, "condense"));
  into.checking.push_back(seconds_of_pass(checking, "clocks"));
  WronglyMeasured wrong(*right);
  wrong.disturb_all();
  Timings correcting;
  const analyze::RetimedTrace corrected = analyze::correct(wrong, {}, *comm, correcting);
  into.correcting.push_back(seconds_of_pass(correcting, "clocks"));
  into.violated = report::total(corrected.report.found());
  into.checked = report::total(corrected.report.checked);
  return report::total(corrected.report.left()) == 0 ? Status() : Error{"not all violations were corrected"};
}

/// What correcting costs where hardly anything has to be, as a part of all the rest of the analysis.
Status measure_few(const SyntheticArchive& archive) {
  TRY(const std::unique_ptr<trace::Trace> right, otf2::open_archive(archive.path));
  const std::unique_ptr<Comm> comm = serial_comm();
  WronglyMeasured wrong(*right);
  wrong.disturb_few();
  const analyze::RetimedTrace corrected = [&] {
    Timings timings;
    return analyze::correct(wrong, {}, *comm, timings);
  }();
  std::vector<double> parts;
  for (int round = 0; round < kRuns; ++round) {
    Timings timings;
    analyze::analyze(wrong, *comm, timings, {});
    double all = 0;
    for (const Timings::Entry& entry : timings.entries) all += entry.seconds;
    const double clocks = seconds_of_pass(timings, "clocks");
    parts.push_back(clocks / (all - clocks));
  }
  int64_t shifted = 0;
  for (const report::ClockPair& pair : corrected.report.pairs) shifted += pair.events_shifted;
  const int64_t found = report::total(corrected.report.found());
  fmt::print("\n{} violations, whose correction moves {} of {} events: {:.2f} of the rest of the analysis\n",
             found, shifted, archive.events, median(parts));
  if (found == 0 || static_cast<uint64_t>(100 * shifted) > archive.events)
    return Error{"not few events were to be moved"};
  return report::total(corrected.report.left()) == 0 ? Status() : Error{"not all violations were corrected"};
}

}  // namespace

Status measure_clock_cost() {
  const oneapi::tbb::global_control one_thread(oneapi::tbb::global_control::max_allowed_parallelism, 1);
  SyntheticArchive archives[2];
  for (uint32_t i = 0; i < 2; ++i) {
    RingRun run;
    run.messages *= i + 1;
    TRY(archives[i], make_ring_archive(run, LATECOMER_BENCH_DATA));
  }
  fmt::print(
      "\nClocks: {} ranks, a million messages and two; every rank's clock off by up to {} us, in {} "
      "pieces;\none thread, medians of {} runs\n\n",
      RingRun().ranks, kLargestError / 1000, kOffsets - 1, kRuns);
  std::fflush(stdout);
  Measurements measured[2];
  for (int round = 0; round < kRuns; ++round) {
    for (size_t i = 0; i < 2; ++i) TRY_STATUS(measure_once(archives[i], measured[i]));
  }
  fmt::print("{:>8} {:>10} {:>8} {:>9} {:>11} {:>15} {:>15}\n", "M events", "violated", "reading", "checking",
             "correcting", "/ reading", "/ half as many");
  for (size_t i = 0; i < 2; ++i) {
    const double correcting = median(measured[i].correcting);
    fmt::print("{:>8.1f} {:>8.1f} % {:>8.3f} {:>9.3f} {:>11.3f} {:>6.2f}, {:>6.2f}",
               static_cast<double>(archives[i].events) / 1e6,
               100 * static_cast<double>(measured[i].violated) / static_cast<double>(measured[i].checked),
               median(measured[i].reading), median(measured[i].checking), correcting,
               median(measured[i].checking) / median(measured[i].reading),
               correcting / median(measured[i].reading));
    if (i == 1) fmt::print(" {:>15.2f}", correcting / median(measured[0].correcting));
    fmt::print("\n");
  }
  return measure_few(archives[1]);
}

}  // namespace latecomer::bench
