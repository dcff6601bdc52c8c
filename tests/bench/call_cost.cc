// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What a call costs that is recorded. Programs (tests/programs/timed_calls.c, timed_threads.c) measure many
// kinds of calls in one run each, the shortest of several times. Runs alone and recorded are made by turns,
// and each pair of them gives a ratio, or a difference, of which the median counts.

#include "call_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measuring.h"
#include "recorded_run.h"

namespace latecomer::bench {
namespace {

/// How long what programs do may take while it is recorded, in what it takes alone.
constexpr double kMostForCall = 2.0;
/// How much longer MPI_Allreduce may take than alone.
constexpr double kMostForAllreduce = 0.21;  // microseconds
/// How large an archive may be in which calls are that neither communicate nor wait, or tests in vain.
constexpr double kMostBytes = 0.1;  // a call

/// A program, which prints how long each of several kinds of calls takes.
struct TimedCalls {
  std::string heading;
  Command run;
  double calls = 0;  ///< so many in all, of which an archive has to keep next to nothing; 0: it keeps all
};

/// Both of a round.
struct Round {
  SecondsByName alone;
  SecondsByName recorded;
};

bool is_difference(std::string_view name) {
  return name.starts_with("Allreduce");
}

void add_line(const std::string& name, const std::vector<Round>& rounds, LimitTable& limits) {
  std::vector<double> alone, recorded, ratios, differences;
  for (const Round& round : rounds) {
    alone.push_back(round.alone.at(name));
    recorded.push_back(round.recorded.at(name));
    ratios.push_back(recorded.back() / alone.back());
    differences.push_back((recorded.back() - alone.back()) * 1e6);
  }
  const std::string note =
      fmt::format("{:.1f} ns, alone {:.1f} ns", median(recorded) * 1e9, median(alone) * 1e9);
  if (is_difference(name))
    limits.add(name + ", beyond alone, in us", kMostForAllreduce, median(differences), note);
  else
    limits.add(name + ", to alone", kMostForCall, median(ratios), note);
}

Status measure(const TimedCalls& calls, int rounds, LimitTable& limits) {
  std::vector<Round> measured;
  std::vector<double> bytes;
  for (int round = 0; round < rounds; ++round) {
    fmt::print(stderr, "latecomer_bench: {}, round {} of {}\n", calls.heading, round + 1, rounds);
    TRY(SecondsByName alone, named_seconds_of_run(calls.run));
    TRY(SecondsByName recorded, named_seconds_recorded(calls.run, {}));
    for (const auto& [name, seconds] : alone) {
      if (!recorded.contains(name)) return Error{fmt::format("{}: no {} recorded", calls.run.back(), name)};
    }
    measured.push_back({std::move(alone), std::move(recorded)});
    bytes.push_back(bytes_of_archive());
  }
  limits.heading(calls.heading, fmt::format("medians of {} rounds", rounds));
  for (const auto& [name, seconds] : measured[0].alone) add_line(name, measured, limits);
  if (calls.calls > 0)
    limits.add("bytes of the archive, a call", kMostBytes, median(bytes) / calls.calls,
               fmt::format("{:.0f} bytes", median(bytes)));
  return {};
}

/// What timed_calls.c does, with one rank where it sends to itself.
std::vector<TimedCalls> mpi_calls(const std::string& mpi, const Command& start) {
  const auto timed = [&](const char* heading, const char* ranks, const char* what, double calls = 0) {
    Command run = start;
    run.insert(run.end(), {"-n", ranks, LATECOMER_PROGRAMS "/" + mpi + "/timed_calls", what});
    return TimedCalls{fmt::format("{}, {}", heading, mpi), run, calls};
  };
  return {timed("messages to oneself, by their number and what completes them", "1", "completions"),
          timed("requests that are open at a time", "1", "open"),
          timed("calls that neither communicate nor wait", "1", "local", 4 * 4 * 300'000),
          timed("tests in vain", "1", "in-vain", 3 * 4 * 100'000),
          timed("MPI_Allreduce of 8 bytes, from main and from 10 functions further in", "2", "allreduce")};
}

}  // namespace

Status measure_call_cost(int rounds, LimitTable& limits) {
  std::vector<TimedCalls> all = mpi_calls("mpich", {"mpiexec.mpich"});
  std::ranges::move(mpi_calls("openmpi", {"mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe"}),
                    std::back_inserter(all));
  all.push_back({"threads", {LATECOMER_PROGRAMS "/mpich/timed_threads"}});
  for (const TimedCalls& calls : all) TRY_STATUS(measure(calls, rounds, limits));
  return {};
}

}  // namespace latecomer::bench
