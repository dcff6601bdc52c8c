// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/rebalance.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/pipeline.h"
#include "base/parse_number.h"
#include "base/printable.h"
#include "cli/clock_options.h"
#include "cli/commands.h"
#include "cli/named_paths.h"
#include "cli/on_ranks.h"
#include "cli/open_trace.h"
#include "cli/put_out.h"
#include "cli/width_option.h"
#include "findings/phases.h"
#include "report/report_share.h"
#include "report/run_clock.h"
#include "text/rebalance_text.h"

namespace latecomer::cli {

namespace {

using findings::Loads;
using findings::Rebalancing;

struct RebalanceOptions {
  std::string trace;
  std::string path;
  std::optional<size_t> every;
  bool neighbours = false;
  findings::MovingCosts costs;
  bool json = false;
  analyze::ClockOptions clocks;
};

/// Refuses what is no number of seconds.
std::string require_seconds(const std::string& text) {
  const std::optional<double> value = parse_number<double>(text);
  return value && *value >= 0 && !std::isinf(*value) ? "" : "has to be seconds, 0 or more";
}

std::string require_iterations(const std::string& text) {
  return parse_number<size_t>(text).value_or(0) > 0 ? "" : "has to be a number of iterations, 1 or more";
}

/// Is the work that is to be moved.
struct Work {
  analyze::Change change;          ///< Says which call paths it consists of, and what an iteration is.
  std::vector<size_t> processes;   ///< Lists those that have any, by position in the report.
  std::vector<std::string> names;  ///< Names the iterations, if they are phases.
  Loads loads;                     ///< Holds those of `processes`.
};

/// Takes phases for iterations where the work is in several.
Work named_work(const report::Report& report, std::vector<report::CallPathId> paths) {
  findings::PhasesOfPaths phases = findings::phases_of_paths(report, paths);
  Work work;
  work.change.kind = analyze::Change::Kind::iterations;
  work.change.paths = std::move(paths);
  if (phases.names.size() < 2) return work;
  work.change.iteration_of_path = std::move(phases.of_path);
  work.names = std::move(phases.names);
  return work;
}

Result<Work> find_work(const report::Report& report, const std::string& path,
                       const analyze::Predictions& predictions, Comm& comm) {
  TRY(std::vector<report::CallPathId> paths, paths_named(report, path));
  Work work = named_work(report, std::move(paths));
  work.change.iteration_times = predictions.iteration_times(work.change, comm);
  const report::RunClock clock(report);
  for (size_t p = 0; p < work.change.iteration_times.size(); ++p) {
    std::vector<double> loads;
    for (const Ticks time : work.change.iteration_times[p]) loads.push_back(clock.length(time));
    if (findings::total_of({loads}) == 0) continue;
    work.processes.push_back(p);
    work.loads.push_back(std::move(loads));
  }
  if (work.processes.empty())
    return Error{fmt::format("{}: nothing is computed there, so there is no work that could move",
                             printable_line(path))};
  if (work.processes.size() == 1)
    return Error{
        fmt::format("{}: only rank {} computes anything there, and work is moved between ranks that do",
                    printable_line(path), report.location_groups[work.processes[0]].rank)};
  return work;
}

/// Returns neighbours by position among the processes that have any of the work.
Result<findings::Neighbours> neighbours_of(const report::Report& report, const Work& work) {
  const std::optional<findings::Neighbours> recorded = findings::recorded_neighbours(report);
  if (!recorded)
    return Error{
        "--neighbours: the trace has no grid of processes, as MPI_Cart_create makes it; leave it out, and "
        "work "
        "moves between any ranks"};
  std::vector<std::optional<size_t>> positions(report.location_groups.size());
  for (size_t i = 0; i < work.processes.size(); ++i) positions[work.processes[i]] = i;
  findings::Neighbours neighbours{printable_line(recorded->topology), {}};
  for (const auto& [a, b] : recorded->pairs)
    if (positions[a] && positions[b]) neighbours.pairs.emplace_back(*positions[a], *positions[b]);
  if (neighbours.pairs.empty())
    return Error{fmt::format("--neighbours: no two ranks that are neighbours in {} compute anything there",
                             neighbours.topology)};
  return neighbours;
}

/// Returns how long the run would take with other loads.
double predicted_seconds(const analyze::Predictions& predictions, const report::RunClock& clock, Work& work,
                         const Loads& loads, Comm& comm) {
  const auto ticks_per_second = static_cast<double>(clock.ticks_per_second());
  for (size_t p = 0; p < loads.size(); ++p) {
    std::vector<Ticks>& times = work.change.iteration_times[work.processes[p]];
    for (size_t i = 0; i < times.size(); ++i) times[i] = Ticks(std::llround(loads[p][i] * ticks_per_second));
  }
  return clock.length(predictions.run_length({work.change}, comm));
}

/// Refuses what no run like this one can do.
Status check_options(const RebalanceOptions& options, const report::RunClock& clock, const Loads& loads) {
  const size_t iterations = loads.front().size();
  if (options.every && *options.every >= iterations)
    return Error{fmt::format("--every {}: nothing would ever move, as {} has {} iteration{}", *options.every,
                             printable_line(options.path), iterations, iterations == 1 ? "" : "s")};
  double largest = 0;
  for (const std::vector<double>& each : loads) largest = std::max(largest, std::ranges::max(each));
  if (options.costs.grain > largest)
    return Error{fmt::format("--grain {:g}: no rank has so much work in an iteration; the most is {:g} s",
                             options.costs.grain, largest)};
  const double run_seconds = clock.length(clock.run_length());
  if (options.costs.migration > run_seconds)
    return Error{fmt::format("--migration-cost {:g}: that is more than the whole run takes, {:g} s",
                             options.costs.migration, run_seconds)};
  return {};
}

Status run(const RebalanceOptions& options, Comm& comm) {
  if (comm.size() > 1) return Error{"rebalance runs as one process; start it without mpiexec"};
  TRY(const std::unique_ptr<trace::Trace> trace, open_trace(options.trace));
  Timings timings;
  analyze::PredictingAnalysis analysis =
      analyze::analyze_to_predict(*trace, comm, timings, options.clocks, analyze::kPollingGap, {});
  const report::Report report = report::with_own_values(std::move(analysis.share));
  TRY(Work work, find_work(report, options.path, *analysis.predictions, comm));
  const report::RunClock clock(report);
  TRY_STATUS(check_options(options, clock, work.loads));

  Rebalancing rebalancing{.path = printable_line(options.path),
                          .ranks = {},
                          .phases = {},
                          .neighbours = std::nullopt,
                          .costs = options.costs,
                          .recorded = work.loads,
                          .run_seconds = clock.length(clock.run_length()),
                          .tried = {}};
  for (const size_t process : work.processes)
    rebalancing.ranks.push_back(report.location_groups[process].rank);
  for (const std::string& name : work.names) rebalancing.phases.push_back(printable_line(name));
  if (options.neighbours) {
    TRY(rebalancing.neighbours, neighbours_of(report, work));
  }
  for (const findings::Strategy& each : findings::strategies_for(rebalancing.iterations(), options.every)) {
    findings::Rebalanced rebalanced =
        findings::rebalance(work.loads, each, options.costs, rebalancing.neighbours);
    const double seconds = predicted_seconds(*analysis.predictions, clock, work, rebalanced.loads, comm);
    rebalancing.tried.push_back({each, std::move(rebalanced), seconds});
  }
  put_out(options.json ? findings::to_json(rebalancing) : text::rebalance_text(rebalancing));
  return {};
}

}  // namespace

void add_rebalance_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<RebalanceOptions> options = std::make_shared<RebalanceOptions>();
  CLI::App* command = app.add_subcommand(
      "rebalance", "Say what moving work from rank to rank would gain, once or again and again");
  command->add_option("trace", options->trace, "OTF2 archive: its directory or its .otf2 file")->required();
  command->add_option("--path", options->path, "What the work is: what is computed in PATH")
      ->required()
      ->type_name("PATH");
  command
      ->add_option("--every", options->every,
                   "Move work every N iterations, by what the last N took; else every one, and every 10")
      ->check(require_iterations)
      ->type_name("N");
  command->add_flag("--neighbours", options->neighbours,
                    "Move work only between neighbours in the grid of processes that the program made");
  command
      ->add_option("--grain", options->costs.grain,
                   "Move whole pieces of work, that take SECONDS in each iteration; else any part of it")
      ->check(require_seconds)
      ->type_name("SECONDS");
  command
      ->add_option("--migration-cost", options->costs.migration,
                   "Whoever gives or takes work loses SECONDS each time")
      ->check(require_seconds)
      ->type_name("SECONDS");
  command->add_flag("--json", options->json, "Print everything as JSON: docs/json.md says what each key is");
  add_clock_options(*command, options->clocks);
  add_width_option(*command);
  command->footer(
      "PATH is a call path as latecomer show prints it, or its end, a function, or file.c:line.\n"
      "Where it is in several phases, these are the iterations; else its n-th visit on each thread is in "
      "the\n"
      "n-th iteration. A visit is a time between two calls in which there is any of it.\n"
      "Examples:\n"
      "  latecomer rebalance run1 --path solve\n"
      "  latecomer rebalance run1 --path solve --every 50 --migration-cost 0.02\n"
      "  latecomer rebalance run1 --path main/step/solve --neighbours --grain 0.001 --json");
  run_when_called(*command, exit_code, [options]() -> Status {
    return on_all_ranks([&](Comm& comm) { return run(*options, comm); });
  });
}

}  // namespace latecomer::cli
