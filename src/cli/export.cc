// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "analyze/correct.h"
#include "base/printable.h"
#include "cli/commands.h"
#include "cli/open_report.h"
#include "cli/open_trace.h"
#include "cli/put_out.h"
#include "cli/text.h"
#include "cubex/temporary_file.h"
#include "export/export_perfetto.h"
#include "otf2/archive_files.h"
#include "report/clocks.h"
#include "report/run_clock.h"

namespace latecomer::cli {

namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  std::string input;
  std::string output;
  bool perfetto = false;
};

/// A trace, and the report that was made of it.
struct Run {
  fs::path archive;
  std::unique_ptr<trace::Trace> trace;
  std::unique_ptr<report::Report> report;  ///< null: there is none
  std::optional<store::FindingsStore> findings;
  std::optional<analyze::CorrectedTrace>
      corrected;  ///< the trace at the times of the findings, if that has others
};

fs::path directory_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

/// The archive that a report lies in, or that it says it was made of.
Result<fs::path> archive_of(const fs::path& file, const report::Report& report) {
  if (otf2::find_archive(directory_of(file).string())) return directory_of(file);
  const auto made_of = report.attributes.find("latecomer.trace");
  if (made_of == report.attributes.end())
    return Error{fmt::format("{}: does not say which trace it was made of, and lies in none", file.string())};
  if (otf2::find_archive(made_of->second)) return fs::path(made_of->second);
  return Error{fmt::format("{}: was made of the trace {}, which is not there; export needs that, too",
                           file.string(), made_of->second)};
}

/// Whether the findings can be of that trace.
Status check_match(const fs::path& file, const Run& run) {
  const trace::Definitions& definitions = run.trace->definitions();
  const report::Report& report = *run.report;
  if (report.locations.size() == definitions.locations.size() &&
      report::RunClock(report).ticks_per_second() == definitions.ticks_per_second)
    return {};
  return Error{fmt::format("{}: is not a report of the trace {}; make one with: latecomer analyze {}",
                           file.string(), run.archive.string(), shell_word(run.archive.string()))};
}

Status open_findings(const fs::path& file, Run& run) {
  TRY_STATUS(check_match(file, run));
  Result<store::FindingsStore> findings = store::FindingsStore::open(*run.report);
  if (!findings) return Error{fmt::format("{}: {}", file.string(), findings.error().message)};
  run.findings.emplace(std::move(*findings));
  return {};
}

Status open_report_and_trace(const fs::path& file, Run& run) {
  TRY(report::Report report, open_report(file.string()));
  run.report = std::make_unique<report::Report>(std::move(report));
  TRY(run.archive, archive_of(file, *run.report));
  TRY(run.trace, open_trace(run.archive.string()));
  return open_findings(file, run);
}

/// The trace, and the report that lies in it if there is one.
Status open_trace_and_report(const std::string& path, Run& run) {
  run.archive = path;
  TRY(run.trace, open_trace(path));
  std::error_code ignored;
  const fs::path file =
      (fs::is_directory(path, ignored) ? fs::path(path) : directory_of(path)) / "report.cubex";
  if (!fs::exists(file, ignored)) {
    put_error(
        fmt::format("{}: has not been analyzed, so there are calls only; for wait states, their causes, "
                    "messages and the critical path, first: latecomer analyze {}",
                    path, shell_word(path)));
    return {};
  }
  TRY(report::Report report, open_report(file.string()));
  run.report = std::make_unique<report::Report>(std::move(report));
  return open_findings(file, run);
}

Status open_run(const std::string& path, Run& run) {
  if (is_report(path)) return open_report_and_trace(path, run);
  const fs::path in_directory = fs::path(path) / "report.cubex";
  if (is_report(in_directory.string()) && !otf2::find_archive(path))
    return open_report_and_trace(in_directory, run);
  return open_trace_and_report(path, run);
}

/// What the analysis was asked to do about clocks, and found out of them.
analyze::ClockOptions options_of(const report::ClockReport& clocks) {
  analyze::ClockOptions options;
  const auto mode = std::ranges::find(analyze::kClockModeNames, clocks.mode);
  if (mode != analyze::kClockModeNames.end())
    options.mode = static_cast<analyze::ClockMode>(mode - analyze::kClockModeNames.begin());
  options.one_per_node = clocks.one_per_node;
  if (clocks.corrected) options.control_factor = clocks.control_factor;
  options.latency = {.within = clocks.latency_within, .between = clocks.latency_between};
  return options;
}

/// Where the analysis changed times, all events get times as the findings have them.
Status correct_times(Run& run, Comm& comm) {
  if (!run.findings) return {};
  TRY(const report::ClockReport clocks, report::read_clocks(*run.report));
  const bool has_changed =
      (clocks.interpolated && clocks.offsets > 0) || (clocks.corrected && clocks.largest_shift > 0);
  if (!has_changed) return {};
  Timings timings;
  run.corrected = analyze::correct(*run.trace, options_of(clocks), comm, timings);
  return {};
}

fs::path output_of(const ExportOptions& options, const Run& run) {
  if (!options.output.empty()) return options.output;
  std::error_code ignored;
  return (fs::is_directory(run.archive, ignored) ? run.archive : directory_of(run.archive)) / "trace.pftrace";
}

std::string describe(const Run& run, const perfetto::Exported& exported, const fs::path& output) {
  const trace::Definitions& definitions = run.trace->definitions();
  std::string text =
      fmt::format("Trace    {}: {} of {}\n", printable_line(run.archive.string()),
                  count_of(exported.calls, "call"), count_of(definitions.locations.size(), "location"));
  if (run.findings)
    text += fmt::format("Found    {}, {}\n", count_of(exported.waits, "wait state"),
                        count_of(exported.messages, "message"));
  text += fmt::format("Times    {}\n", run.corrected ? "as the analysis corrected them" : "as recorded");
  return text +
         fmt::format(
             "Written  {} ({:.1f} MB)\n(open it in https://ui.perfetto.dev, or with trace_processor)\n",
             printable_line(output.string()), 1e-6 * static_cast<double>(exported.bytes));
}

Status export_for_perfetto(const ExportOptions& options) {
  Run run;
  TRY_STATUS(open_run(options.input, run));
  const fs::path output = output_of(options, run);
  TRY(cubex::TemporaryFile file, cubex::TemporaryFile::create(output));  // before the work, not after it
  const std::unique_ptr<Comm> comm = serial_comm();
  TRY_STATUS(correct_times(run, *comm));
  const Ticks begin = run.findings ? report::RunClock(*run.report).begin()
                                   : Ticks(static_cast<int64_t>(run.trace->definitions().global_offset));
  TRY(const perfetto::Exported exported,
      perfetto::export_perfetto(run.corrected ? *run.corrected->trace : *run.trace,
                                run.findings ? &*run.findings : nullptr, begin, file.path()));
  TRY_STATUS(file.complete());
  for (const std::string& problem : exported.problems) put_error(problem);
  put_out(describe(run, exported, output));
  return {};
}

}  // namespace

void add_export_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<ExportOptions> options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Write a run's timeline as a file for other tools");
  command
      ->add_option(
          "input", options->input,
          "OTF2 archive, best with its report: its directory or its .otf2 file; or a report, best in "
          "its archive")
      ->required()
      ->option_text("TRACE|REPORT");
  command->add_flag("--perfetto", options->perfetto,
                    "For https://ui.perfetto.dev and for Perfetto's trace_processor");
  command->add_option("-o,--output", options->output,
                      "Where to write the file (default: trace.pftrace in the archive)");
  command->footer(
      "Examples:\n"
      "  latecomer analyze run1\n"
      "  latecomer export --perfetto run1       then open run1/trace.pftrace\n"
      "  latecomer export --perfetto run1/report.cubex -o wave.pftrace\n\n"
      "Calls, wait states, delays and the critical path are slices; arrows go from\n"
      "delays to the wait states that they caused, and from sends to receives. Where\n"
      "the analysis corrected clocks, all times are corrected, else as recorded. A\n"
      "trace that has not been analyzed gets its calls only, at recorded times.");
  command->callback([options, &exit_code] {
    if (!options->perfetto) throw CLI::ValidationError("export", "say for which tool; there is --perfetto");
    const Status status = export_for_perfetto(*options);
    if (status) return;
    exit_code = 1;
    put_error(status.error().message);
  });
}

}  // namespace latecomer::cli
