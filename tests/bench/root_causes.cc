// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "root_causes.h"

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>

#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "measuring.h"
#include "otf2/archive_reader.h"
#include "plain_read.h"
#include "ring_archive.h"

namespace latecomer::bench {
namespace {

constexpr int kRuns = 5;

/// Seconds, for one archive with one number of threads, run by run.
struct Measurements {
  std::vector<double> plain;
  std::vector<double> explaining;
};

double explaining_seconds(const Timings& timings) {
  static const std::set<std::string> kPasses = {"profiles", "delays", "costs", "critical path"};
  double seconds = 0;
  for (const Timings::Entry& pass : timings.entries)
    seconds += kPasses.contains(pass.name) ? pass.seconds : 0;
  return seconds;
}

Status measure_once(const SyntheticArchive& archive, unsigned threads, Measurements& into) {
  into.plain.push_back(seconds_of([&] { read_plainly(archive.path, threads); }));
  using oneapi::tbb::global_control;
  const global_control limit(global_control::max_allowed_parallelism, threads);
  TRY(const std::unique_ptr<trace::Trace> trace, otf2::open_archive(archive.path));
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  analyze::analyze(*trace, *comm, timings);
  into.explaining.push_back(explaining_seconds(timings));
  return {};
}

void print_row(const SyntheticArchive& archive, unsigned threads, const Measurements& measured,
               double of_half_the_events) {
  const double plain = median(measured.plain);
  const double explaining = median(measured.explaining);
  fmt::print("{:>10.1f} {:>8} {:>14.3f} {:>11.3f} {:>15.2f}", static_cast<double>(archive.events) / 1e6,
             threads, plain, explaining, explaining / plain);
  if (of_half_the_events > 0) fmt::print(" {:>22.2f}", explaining / of_half_the_events);
  fmt::print("\n");
}

}  // namespace

Status measure_root_causes() {
  std::vector<SyntheticArchive> archives;
  for (const uint32_t messages : {1'000'000, 2'000'000}) {
    RingRun run;
    run.messages = messages;
    TRY(archives.emplace_back(), make_ring_archive(run, LATECOMER_BENCH_DATA));
  }
  fmt::print(
      "\nRoot causes and the critical path: {} ranks, {:.0f} and {:.0f} million messages, half of them "
      "waited\n"
      "for, a reduction every {} messages; medians of {} runs\n\n",
      RingRun().ranks, 1.0, 2.0, RingRun().steps_per_reduction, kRuns);
  constexpr unsigned kThreadCounts[] = {1, 2};
  Measurements measured[std::size(kThreadCounts)][2];
  for (int round = 0; round < kRuns; ++round) {
    for (size_t t = 0; t < std::size(kThreadCounts); ++t) {
      for (size_t a = 0; a < archives.size(); ++a)
        TRY_STATUS(measure_once(archives[a], kThreadCounts[t], measured[t][a]));
    }
  }
  fmt::print("{:>10} {:>8} {:>14} {:>11} {:>15} {:>22}\n", "M events", "threads", "libotf2 alone",
             "explaining", "/ libotf2 alone", "/ half as many events");
  for (size_t t = 0; t < std::size(kThreadCounts); ++t) {
    print_row(archives[0], kThreadCounts[t], measured[t][0], 0);
    print_row(archives[1], kThreadCounts[t], measured[t][1], median(measured[t][0].explaining));
  }
  return {};
}

}  // namespace latecomer::bench
