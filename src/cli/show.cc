// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "cli/commands.h"
#include "cli/find_source.h"
#include "cli/open_report.h"
#include "cli/put_out.h"
#include "cli/width_option.h"
#include "findings/show_csv.h"
#include "findings/show_json.h"
#include "query/space.h"
#include "text/show_text.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

using namespace findings;
using namespace query;
using namespace report;
namespace fs = std::filesystem;

struct ShowOptions {
  std::string report;
  std::string metric;
  bool all = false;
  bool json = false;
  bool csv = false;
  bool inclusive = false;
  bool call_paths = false;
  bool critical_path = false;
  bool instances = false;
  bool clocks = false;
  bool phases = false;
  bool over_time = false;
  bool communicators = false;
  std::string source;        ///< Is the source file to show; empty: none.
  std::string instances_of;  ///< Is the metric whose wait states are shown; empty: all.
};

Result<MetricId> find_metric_if_any(const Report& report, const std::string& wanted) {
  return wanted.empty() ? MetricId() : find_metric(report, wanted);
}

Result<std::string> source_view(const ShowOptions& options, const fs::path& file, const Space& space) {
  TRY(const SourceFile source, find_source(source_files(space), options.source));
  TRY(const SourceText text, read_source(options.source, source.name, file));
  return source_listing(space, source, text, options.all);
}

Result<std::string> view(const ShowOptions& options, const fs::path& file, const Space& space) {
  const Report& report = space.report();
  TRY(const MetricId metric, find_metric_if_any(report, options.metric));
  if (options.critical_path) {
    TRY(const store::CriticalPath path, store::read_critical_path(report));
    return critical_path_text(report, path, options.all);
  }
  if (options.instances) {
    TRY(const MetricId only, find_metric_if_any(report, options.instances_of));
    TRY(const std::vector<Instance> instances, most_severe_waits(report));
    return instances_text(report, instances, only);
  }
  if (options.clocks) {
    TRY(const ClockReport clocks, read_clocks(report));
    return clocks_text(report, clocks, options.all);
  }
  if (options.communicators) {
    TRY(const std::vector<CommunicatorTraffic> communicators, read_communicators(report));
    return communicators_text(communicators, options.all);
  }
  if (options.phases) return phases_text(phases(space), options.all);
  if (options.over_time) return over_time_text(efficiencies_over_time(space));
  if (!options.source.empty()) return source_view(options, file, space);
  return metric.valid() ? metric_details(space, metric, options.all) : metric_tree(space, options.all);
}

/// Prints what of the values is missing, and why.
void put_notes(const Space& space) {
  for (const std::string& note : space.notes()) put_error(note);
}

/// Prints values while it reads them, as they may be larger than the memory.
Status put_values(const ShowOptions& options, const Space& space) {
  TRY(const MetricId metric, find_metric_if_any(space.report(), options.metric));
  if (options.json)
    write_json(space, metric, put_out);
  else if (options.call_paths)
    write_call_paths(space.report(), put_out);
  else
    write_csv(space, metric, options.inclusive ? Below::included : Below::excluded, put_out);
  if (options.csv || metric.valid()) put_notes(space);
  return {};
}

Status show(const ShowOptions& options) {
  TRY(const fs::path file, report_file(options.report));
  TRY(const Report report, open_report(file.string()));
  const Space space(report);
  if (options.csv || options.json) return put_values(options, space);
  TRY(const std::string text, view(options, file, space));
  put_out(text);
  if (!options.metric.empty()) put_notes(space);  // other views have them
  return {};
}

/// Throws where two views are wanted at once. CLI11 would say so, too, but lists in the help of each option
/// all others.
void check_that_one_is_wanted(std::span<CLI::Option* const> views) {
  const CLI::Option* first = nullptr;
  for (const CLI::Option* const each : views) {
    if (each->count() == 0) continue;
    if (first != nullptr)
      throw CLI::ValidationError(
          fmt::format("{} and {}: only one can be shown at a time", first->get_name(), each->get_name()));
    first = each;
  }
}

}  // namespace

void add_show_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<ShowOptions> options = std::make_shared<ShowOptions>();
  CLI::App* command =
      app.add_subcommand("show", "Print a report: its metrics, or the call paths and ranks of one metric");
  command->add_option("REPORT", options->report, "A .cubex file, or the directory that contains report.cubex")
      ->required();
  command->add_option("-m,--metric", options->metric, "Show the call paths and ranks of this metric");
  CLI::Option* instances =
      command
          ->add_option("--instances", options->instances_of,
                       "Show the most severe wait states of each kind, or of this one, with their causes")
          ->expected(0, 1)
          ->type_name("[METRIC]");
  CLI::Option* critical_path =
      command->add_flag("--critical-path", options->critical_path,
                        "Show the chain of activities that decided how long the run took");
  CLI::Option* clocks = command->add_flag("--clocks", options->clocks,
                                          "Show where the clocks contradicted each other, and what it took "
                                          "to correct them; with --all for all pairs of nodes");
  CLI::Option* phases =
      command->add_flag("--phases", options->phases,
                        "Show time, waiting and efficiencies of the phases that the program marks");
  CLI::Option* over_time =
      command->add_flag("--over-time", options->over_time,
                        "Show the efficiencies of twenty parts of the run, one after another");
  CLI::Option* communicators =
      command->add_flag("--communicators", options->communicators,
                        "Show the messages and bytes that were sent in each communicator");
  CLI::Option* source =
      command
          ->add_option(
              "--source", options->source,
              "Show the lines of this source file with the time they take, the waiting in them, and "
              "the waiting they cause; the end of its path is enough, and --all prints the whole file")
          ->type_name("FILE");
  command->add_flag("--all", options->all, "Also what is zero, or too small to matter");
  CLI::Option* json = command->add_flag(
      "--json", options->json,
      "Print everything as JSON, for scripts, with -m the values of that metric only: docs/json.md "
      "says what each key is");
  CLI::Option* csv =
      command
          ->add_flag("--csv", options->csv,
                     "Print the values as comma-separated text, a line for each call path and location "
                     "that has any, a column for each metric, or for that of -m")
          ->excludes(json);
  CLI::Option* inclusive =
      command
          ->add_flag("--inclusive", options->inclusive, "With --csv: with the values of the call paths below")
          ->needs(csv);
  command
      ->add_flag("--call-paths", options->call_paths,
                 "With --csv: the call paths that the numbers stand for, a line each, instead of values")
      ->needs(csv)
      ->excludes(inclusive);
  const std::array views = {critical_path, instances, clocks, phases, over_time, source, communicators};
  add_width_option(*command);
  command->footer(
      "Examples:\n"
      "  latecomer show run1                     all metrics with their totals\n"
      "  latecomer show run1 -m mpi_latesender   where and on which ranks receives\n"
      "                                          waited for a late sender\n"
      "  latecomer show run1 --instances         the longest waits of each kind, and\n"
      "                                          what caused them\n"
      "  latecomer show run1 --critical-path     what decided how long the run took\n"
      "  latecomer show run1 --source wave.c     the file's lines, with what they take\n"
      "                                          and what waiting they cause\n"
      "  latecomer show profile.cubex --json     for scripts; any report of Score-P,\n"
      "                                          Scalasca or CubeLib\n"
      "  latecomer show run1 --csv > run1.csv    for spreadsheets");
  run_when_called(*command, exit_code, [options, instances, views] {
    check_that_one_is_wanted(views);
    options->instances = instances->count() > 0;
    return show(*options);
  });
}

}  // namespace latecomer::cli
