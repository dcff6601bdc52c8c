// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/open_report.h"
#include "cli/open_run.h"
#include "cli/open_trace.h"
#include "cli/put_out.h"
#include "cubex/temporary_file.h"
#include "export/ctf_sink.h"
#include "export/perfetto_sink.h"
#include "export/sink.h"
#include "otf2/archive_records.h"
#include "query/space.h"
#include "sql/database.h"
#include "sql/tables.h"
#include "text/text.h"
#include "timeline/run.h"

namespace latecomer::cli {

using namespace text;

namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  std::string input;
  std::string output;
  std::string sqlite;
  std::string ctf;
  bool perfetto = false;
};

Status export_tables(const ExportOptions& options) {
  TRY(const fs::path input, report_file(options.input));
  TRY(const report::Report report, open_report(input.string()));
  TRY(cubex::TemporaryFile file, cubex::TemporaryFile::create(options.sqlite));
  {
    sql::Database database(file.path().string());
    TRY_STATUS(
        sql::write_tables(query::Space(report), database, [](std::string_view /*table*/) { return true; }));
  }
  TRY_STATUS(file.complete());
  std::error_code ignored;
  put_out(fmt::format("Report   {}\nWritten  {} ({})\n", printable_line(input.string()),
                      printable_line(options.sqlite),
                      bytes_text(static_cast<double>(fs::file_size(options.sqlite, ignored)))));
  return {};
}

/// Is what is exported.
struct Input {
  fs::path archive;
  std::unique_ptr<timeline::Run> run;    ///< Is null where the trace has not been analyzed.
  std::unique_ptr<trace::Trace> opened;  ///< Is null where the trace is that of the run.

  const trace::Trace& trace() const { return run ? run->trace() : *opened; }
};

/// Prints what was exported, and what to do with it.
void print_exported(const Input& input, const exporting::Exported& exported, const fs::path& output,
                    std::string_view hint) {
  for (const std::string& problem : exported.problems) put_error(problem);
  std::string counts;
  for (const auto& [number, noun] : exported.counts)
    counts += fmt::format("{}{}", counts.empty() ? "" : ", ", count_of(number, noun));
  put_out(fmt::format("Trace    {}: {}\nWritten  {} ({})\n({})\n", printable_line(input.archive.string()),
                      counts, printable_line(output.string()),
                      bytes_text(static_cast<double>(exported.bytes)), hint));
}

/// Writes a file that gets its name when it is complete.
Status export_to_perfetto(const ExportOptions& options, const Input& input) {
  std::error_code ignored;
  const fs::path directory =
      fs::is_directory(input.archive, ignored) ? input.archive : input.archive.parent_path();
  const fs::path output = options.output.empty() ? directory / "trace.pftrace" : fs::path(options.output);
  TRY(cubex::TemporaryFile file, cubex::TemporaryFile::create(output));
  TRY(const std::unique_ptr<exporting::Sink> sink, perfetto::perfetto_sink(input.trace(), file.path()));
  TRY(const exporting::Exported exported,
      exporting::export_to(*sink, input.trace().definitions(), input.run.get()));
  TRY_STATUS(file.complete());
  print_exported(input, exported, output, "open it in https://ui.perfetto.dev");
  return {};
}

Status export_to_ctf(const ExportOptions& options, const Input& input) {
  const trace::Definitions& definitions = input.trace().definitions();
  TRY(const std::unique_ptr<trace::RecordSource> records,
      otf2::open_records(input.archive.string(), definitions));
  TRY(const std::unique_ptr<exporting::Sink> sink, ctf::ctf_sink(definitions, *records, options.ctf));
  TRY(const exporting::Exported exported, exporting::export_to(*sink, definitions, input.run.get()));
  print_exported(input, exported, options.ctf, "read it with babeltrace2, or open it in Trace Compass");
  return {};
}

Result<Input> open_report_input(const fs::path& file, const report::Report& report) {
  Input input;
  TRY(input.archive, archive_of(file, report));
  Result<std::unique_ptr<timeline::Run>> run = open_run(file, report);
  if (!run) return Error{fmt::format("{}: {}", file.string(), run.error().message)};
  if (!(*run)->has_events())
    return Error{fmt::format("{}: {}; make a report anew with: latecomer analyze {}", file.string(),
                             (*run)->problem(), shell_word(input.archive.string()))};
  input.run = std::move(*run);
  return input;
}

Status write(const ExportOptions& options, const Input& input) {
  return options.perfetto ? export_to_perfetto(options, input) : export_to_ctf(options, input);
}

Status export_report(const ExportOptions& options, const fs::path& file) {
  TRY(const report::Report report, open_report(file.string()));
  TRY(const Input input, open_report_input(file, report));
  return write(options, input);
}

Status export_trace(const ExportOptions& options) {
  Input input{options.input, nullptr, nullptr};
  TRY(input.opened, open_trace(options.input));
  put_error(
      fmt::format("{}: has not been analyzed, so there are {} only; for {}, first: latecomer analyze {}",
                  options.input, options.perfetto ? "calls" : "recorded events",
                  options.perfetto ? "wait states, their causes, messages and the critical path"
                                   : "wait states and the critical path",
                  shell_word(options.input)));
  return write(options, input);
}

Status run_export(const ExportOptions& options) {
  if (!options.sqlite.empty()) return export_tables(options);
  const std::optional<fs::path> report = report_of(options.input);
  return report ? export_report(options, *report) : export_trace(options);
}

}  // namespace

void add_export_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<ExportOptions> options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand(
      "export", "Write a run's timeline, or its report's tables, as a file for other tools");
  command
      ->add_option(
          "input", options->input,
          "OTF2 archive, best with its report: its directory or its .otf2 file; or a report, best in "
          "its archive")
      ->required()
      ->option_text("TRACE|REPORT");
  CLI::Option* const perfetto = command->add_flag(
      "--perfetto", options->perfetto, "For https://ui.perfetto.dev and for Perfetto's trace_processor");
  CLI::Option* const ctf =
      command
          ->add_option("--ctf", options->ctf,
                       "Write the archive as CTF 1.8 into this directory, for babeltrace2 and Trace Compass")
          ->option_text("DIR")
          ->excludes(perfetto);
  CLI::Option* const sqlite =
      command
          ->add_option("--sqlite", options->sqlite,
                       "Write all tables of the report into this database of SQLite (see latecomer query)")
          ->option_text("FILE")
          ->excludes(perfetto)
          ->excludes(ctf);
  command
      ->add_option("-o,--output", options->output,
                   "Where to write the file (default: trace.pftrace in the archive)")
      ->excludes(sqlite)
      ->excludes(ctf);
  command->footer(
      "Examples:\n"
      "  latecomer analyze run1\n"
      "  latecomer export --perfetto run1       then open run1/trace.pftrace\n"
      "  latecomer export --perfetto run1/report.cubex -o wave.pftrace\n"
      "  latecomer export --ctf run1-ctf run1   then babeltrace2 run1-ctf\n"
      "  latecomer export --sqlite wave.db run1\n\n"
      "For Perfetto, calls, wait states, delays and the critical path are slices;\n"
      "arrows go from delays to the wait states that they caused, and from sends to\n"
      "receives. Times are those of the report: where the analysis corrected clocks,\n"
      "those of calls are, too. CTF has all that is in the archive, at its times, and\n"
      "wait states and the critical path as events. Of a trace that has not been\n"
      "analyzed there is only what was recorded.");
  run_when_called(*command, exit_code, [options]() -> Status {
    if (!options->perfetto && options->ctf.empty() && options->sqlite.empty())
      throw CLI::ValidationError("export", "say for which tool; there are --perfetto, --ctf and --sqlite");
    return run_export(*options);
  });
}

}  // namespace latecomer::cli
