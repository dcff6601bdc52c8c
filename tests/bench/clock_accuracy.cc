// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "clock_accuracy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "analyze/pipeline.h"
#include "base/parallel.h"
#include "comm/comm.h"
#include "measuring.h"
#include "random/disturbed_clocks.h"
#include "random/random_program.h"
#include "report/metrics.h"

namespace latecomer::bench {
namespace {

using analyze::ClockMode;

constexpr size_t kFixeds = 2000;
/// As parts of a program's average wait.
constexpr double kErrors[] = {0.01, 0.03, 0.1, 0.3, 1};

struct Treatment {
  const char* name;
  ClockMode mode;
};
constexpr Treatment kTreatments[] = {
    {"as recorded", ClockMode::off},
    {"interpolated", ClockMode::interpolate},
    {"corrected", ClockMode::automatic},
};

/// (wait state, location, call path) -> seconds. Wait states that are parts of others are left out, so that
/// all together are all waiting.
using Waiting = std::map<std::tuple<size_t, size_t, std::string>, double>;

bool is_whole_wait_state(size_t metric) {
  const report::Builtin id = static_cast<report::Builtin>(metric);
  return report::is_wait_state(id) && !report::is_wait_state(report::builtin(id).parent);
}

Waiting waiting_in(const trace::Trace& trace, ClockMode mode) {
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  const report::Report report =
      report::with_own_values(analyze::analyze(trace, *comm, timings, {.mode = mode}));
  Waiting waiting;
  for (const report::RowKey& key : report.stored_rows()) {
    const report::Row row = report.column(key.first, key.second);
    if (!is_whole_wait_state(key.first.index())) continue;
    const std::string path = report.path_name(key.second);
    for (size_t l = 0; l < row->size(); ++l) {
      if (row->number(l) != 0) waiting[{key.first.index(), l, path}] = row->number(l);
    }
  }
  return waiting;
}

/// Sum over all places of how much is too much or too little, as part of all that is true.
double error_of(const Waiting& found, const Waiting& truth) {
  double wrong = 0;
  double all = 0;
  for (const auto& [place, seconds] : truth) {
    const Waiting::const_iterator at = found.find(place);
    wrong += std::abs((at == found.end() ? 0 : at->second) - seconds);
    all += seconds;
  }
  for (const auto& [place, seconds] : found) wrong += truth.contains(place) ? 0 : seconds;
  return wrong / all;
}

/// In ticks.
double average_wait(const std::vector<tests::KnownWait>& waits) {
  double all = 0;
  for (const tests::KnownWait& wait : waits) all += static_cast<double>(wait.amount().count);
  return all / static_cast<double>(waits.size());
}

/// Of one program, by size of the clocks' errors and by treatment.
using Errors = std::array<std::array<double, std::size(kTreatments)>, std::size(kErrors)>;

/// Of the first kFixeds programs that wait.
std::vector<Errors> measure_programs() {
  std::vector<Errors> errors(kFixeds);
  parallel_for(kFixeds, [&](size_t program) {
    uint64_t seed = program;
    tests::RandomRun run = tests::simulate_random_program(seed);
    while (run.waits.empty()) run = tests::simulate_random_program(seed += kFixeds);
    const std::unique_ptr<trace::MemoryTrace> truth = tests::with_fine_ticks(*run.trace);
    const Waiting true_waiting = waiting_in(*truth, ClockMode::off);
    const double wait = average_wait(run.waits) * static_cast<double>(tests::kFineTicks);
    for (size_t i = 0; i < std::size(kErrors); ++i) {
      const std::unique_ptr<trace::MemoryTrace> recorded =
          tests::disturb_clocks(*truth, {.size = kErrors[i] * wait}, seed);
      for (size_t t = 0; t < std::size(kTreatments); ++t)
        errors[program][i][t] = error_of(waiting_in(*recorded, kTreatments[t].mode), true_waiting);
    }
  });
  return errors;
}

double percentile_95(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() * 95 / 100];
}

}  // namespace

void measure_clock_accuracy() {
  fmt::print(
      "\nWait states found in spite of wrong clocks: {} random MPI programs. Clocks stray from linear drift "
      "by up\n"
      "to a part of the program's average wait, which interpolation cannot see; before that they have "
      "offsets "
      "of\n"
      "up to 20 times as much. The error of a program is the sum, over all wait states, call paths and "
      "threads,\n"
      "of |found - true|, as part of all its true waiting; medians and 95th percentiles over the "
      "programs\n\n",
      kFixeds);
  std::fflush(stdout);
  const std::vector<Errors> errors = measure_programs();
  fmt::print("{:<16}", "");
  for (const Treatment& treatment : kTreatments) fmt::print(" {:>20}", treatment.name);
  fmt::print("\n{:<16}", "stray by");
  for (size_t t = 0; t < std::size(kTreatments); ++t) fmt::print(" {:>10} {:>9}", "median", "95th");
  fmt::print("\n");
  for (size_t i = 0; i < std::size(kErrors); ++i) {
    fmt::print("{:<16}", fmt::format("{} of a wait", kErrors[i]));
    for (size_t t = 0; t < std::size(kTreatments); ++t) {
      std::vector<double> of_programs;
      for (const Errors& each : errors) of_programs.push_back(each[i][t]);
      fmt::print(" {:>10.3f} {:>9.3f}", median(of_programs), percentile_95(of_programs));
    }
    fmt::print("\n");
  }
}

}  // namespace latecomer::bench
