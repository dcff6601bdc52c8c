// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/on_ranks.h"
#include "cli/open_report.h"
#include "cli/put_out.h"
#include "cli/report_commands.h"
#include "cli/report_views.h"
#include "query/space.h"
#include "report/unreadable.h"

namespace latecomer::cli {

namespace {

/// Opens a report on one process; `print` gets its space. What could not be calculated is known after that.
template <class Print>
Status print_report(const std::string& path, const Print& print) {
  return on_all_ranks([&](Comm& comm) -> Status {
    return report::read_together(comm, [&]() -> Status {
      if (comm.rank() > 0) return {};
      TRY(const report::Report report, open_report(path));
      const query::Space space(report);
      TRY_STATUS(print(space));
      for (const std::string& note : space.notes()) put_error(note);
      return {};
    });
  });
}

/// Prints the text that `make_text` returns of a report's space.
template <class Options>
auto printing(Result<std::string> (*make_text)(const Options&, const query::Space&)) {
  return [make_text](const Options& options, const query::Space& space) -> Status {
    TRY(const std::string text, make_text(options, space));
    put_out(text);
    return {};
  };
}

/// Defines a subcommand that prints a report's space with `print`.
template <class Options, class Print>
CLI::App* add_command(CLI::App& report, int& exit_code, const std::shared_ptr<Options>& options,
                      const char* name, const char* description, const Print& print) {
  CLI::App* command = report.add_subcommand(name, description);
  command->add_option("REPORT", options->report, "A .cubex file, or the directory that contains report.cubex")
      ->required();
  run_when_called(*command, exit_code, [options, print] {
    return print_report(options->report, [&](const query::Space& space) { return print(*options, space); });
  });
  return command;
}

void add_dump_options(CLI::App* command, DumpOptions& options) {
  using Style = DumpOptions::Style;
  using Below = DumpOptions::Below;
  command->add_option("-m,--metric", options.metrics, "Metrics, with commas between them, or all")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->required()
      ->type_name("METRICS");
  command
      ->add_option("-c,--call-paths", options.call_paths,
                   "Call paths: numbers as 0,3,5-10, all, leafs, roots, level<2 (or =, >), or name=/REGEX/")
      ->type_name("WHICH")
      ->capture_default_str();
  command
      ->add_option("-t,--threads", options.threads,
                   "Numbers of threads, as 0,3,5-10, or aggr for one value of all (default: all threads)")
      ->type_name("WHICH");
  command
      ->add_option_function<std::string>(
          "-x,--metric-tree",
          [&options](const std::string& how) { options.without_child_metrics = how == "excl"; },
          "Whether values contain those of child metrics (default: incl)")
      ->check(CLI::IsMember({"incl", "excl"}));
  static const std::map<std::string, Below> kBelow = {
      {"incl", Below::included}, {"excl", Below::excluded}, {"stored", Below::stored}};
  command
      ->add_option_function<std::string>(
          "-z,--call-tree", [&options](const std::string& how) { options.below = kBelow.at(how); },
          "Whether values contain those of call paths below (default: excl)")
      ->check(CLI::IsMember({"incl", "excl", "stored"}));
  static const std::map<std::string, Style> kStyles = {
      {"human", Style::human}, {"csv", Style::csv}, {"csv2", Style::csv2}, {"gnuplot", Style::gnuplot}};
  command
      ->add_option_function<std::string>(
          "-s,--style", [&options](const std::string& style) { options.style = kStyles.at(style); },
          "Layout (default: human); csv2 has all metrics in one table")
      ->check(CLI::IsMember({"human", "csv", "csv2", "gnuplot"}));
  command->add_flag("-r,--regions", options.flat,
                    "Regions instead of call paths: their own values, and those of what they call");
}

void add_dump(CLI::App& report, int& exit_code) {
  const auto options = std::make_shared<DumpOptions>();
  CLI::App* command = add_command(report, exit_code, options, "dump",
                                  "Print every value of metrics, as cube_dump does", dump);
  add_dump_options(command, *options);
  command->footer(
      "Examples:\n"
      "  latecomer report dump run1 -m time,visits -s csv2\n"
      "  latecomer report dump run1 -m all -c 'name=/MPI_/' -t aggr -s csv2\n"
      "  latecomer report dump run1 -m time -r -t aggr     a flat profile");
}

void add_stat(CLI::App& report, int& exit_code) {
  const auto options = std::make_shared<StatOptions>();
  CLI::App* command =
      add_command(report, exit_code, options, "stat",
                  "Print sums and distributions of values, as cube_stat does", printing(stat_text));
  command->add_option("-m,--metric", options->metrics, "Metrics, with commas between them (default: time)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("METRICS");
  CLI::Option* regions =
      command
          ->add_option("-r,--region", options->regions,
                       "Regions, by name or mangled name, with commas between them (default: where the call "
                       "tree begins)")
          ->delimiter(',')
          ->allow_extra_args(false)
          ->type_name("REGIONS");
  CLI::Option* over_threads =
      command->add_flag("-%,--threads", options->over_threads, "How the values are distributed over threads");
  command
      ->add_option("-t,--top", options->top,
                   "Instead, the so many regions with most time of their own; all for all of them")
      ->type_name("N")
      ->excludes(regions)
      ->excludes(over_threads);
  command->add_flag("-p,--pretty", options->pretty, "In columns instead of with commas");
  command->footer(
      "Examples:\n"
      "  latecomer report stat run1 -p -m time,visits -r main\n"
      "  latecomer report stat run1 -% -m time -r MPI_Waitall\n"
      "  latecomer report stat run1 -p -t 10");
}

void add_call_tree(CLI::App& report, int& exit_code) {
  const auto options = std::make_shared<CallTreeOptions>();
  CLI::App* command = add_command(report, exit_code, options, "calltree",
                                  "Print the call tree with a metric's values, as cube_calltree does",
                                  printing(call_tree_text));
  CLI::Option* metric = command->add_option("-m,--metric", options->metric, "With the values of this metric");
  command
      ->add_option("-t,--threshold", options->threshold,
                   "Only call paths that have, with all below them, at least so many percent of the whole")
      ->check(CLI::Range(0.0, 100.0))
      ->needs(metric)
      ->type_name("PERCENT");
  command->add_flag("-i,--inclusive", options->inclusive, "Values contain those of call paths below");
  command->add_flag("-p,--percent", options->percent, "Also as percentages of the whole")->needs(metric);
  CLI::Option* paths = command->add_flag("-c,--paths", options->paths, "Also the names from the start on");
  command
      ->add_flag("-a,--annotate", options->annotate,
                 "With -c, whether a call path is MPI, OMP, calls those (COM), or is neither (USR)")
      ->needs(paths);
  command->footer(
      "Examples:\n"
      "  latecomer report calltree run1\n"
      "  latecomer report calltree run1 -m time -i -p -t 2");
}

void add_info(CLI::App& report, int& exit_code) {
  const auto options = std::make_shared<InfoOptions>();
  CLI::App* command = add_command(report, exit_code, options, "info",
                                  "Print what a report contains, as cube_info does", printing(info_text));
  command->add_flag("-b,--basics", options->basics,
                    "How much of everything there is, and what is known of the run");
  command->add_flag("-l,--list", options->list, "The metrics");
  command->add_flag("-t,--time", options->time, "The call tree with its time");
  command->add_flag("-v,--visits", options->visits, "The call tree with its visits");
  command->add_flag("-w,--visitors", options->visitors, "The call tree with how many threads were there");
  command
      ->add_option(
          "-m,--metric", options->metrics,
          "The call tree with this metric; time:excl:2.1 is the exclusive time of thread 1 of process 2")
      ->allow_extra_args(false)
      ->type_name("METRIC[:incl|excl[:RANK[.THREAD]]]");
  command->footer(
      "Examples:\n"
      "  latecomer report info run1 -b\n"
      "  latecomer report info run1 -t -v -m mpi_latesender:excl:0");
}

}  // namespace

void add_text_commands(CLI::App& report, int& exit_code) {
  add_dump(report, exit_code);
  add_stat(report, exit_code);
  add_call_tree(report, exit_code);
  add_info(report, exit_code);
}

}  // namespace latecomer::cli
