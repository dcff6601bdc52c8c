// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algebra/combine.h"
#include "algebra/cut.h"
#include "algebra/kept_files.h"
#include "algebra/store_derived.h"
#include "base/file_content.h"
#include "base/printable.h"
#include "cli/commands.h"
#include "cli/on_ranks.h"
#include "cli/open_report.h"
#include "cli/put_out.h"
#include "cli/report_commands.h"
#include "cubex/specification.h"
#include "cubex/temporary_file.h"
#include "cubex/writer.h"
#include "report/report_share.h"
#include "report/unreadable.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

struct AlgebraOptions {
  std::vector<std::string> operands;
  std::string output;
  bool reduce = false;
  bool collapse = false;
  algebra::Cut cut;
  algebra::Operation operation = algebra::Operation::merge;
  bool cuts = false;
  bool remaps = false;
  bool keep_metrics = false;
  std::string specification;  ///< Is the path of a file with a specification.
  bool stores_derived = false;

  algebra::SystemShape shape() const {
    if (collapse) return algebra::SystemShape::collapsed;
    return reduce ? algebra::SystemShape::reduced : algebra::SystemShape::kept;
  }
};

/// Returns the file that the command writes: "diff" is written to diff.cubex, as Cube's tools do.
std::filesystem::path output_file(const AlgebraOptions& options) {
  const std::filesystem::path path = options.output;
  return path.extension() == ".cubex" ? path : std::filesystem::path(options.output + ".cubex");
}

Result<std::vector<report::Report>> open_operands(const AlgebraOptions& options) {
  std::vector<report::Report> reports;
  for (const std::string& operand : options.operands) {
    TRY(report::Report report, open_report(operand));
    reports.push_back(std::move(report));
  }
  return reports;
}

/// Reads the specification from a file, or from the report itself.
Result<report::Report> read_specification(const AlgebraOptions& options, const report::Report& report) {
  if (!options.specification.empty()) {
    TRY(const std::string text, file_content(options.specification));
    return cubex::read_specification(text, options.specification);
  }
  const std::shared_ptr<const std::string> member = report.file(algebra::kSpecification);
  const std::string& name = options.operands.front();
  if (member == nullptr)
    return Error{fmt::format("{} has no {}: name a file with --specification, or --keep-metrics", name,
                             algebra::kSpecification)};
  return cubex::read_specification(*member, fmt::format("{}: {}", name, algebra::kSpecification));
}

Result<algebra::Alignment> align_operands(const AlgebraOptions& options,
                                          const std::vector<report::Report>& reports) {
  std::vector<algebra::PathPart> parts;
  report::Report specification;
  algebra::Shape shape = {.system = options.shape()};
  if (options.cuts) {
    TRY(parts, algebra::parts_of_cut(reports.front(), options.cut));
    shape.parts = parts;
  }
  if (options.remaps && !options.keep_metrics) {
    TRY(specification, read_specification(options, reports.front()));
    shape.specification = &specification;
  }
  std::vector<const report::Report*> operands;
  for (const report::Report& report : reports) operands.push_back(&report);
  return algebra::align(operands, shape);
}

void say_what_was_made(const std::vector<std::string>& notes, const std::vector<std::string>& left_out,
                       const std::string& output) {
  for (const std::string& note : notes) put_error(note);
  if (!left_out.empty())
    put_error(fmt::format("left out, since they are about a run's own call paths and processes: {}",
                          fmt::join(left_out, ", ")));
  put_out(fmt::format("Written  {}\n(next: latecomer show {})\n", printable_line(output),
                      printable_line(shell_word(output))));
}

/// Makes the report: every rank the values of its locations, and all write the file together.
Status make_report(const AlgebraOptions& options, Comm& comm) {
  const std::string output = output_file(options).string();
  TRY_STATUS(checkpoint(comm, cubex::check_output(output)));
  Result<std::vector<report::Report>> reports = open_operands(options);
  TRY_STATUS(checkpoint(comm, reports ? Status() : reports.error()));
  Result<algebra::Alignment> alignment = align_operands(options, *reports);
  TRY_STATUS(checkpoint(comm, alignment ? Status() : alignment.error()));
  algebra::choose_data_types(alignment->report, options.operation);
  report::ReportShare share;
  const size_t locations = alignment->report.locations.size();
  share.first_location = begin_of_share(locations, comm.rank(), comm.size());
  share.location_count = begin_of_share(locations, comm.rank() + 1, comm.size()) - share.first_location;
  std::vector<std::string> left_out;
  std::vector<std::string> notes = alignment->report.notes;
  TRY_STATUS(report::read_together(comm, [&]() -> Status {
    if (comm.rank() == 0) left_out = algebra::keep_files(*alignment);
    share.rows = algebra::combine(*alignment, options.operation, share.first_location, share.location_count);
    share.report = alignment->report;
    if (options.stores_derived) notes = algebra::store_derived(share, comm);
    return {};
  }));
  TRY_STATUS(cubex::write_cubex(share, comm, output));
  if (comm.rank() == 0) say_what_was_made(notes, left_out, output);
  return {};
}

/// Defines what the commands have in common.
std::pair<CLI::App*, std::shared_ptr<AlgebraOptions>> add_command(CLI::App& report, int& exit_code,
                                                                  const std::string& name,
                                                                  const std::string& description) {
  const std::shared_ptr<AlgebraOptions> options = std::make_shared<AlgebraOptions>();
  CLI::App* command = report.add_subcommand(name, description);
  options->output = name + ".cubex";
  command->add_option("-o,--output", options->output, "File for the new report")
      ->type_name("FILE")
      ->capture_default_str();
  run_when_called(*command, exit_code, [options] {
    return on_all_ranks([&](Comm& comm) { return make_report(*options, comm); });
  });
  return {command, options};
}

void add_shape_options(CLI::App& command, AlgebraOptions& options) {
  CLI::Option* reduce = command.add_flag("-c,--reduce", options.reduce,
                                         "Of the system, keep only machines and nodes above processes");
  command
      .add_flag("-C,--collapse", options.collapse,
                "Put all processes onto one virtual node, so that those of the same rank and name are the "
                "same wherever they ran")
      ->excludes(reduce);
}

void add_diff(CLI::App& report, int& exit_code) {
  const auto [command, options] =
      add_command(report, exit_code, "diff", "Write the values of one report less those of another");
  add_shape_options(*command, *options);
  options->operation = algebra::Operation::difference;
  options->operands.resize(2);
  command->add_option("MINUEND", options->operands[0], "Report of which is subtracted")->required();
  command->add_option("SUBTRAHEND", options->operands[1], "Report that is subtracted")->required();
  command->footer(
      "Examples:\n"
      "  latecomer report diff after before       what got slower is positive\n"
      "  latecomer report diff a.cubex b.cubex -C -o d.cubex\n"
      "                                           of runs on different nodes\n"
      "  mpiexec -n 4 latecomer report diff after before\n\n"
      "Call paths are the same where regions and call sites are; lines may have moved.\n"
      "What only one of the reports has is zero in the other.");
}

void add_mean(CLI::App& report, int& exit_code) {
  const auto [command, options] =
      add_command(report, exit_code, "mean", "Write the mean of several reports' values");
  add_shape_options(*command, *options);
  options->operation = algebra::Operation::mean;
  command->add_option("REPORT", options->operands, "Reports, such as those of runs of the same program")
      ->required();
  command->footer(
      "Example:\n"
      "  latecomer report mean run1 run2 run3 -o mean.cubex\n\n"
      "A call path that a report does not have counts as zero there. Means of integers\n"
      "are rounded down. Minima, maxima and samples are those of all reports.");
}

void add_merge(CLI::App& report, int& exit_code) {
  const auto [command, options] =
      add_command(report, exit_code, "merge",
                  "Write what several reports have together, such as metrics of different runs");
  add_shape_options(*command, *options);
  command->add_option("REPORT", options->operands, "Reports")->required();
  command->footer(
      "Example:\n"
      "  latecomer report merge times.cubex counters.cubex -o all.cubex\n\n"
      "Where several reports have a metric, a call path and a thread, the value of the\n"
      "last one is taken.");
}

void add_cut(CLI::App& report, int& exit_code) {
  const auto [command, options] =
      add_command(report, exit_code, "cut", "Write a report with a part of the call tree");
  add_shape_options(*command, *options);
  options->operands.resize(1);
  options->cuts = true;
  command->add_option("REPORT", options->operands[0], "The report")->required();
  command
      ->add_option("-r,--root", options->cut.roots,
                   "Keep only this region's call paths, with all below them (several times: all of these)")
      ->allow_extra_args(false)
      ->type_name("REGION");
  command
      ->add_option("-p,--prune", options->cut.prunes,
                   "Cut this region's call paths off, with all below them: what they add up is then the "
                   "value of the call path around them")
      ->allow_extra_args(false)
      ->type_name("REGION");
  command->footer(
      "Examples:\n"
      "  latecomer report cut run1 --root solve         only what solve does\n"
      "  latecomer report cut run1 --prune main/output  main/output as a part of main\n\n"
      "REGION is the name of a region, wherever it was called, or the names from the\n"
      "start of the call path on, with / between them.");
}

void add_clean(CLI::App& report, int& exit_code) {
  const auto [command, options] =
      add_command(report, exit_code, "clean", "Write a report anew, without regions that no call path is in");
  add_shape_options(*command, *options);
  options->operands.resize(1);
  command->add_option("REPORT", options->operands[0], "The report")->required();
  command->footer(
      "Example:\n"
      "  latecomer report clean profile.cubex -o clean.cubex");
}

void add_remap(CLI::App& report, int& exit_code) {
  const auto [command, options] =
      add_command(report, exit_code, "remap", "Write a report with the metrics of a specification");
  options->operands.resize(1);
  options->remaps = true;
  command->add_option("REPORT", options->operands[0], "The report, such as a profile of Score-P's")
      ->required();
  CLI::Option* specification =
      command
          ->add_option("-r,--specification", options->specification,
                       "Metrics, with expressions in CubePL of those that were measured; without it, the "
                       "report's own remapping.spec")
          ->type_name("FILE");
  command
      ->add_flag("-c,--keep-metrics", options->keep_metrics,
                 "Keep the report's metrics as they are, such as to store derived ones")
      ->excludes(specification);
  command->add_flag("-d,--store-derived", options->stores_derived,
                    "Calculate the values of derived metrics and store them like measured ones");
  command->footer(
      "Examples:\n"
      "  latecomer report remap profile.cubex -o summary.cubex\n"
      "                                           with Score-P's own metrics\n"
      "  latecomer report remap profile.cubex -r my.spec\n"
      "  latecomer report remap summary.cubex -c -d     for tools without CubePL\n\n"
      "Metrics of the report that the specification does not have follow those that it\n"
      "has. Metrics that are calculated from sums, as ratios are, stay derived.");
}

}  // namespace

void add_algebra_commands(CLI::App& report, int& exit_code) {
  add_diff(report, exit_code);
  add_mean(report, exit_code);
  add_merge(report, exit_code);
  add_cut(report, exit_code);
  add_clean(report, exit_code);
  add_remap(report, exit_code);
}

}  // namespace latecomer::cli
