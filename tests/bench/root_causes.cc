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

constexpr int kRuns = 3;
constexpr uint32_t kCallsPerStep = 12;
constexpr unsigned kThreadCounts[] = {1, 2};

/// Seconds, for one archive with one number of threads, run by run.
struct Measurements {
  std::vector<double> plain;       ///< libotf2 with empty callbacks
  std::vector<double> reading;     ///< the analysis's own reading of the trace
  std::vector<double> explaining;  ///< its passes that find root causes and the critical path
};

double seconds_in(const Timings& timings, const std::set<std::string>& passes) {
  double seconds = 0;
  for (const Timings::Entry& pass : timings.entries) seconds += passes.contains(pass.name) ? pass.seconds : 0;
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
  into.reading.push_back(seconds_in(timings, {"condense"}));
  into.explaining.push_back(seconds_in(timings, {"profiles", "delays", "costs", "critical path"}));
  return {};
}

/// The same program with its messages, and with twice as many.
struct Program {
  const char* name;
  SyntheticArchive archives[2];
  Measurements measured[std::size(kThreadCounts)][2];
};

Result<Program> make_program(const char* name, uint32_t calls_per_step) {
  Program program{.name = name, .archives = {}, .measured = {}};
  for (uint32_t i = 0; i < 2; ++i) {
    RingRun run;
    run.messages *= i + 1;
    run.calls_per_step = calls_per_step;
    TRY(program.archives[i], make_ring_archive(run, LATECOMER_BENCH_DATA));
  }
  return program;
}

void print_rows(const Program& program) {
  for (size_t t = 0; t < std::size(kThreadCounts); ++t) {
    for (size_t i = 0; i < 2; ++i) {
      const double plain = median(program.measured[t][i].plain);
      const double reading = median(program.measured[t][i].reading);
      const double explaining = median(program.measured[t][i].explaining);
      fmt::print("{:<15} {:>8.1f} {:>8} {:>8.3f} {:>8.3f} {:>11.3f} {:>10.2f} {:>10.2f}", program.name,
                 static_cast<double>(program.archives[i].events) / 1e6, kThreadCounts[t], plain, reading,
                 explaining, explaining / reading, explaining / plain);
      if (i == 1) fmt::print(" {:>15.2f}", explaining / median(program.measured[t][0].explaining));
      fmt::print("\n");
    }
  }
}

}  // namespace

Status measure_root_causes() {
  std::vector<Program> programs;
  TRY(programs.emplace_back(), make_program("MPI calls only", 0));
  TRY(programs.emplace_back(), make_program("and functions", kCallsPerStep));
  fmt::print(
      "\nRoot causes and the critical path: {} ranks, a million messages and two, half of them waited for,\n"
      "a reduction every {} messages; recorded without and with {} calls of functions for each message;\n"
      "medians of {} runs\n\n",
      RingRun().ranks, RingRun().steps_per_reduction, kCallsPerStep, kRuns);
  std::fflush(stdout);
  for (int round = 0; round < kRuns; ++round) {
    for (Program& program : programs) {
      for (size_t t = 0; t < std::size(kThreadCounts); ++t) {
        for (size_t i = 0; i < 2; ++i)
          TRY_STATUS(measure_once(program.archives[i], kThreadCounts[t], program.measured[t][i]));
      }
    }
  }
  fmt::print("{:<15} {:>8} {:>8} {:>8} {:>8} {:>11} {:>10} {:>10} {:>15}\n", "recorded", "M events",
             "threads", "libotf2", "reading", "explaining", "/ reading", "/ libotf2", "/ half as many");
  for (const Program& program : programs) print_rows(program);
  return {};
}

}  // namespace latecomer::bench
