// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How fast sums over a report are. Each way to hold the report is measured in a process of its own, in which
// rounds of three follow one another: adding up an array of that size, a metric's total, and its values with
// what is below at all call paths, both by a `Space` that has not been asked before. A round takes some
// hundredths of a second, and whatever else the machine does only adds to it, so the fastest of each counts.

#include "report_queries.h"

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "child_process.h"
#include "comm/mpi_loader.h"
#include "cubex/reader.h"
#include "limit_table.h"
#include "measuring.h"
#include "query/distribution.h"
#include "query/space.h"
#include "synthetic_report.h"

namespace latecomer::bench {

namespace {

using namespace query;
using namespace report;

constexpr MetricId kTime(0);

struct Extent {
  size_t call_paths = 1024;
  size_t locations = 10'000;
  int rounds = 15;

  uint64_t bytes() const { return call_paths * locations * sizeof(double); }
};

constexpr Extent kLarge{8192, 100'000, 1};

/// What a process measured, in seconds; the fastest of its rounds, on the slowest of its ranks.
struct Answers {
  double plain = 1e9;  ///< an array of as many numbers as the process has rows for, added up
  double opening = 0;
  double total = 1e9;
  double call_paths = 1e9;
  uint64_t peak_bytes = 0;  ///< of the rank that needed most
};

double slowest(Comm& comm, double seconds) {
  int64_t nanoseconds = static_cast<int64_t>(seconds * 1e9);
  comm.max(std::span(&nanoseconds, 1));
  return static_cast<double>(nanoseconds) * 1e-9;
}

uint64_t peak_bytes_of_ranks(Comm& comm) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  int64_t kibibytes = usage.ru_maxrss;
  comm.max(std::span(&kibibytes, 1));
  return static_cast<uint64_t>(kibibytes) * 1024;
}

/// A report in memory, of which a rank has its own rows; or one in a file.
Result<Report> open_report(const std::string& source, const Extent& extent, const std::vector<int>& owners,
                           const Comm& comm) {
  if (source != "memory") return cubex::read_cubex(source);
  Report report = synthetic_report(Shape::binary, extent.call_paths, extent.locations);
  for (size_t i = 0; i < extent.call_paths; ++i)
    if (owners.empty() || owners[i] == comm.rank())
      report.set_column(kTime, CallPathId(i), synthetic_row(report, CallPathId(i)));
  return report;
}

/// Keeps the compiler from leaving out what nobody looks at.
volatile double sink;

void answer_once(const Report& report, Comm& comm, const std::vector<int>& owners, Answers& best) {
  comm.barrier();
  const double total = slowest(comm, seconds_of([&] { sink = Space(report, comm, owners).total(kTime); }));
  comm.barrier();
  const double call_paths = slowest(comm, seconds_of([&] {
                                      const Space space(report, comm, owners);
                                      sink = space.per_call_path(kTime, Below::included).front();
                                    }));
  best.total = std::min(best.total, total);
  best.call_paths = std::min(best.call_paths, call_paths);
}

Status answer(const std::string& source, Distribution distribution, const Extent& extent) {
  const oneapi::tbb::global_control one_thread(oneapi::tbb::global_control::max_allowed_parallelism, 1);
  TRY(const std::unique_ptr<Comm> comm, launch_comm());
  Answers best;
  std::optional<Report> report;
  std::vector<int> owner;
  Status opened;
  best.opening = slowest(*comm, seconds_of([&] {
    const Report definitions = synthetic_report(Shape::binary, extent.call_paths, 1);
    owner = owners(distribution, definitions.call_paths, comm->size());
    Result<Report> read = open_report(source, extent, owner, *comm);
    if (read)
      report.emplace(std::move(*read));
    else
      opened = read.error();
  }));
  TRY_STATUS(checkpoint(*comm, opened));
  if (source != "memory") owner = owners(distribution, report->call_paths, comm->size());
  const bool compares = extent.rounds > 1;  // where there is room for the array
  std::vector<double> plain(compares ? extent.call_paths * extent.locations : 0, 1e-3);
  for (int round = 0; round < extent.rounds; ++round) {
    if (compares && comm->rank() == 0)
      best.plain =
          std::min(best.plain, seconds_of([&] { sink = std::accumulate(plain.begin(), plain.end(), 0.0); }));
    answer_once(*report, *comm, owner, best);
  }
  const uint64_t peak = peak_bytes_of_ranks(*comm);
  if (comm->rank() == 0)
    fmt::print("{} {} {} {} {}\n", best.plain, best.opening, best.total, best.call_paths, peak);
  return {};
}

/// Runs ranks under MPICH's mpiexec and reads what they print; a single one, too, because processes that are
/// started otherwise may get another share of a machine that has other work.
Result<Answers> ask(int ranks, const std::string& source, Distribution distribution, const Extent& extent) {
  std::vector<std::string> command;
  const bool has_mpi = static_cast<bool>(run_child({"mpiexec.mpich", "-n", "1", "true"}));
  if (ranks > 1 || has_mpi) command = {"mpiexec.mpich", "-n", fmt::to_string(ranks)};
  command.insert(command.end(), {LATECOMER_BENCH, "report-rank", source, std::string(name_of(distribution)),
                                 fmt::to_string(extent.call_paths), fmt::to_string(extent.locations),
                                 fmt::to_string(extent.rounds)});
  const std::string output = LATECOMER_BENCH_DATA "/report-rank.txt";
  TRY_STATUS(run_child(command, output));
  std::ifstream in(output);
  Answers answers;
  in >> answers.plain >> answers.opening >> answers.total >> answers.call_paths >> answers.peak_bytes;
  if (!in) return Error{output + ": is not what a rank prints"};
  return answers;
}

std::string milliseconds(double a, double b) {
  return fmt::format("{:.1f} ms / {:.1f} ms", a * 1e3, b * 1e3);
}

void keep_fastest(Answers& best, const Answers& other) {
  best.plain = std::min(best.plain, other.plain);
  best.total = std::min(best.total, other.total);
  best.call_paths = std::min(best.call_paths, other.call_paths);
}

/// Runs one rank and two by turns.
Status measure_two_ranks(const std::string& source, const std::string& what, Distribution distribution,
                         LimitTable& limits) {
  constexpr int kTurns = 2;
  const std::string ratio = fmt::format("{}: 2 ranks / 1, {}", what, name_of(distribution));
  Answers one;
  Answers two;
  for (int turn = 0; turn < kTurns; ++turn) {
    TRY(const Answers alone, ask(1, source, distribution, Extent()));
    const Result<Answers> together = ask(2, source, distribution, Extent());
    if (!together) {
      limits.add_unmeasured(ratio, 0.6, together.error().message);
      return {};
    }
    keep_fastest(one, alone);
    keep_fastest(two, *together);
  }
  limits.add(ratio + ", root", 0.6, two.total / one.total, milliseconds(two.total, one.total));
  limits.add(ratio + ", all", 0.6, two.call_paths / one.call_paths,
             milliseconds(two.call_paths, one.call_paths));
  return {};
}

Status measure_sums(LimitTable& limits) {
  const Extent extent;
  const Report report = synthetic_report(Shape::binary, extent.call_paths, extent.locations);
  TRY(const std::string plain_file, synthetic_file(report, false));
  TRY(const std::string compressed_file, synthetic_file(report, true));
  limits.heading("sums",
                 fmt::format("{} call paths x {} locations, 1 thread a rank, / adding up an array of "
                             "{:.0f} MB",
                             extent.call_paths, extent.locations, static_cast<double>(extent.bytes()) / 1e6));
  const std::array<std::pair<const char*, std::string>, 3> sources = {
      {{"rows in memory", "memory"},
       {"file, not compressed", plain_file},
       {"file, compressed", compressed_file}}};
  for (const auto& [what, source] : sources) {
    TRY(const Answers one, ask(1, source, Distribution::round_robin, extent));
    const std::string note = milliseconds(one.total, one.plain);
    const std::string of_all = milliseconds(one.call_paths, one.plain);
    if (source == "memory") {
      limits.add(fmt::format("{}: value of the root", what), 1.5, one.total / one.plain, note);
      limits.add(fmt::format("{}: values of all call paths", what), 3, one.call_paths / one.plain, of_all);
    } else {
      limits.note(fmt::format("{}: value of the root", what), one.total / one.plain, note);
      limits.note(fmt::format("{}: values of all call paths", what), one.call_paths / one.plain, of_all);
    }
    TRY_STATUS(measure_two_ranks(source, what, Distribution::round_robin, limits));
    if (source == plain_file) TRY_STATUS(measure_two_ranks(source, what, Distribution::system, limits));
  }
  return {};
}

Status measure_large(LimitTable& limits) {
  const double size = static_cast<double>(kLarge.bytes()) / 1e9;
  TRY(const std::string file,
      synthetic_file(synthetic_report(Shape::binary, kLarge.call_paths, kLarge.locations), false));
  limits.heading("large", fmt::format("{} call paths x {} locations, {:.1f} GB, 2 ranks", kLarge.call_paths,
                                      kLarge.locations, size));
  for (const Distribution distribution : {Distribution::round_robin, Distribution::system}) {
    TRY(const Answers two, ask(2, file, distribution, kLarge));
    limits.add(fmt::format("GB of memory a rank, {}", name_of(distribution)), 1,
               static_cast<double>(two.peak_bytes) / 1e9);
    limits.note("  seconds for opening", two.opening);
    limits.note("  seconds for the value of the root", two.total);
    limits.note("  seconds for the values of all call paths", two.call_paths);
  }
  return {};
}

}  // namespace

int answer_as_rank(char** arguments) {
  const Extent extent{std::strtoull(arguments[2], nullptr, 10), std::strtoull(arguments[3], nullptr, 10),
                      std::atoi(arguments[4])};
  const Status status = answer(arguments[0], distribution_named(arguments[1]).value(), extent);
  if (!status) fmt::print(stderr, "latecomer_bench: {}\n", status.error().message);
  return status ? 0 : 1;
}

Status measure_report(const std::vector<std::string>& words) {
  const std::string what = words.empty() ? "" : words.front();
  if (what == "enumerations") return measure_enumerations(std::span(words).subspan(1));
  if (!what.empty() && what != "large")
    return Error{what + ": not a benchmark of reports; large or enumerations"};
  LimitTable limits;
  TRY_STATUS(what == "large" ? measure_large(limits) : measure_sums(limits));
  fmt::print(
      "\nReports: the fastest of {} rounds, of one rank and two the fastest of twice as many; of ranks "
      "the slowest\n\n",
      Extent().rounds);
  limits.print();
  return {};
}

}  // namespace latecomer::bench
