// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "analyze/pipeline.h"
#include "cli/clock_options.h"
#include "cli/commands.h"
#include "cli/show_json.h"
#include "cli/summary.h"
#include "comm/mpi_loader.h"
#include "cubex/reader.h"
#include "cubex/writer.h"
#include "otf2/archive_reader.h"

namespace latecomer::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string trace;
  std::string output;
  int threads = 0;  ///< 0: default_threads()
  analyze::ClockOptions clocks;
  bool timing = false;
  bool json = false;
};

fs::path report_path(const Options& options) {
  if (!options.output.empty()) return options.output;
  const fs::path trace(options.trace);
  return (fs::is_directory(trace) ? trace : trace.parent_path()) / "report.cubex";
}

/// "12.3 M"; numbers below 10,000 as they are.
std::string short_number(int64_t number) {
  constexpr std::pair<double, const char*> kUnits[] = {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}};
  if (number < 10'000) return std::to_string(number);
  const double value = static_cast<double>(number);
  for (const auto& [unit, name] : kUnits) {
    if (value >= unit) return fmt::format("{:.1f}{}", value / unit, name);
  }
  return std::to_string(number);
}

/// Sums and largest values over all ranks, a line for each pass.
void print_timings(const Timings& timings) {
  constexpr const char* kRow = "{:<24}{:>10}{:>10}{:>12}{:>8}{:>10}{:>10}{:>10}\n";
  fmt::print(stderr, fmt::runtime(kRow), "pass", "seconds", "cpu", "operations", "rounds", "messages",
             "bytes", "peak");
  const auto print = [&](const Timings::Entry& pass, const std::string& operations) {
    fmt::print(stderr, fmt::runtime(kRow), pass.name, fmt::format("{:.3f}", pass.seconds),
               fmt::format("{:.3f}", pass.cpu_seconds), operations, pass.traffic.rounds,
               short_number(pass.traffic.messages), short_number(pass.traffic.bytes),
               short_number(pass.peak_bytes));
  };
  Timings::Entry all{.name = "together", .traffic = {}};
  for (const Timings::Entry& pass : timings.entries) {
    print(pass, short_number(pass.operations));
    all.seconds += pass.seconds;
    all.cpu_seconds += pass.cpu_seconds;
    all.traffic.rounds += pass.traffic.rounds;
    all.traffic.messages += pass.traffic.messages;
    all.traffic.bytes += pass.traffic.bytes;
    all.peak_bytes = std::max(all.peak_bytes, pass.peak_bytes);
  }
  print(all, "");
}

Status analyze_to_report(const Options& options, Comm& comm) {
  Timings timings;
  std::unique_ptr<trace::Trace> archive;
  {
    const Timer timer(timings, comm, "open", 0);
    TRY(archive, otf2::open_archive(options.trace, comm));
  }
  report::Report report = analyze::analyze(*archive, comm, timings, options.clocks);
  report.attributes["latecomer.trace"] = options.trace;
  {
    const Timer timer(timings, comm, "write report", static_cast<int64_t>(report.rows().size()));
    TRY_STATUS(cubex::write_cubex(report, comm, report_path(options)));
  }
  const Timings of_all = combine(timings, comm);
  if (options.timing && comm.rank() == 0) print_timings(of_all);
  return {};
}

/// The summary is read from the finished report: what is printed is what is stored.
Status print_summary(const Options& options) {
  TRY(const report::Report report, cubex::read_cubex(report_path(options)));
  if (options.json) {
    fmt::print("{}", to_json(report, report::MetricId()));
    return {};
  }
  fmt::print("{}\nReport: {}   (more: latecomer show {})\n", summarize(report), report_path(options).string(),
             report_path(options).string());
  return {};
}

/// All ranks fail together (errors are agreed on), so the first speaks for all.
Status run(const Options& options) {
  TRY(const std::unique_ptr<Comm> comm, launch_comm());
  const Status analyzed = analyze_to_report(options, *comm);
  if (comm->rank() == 0) return analyzed ? print_summary(options) : analyzed;
  return analyzed ? analyzed : Status(Error{""});
}

/// Under an mpiexec the cores of a node are shared by the ranks that it started there.
size_t default_threads() {
  int ranks_on_node = 1;
  for (const char* variable : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}) {
    if (const char* value = std::getenv(variable)) ranks_on_node = std::max(1, std::atoi(value));
  }
  return static_cast<size_t>(std::max(1, oneapi::tbb::info::default_concurrency() / ranks_on_node));
}

}  // namespace

void add_analyze_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<Options> options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("analyze", "Find wait states in a trace and write a report");
  command->add_option("trace", options->trace, "OTF2 archive: its directory or its .otf2 file")->required();
  command->add_option("-o,--output", options->output,
                      "Where to write the report (default: report.cubex in the archive)");
  command
      ->add_option("--threads", options->threads,
                   "Threads per process (default: all cores, shared by the processes of a node)")
      ->check(CLI::PositiveNumber);
  add_clock_options(*command, options->clocks);
  command->add_flag("--timing", options->timing, "Print what each pass took: time, communication and memory");
  command->add_flag("--json", options->json,
                    "Print the report as JSON instead of the summary, as latecomer show --json does");
  command->footer(
      "Examples:\n"
      "  latecomer analyze run1\n"
      "  mpiexec -n 4 latecomer analyze run1      any number of processes, any MPI: the same report");
  command->callback([options, &exit_code] {
    using oneapi::tbb::global_control;
    const size_t threads = options->threads > 0 ? static_cast<size_t>(options->threads) : default_threads();
    const global_control limit(global_control::max_allowed_parallelism, threads);
    const Status status = run(*options);
    if (status) return;
    exit_code = 1;
    if (!status.error().message.empty()) fmt::print(stderr, "latecomer: {}\n", status.error().message);
  });
}

}  // namespace latecomer::cli
