// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What recording costs the program. Its extremes are a ping-pong of 8 bytes under MPICH, which does nothing
// but call MPI, with calls that are as short as calls can be, and a stencil with an exchange each
// millisecond; threads that all call MPI at the same time; and, where functions are recorded, one that does
// nothing. And single calls (call_cost.h).
//
// Programs measure themselves (tests/programs/timed.c, timed_functions.c), without and with the recorder in
// turn. What else the machine does can only prolong a run, and MPICH's processes poll, so that a
// third process on two cores makes a ping-pong several times as long: the shortest run of each kind is what
// counts.

#include "record_cost.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "call_cost.h"
#include "limit_table.h"
#include "recorded_run.h"

namespace latecomer::bench {
namespace {

/// How long a function may take that is recorded, beyond one whose hooks do nothing.
constexpr double kMostForFunction = 60e-9;  // seconds
/// How much more recording may cost several threads that call MPI than one, each in runs without the
/// recorder.
constexpr double kMostForThreads = 1.3;
/// The same of a call that accesses or synchronizes a window, beyond one that is not recorded.
constexpr double kMostForAccess = 150e-9;  // seconds
/// The same of a call that writes to a file, beyond one that is not recorded.
constexpr double kMostForFileWrite = 150e-9;  // seconds
/// How long it may take to lock and unlock a mutex that is free, beyond what it takes without the recorder.
constexpr double kMostForLock = 150e-9;  // seconds
/// The same of a critical section that is free, and of each thread's part in a parallel region and its
/// barrier.
constexpr double kMostForOpenmp = 150e-9;  // seconds
/// How large archives with call stacks may be, in those without.
constexpr double kLargestArchive = 1.5;

/// A way to record, and how long programs may take then, in runs without the recorder.
struct Way {
  const char* name;
  Command options;  ///< of `latecomer record`
  double ping_pong_limit;
  double stencil_limit;
};

std::vector<Way> ways() {
  std::vector<Way> all = {{"without stacks", {"--stacks=off"}, 2.0, 1.01},
                          {"with stacks", {"--sample=off"}, 2.8, 1.01},
                          {"with stacks and samples", {}, 2.8, 1.02}};
  if (geteuid() == 0) all.push_back({"with the kernel's scheduler, too", {"--kernel"}, 2.9, 1.03});
  return all;
}

struct Program {
  const char* what;  ///< the argument of timed.c
  int number;        ///< of round trips or steps
  const char* unit;
  double Way::*limit;

  Command command() const {
    return {"mpiexec.mpich", "-n", "2", LATECOMER_PROGRAMS "/mpich/timed", what, fmt::to_string(number)};
  }
};

std::vector<Program> programs(bool quick) {
  const int part = quick ? 10 : 1;
  return {{"ping-pong", 200'000 / part, "round trip", &Way::ping_pong_limit},
          {"stencil", 500 / part, "step", &Way::stencil_limit}};
}

/// The shortest run, and the last archive.
struct Recorded {
  double seconds = std::numeric_limits<double>::max();
  double bytes = 0;
};

Status measure(const Program& program, int rounds, LimitTable& limits) {
  const std::vector<Way> all = ways();
  double plain = std::numeric_limits<double>::max();
  std::vector<Recorded> recorded(all.size());
  for (int round = 0; round < rounds; ++round) {
    fmt::print(stderr, "latecomer_bench: {}, round {} of {}\n", program.what, round + 1, rounds);
    TRY(const double seconds, seconds_of_run(program.command()));
    plain = std::min(plain, seconds);
    for (size_t i = 0; i < all.size(); ++i) {
      TRY(const double seconds_of_way, seconds_recorded(program.command(), all[i].options));
      recorded[i] = {std::min(recorded[i].seconds, seconds_of_way), bytes_of_archive()};
    }
  }
  const double microseconds = 1e6 / program.number;
  limits.heading(program.what, fmt::format("{:.3f} us a {} without the recorder; shortest of {} runs each",
                                           plain * microseconds, program.unit, rounds));
  for (size_t i = 0; i < all.size(); ++i) {
    limits.add(fmt::format("{}, to plain", all[i].name), all[i].*program.limit, recorded[i].seconds / plain,
               fmt::format("{:.3f} us", recorded[i].seconds * microseconds));
  }
  for (size_t i = 1; i < all.size(); ++i) {
    limits.add(fmt::format("archive {}, to without", all[i].name), kLargestArchive,
               recorded[i].bytes / recorded[0].bytes, fmt::format("{:.0f} bytes", recorded[i].bytes));
  }
  return {};
}

/// Of so many threads of a process that send to themselves: the time with the recorder, in that without it.
Result<double> cost_for_threads(int threads, int number, int rounds) {
  const Command run = {
      "mpiexec.mpich",        "-n", "1", LATECOMER_PROGRAMS "/mpich/timed", "threads", fmt::to_string(number),
      fmt::to_string(threads)};
  double plain = std::numeric_limits<double>::max();
  double recorded = plain;
  for (int round = 0; round < rounds; ++round) {
    fmt::print(stderr, "latecomer_bench: {} threads, round {} of {}\n", threads, round + 1, rounds);
    TRY(const double seconds, seconds_of_run(run));
    plain = std::min(plain, seconds);
    TRY(const double seconds_then, seconds_recorded(run, {"--sample=off"}));
    recorded = std::min(recorded, seconds_then);
  }
  return recorded / plain;
}

Status measure_threads(bool quick, LimitTable& limits) {
  const int number = 400'000;  // so many that it does not matter what a thread's beginning takes
  const int rounds = quick ? 3 : 15;
  TRY(const double of_one, cost_for_threads(1, number, rounds));
  limits.heading(
      "threads that send to themselves",
      fmt::format("one takes {:.1f} times as long with stacks; shortest of {} runs each", of_one, rounds));
  for (const int threads : {2, 8}) {
    TRY(const double of_all, cost_for_threads(threads, number, rounds));
    limits.add(fmt::format("{} threads, to one", threads), kMostForThreads, of_all / of_one,
               fmt::format("{:.1f} times", of_all));
  }
  return {};
}

/// What one call of many costs beyond one that is not recorded.
struct SingleCall {
  const char* what;
  const char* not_recorded;
  Command program;
  Command options;  ///< of `latecomer record`
  int number;
  double limit;  ///< seconds
};

std::vector<SingleCall> single_calls(bool quick) {
  const int part = quick ? 10 : 1;
  const Command timed = {"mpiexec.mpich", "-n", "1", LATECOMER_PROGRAMS "/mpich/timed"};
  const auto with = [&](const char* what) {
    Command command = timed;
    command.emplace_back(what);
    return command;
  };
  return {{"functions",
           "a function whose hooks do nothing",
           {"mpiexec.mpich", "-n", "1", LATECOMER_PROGRAMS "/mpich/timed_functions"},
           {},
           1'000'000 / part,
           kMostForFunction},
          {"free mutexes",
           "a lock and an unlock",
           {LATECOMER_PROGRAMS "/mpich/timed_locks"},
           {},
           10'000'000 / part,
           kMostForLock},
          {"parallel regions of two threads, with their barriers: four calls",
           "a region",
           {LATECOMER_PROGRAMS "/mpich/timed_openmp", "regions"},
           {},
           1'000'000 / part,
           4 * kMostForOpenmp},
          {"barriers of two threads: two calls",
           "a barrier",
           {LATECOMER_PROGRAMS "/mpich/timed_openmp", "barriers"},
           {},
           1'000'000 / part,
           2 * kMostForOpenmp},
          {"free critical sections",
           "a section",
           {LATECOMER_PROGRAMS "/mpich/timed_openmp", "criticals"},
           {},
           10'000'000 / part,
           kMostForOpenmp},
          {"puts and fences", "a call", with("fences"), {}, 300'000 / part, kMostForAccess},
          {"locks of windows", "a call", with("locks"), {}, 300'000 / part, kMostForAccess},
          {"file write", "an MPI_File_write_at", with("file-write"), {}, 300'000 / part, kMostForFileWrite},
          {"file write by the operating system",
           "a pwrite",
           with("posix-write"),
           {"--posix-io"},
           300'000 / part,
           kMostForFileWrite}};
}

Status measure_single_call(const SingleCall& call, int rounds, LimitTable& limits) {
  Command run = call.program;
  run.push_back(fmt::to_string(call.number));
  double plain = std::numeric_limits<double>::max();
  double recorded = plain;
  for (int round = 0; round < rounds; ++round) {
    fmt::print(stderr, "latecomer_bench: {}, round {} of {}\n", call.what, round + 1, rounds);
    TRY(const double seconds, seconds_of_run(run));
    plain = std::min(plain, seconds);
    TRY(const double seconds_then, seconds_recorded(run, call.options));
    recorded = std::min(recorded, seconds_then);
  }
  limits.heading(call.what, fmt::format("{:.1f} ns {}; shortest of {} runs each", plain * 1e9 / call.number,
                                        call.not_recorded, rounds));
  limits.add("recorded, beyond that, in ns", call.limit * 1e9, (recorded - plain) * 1e9 / call.number);
  return {};
}

}  // namespace

Status measure_record_cost(bool quick) {
  std::filesystem::create_directories(LATECOMER_BENCH_DATA);
  LimitTable limits;
  for (const Program& program : programs(quick)) TRY_STATUS(measure(program, quick ? 3 : 15, limits));
  TRY_STATUS(measure_threads(quick, limits));
  for (const SingleCall& call : single_calls(quick))
    TRY_STATUS(measure_single_call(call, quick ? 3 : 15, limits));
  TRY_STATUS(measure_call_cost(quick ? 1 : 5, limits));
  fmt::print("\nRecording: MPICH if nothing else is said, 2 ranks, or threads of one\n\n");
  limits.print();
  return {};
}

Status measure_calls(bool quick) {
  std::filesystem::create_directories(LATECOMER_BENCH_DATA);
  LimitTable limits;
  TRY_STATUS(measure_call_cost(quick ? 1 : 5, limits));
  limits.print();
  return {};
}

}  // namespace latecomer::bench
