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
#include "export/export_perfetto.h"
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

/// Does the work, into a file that becomes `output` in the end.
template <class Write>
Status write_file(const ExportOptions& options, const fs::path& archive, const Write& write) {
  std::error_code ignored;
  const fs::path directory = fs::is_directory(archive, ignored) ? archive : archive.parent_path();
  const fs::path output = options.output.empty() ? directory / "trace.pftrace" : fs::path(options.output);
  TRY(cubex::TemporaryFile file, cubex::TemporaryFile::create(output));
  TRY(const perfetto::Exported exported, write(file.path()));
  TRY_STATUS(file.complete());
  for (const std::string& problem : exported.problems) put_error(problem);
  put_out(fmt::format("Trace    {}: {}, {}, {}\nWritten  {} ({})\n(open it in https://ui.perfetto.dev)\n",
                      printable_line(archive.string()), count_of(exported.calls, "call"),
                      count_of(exported.waits, "wait state"), count_of(exported.messages, "message"),
                      printable_line(output.string()), bytes_text(static_cast<double>(exported.bytes))));
  return {};
}

Status export_report(const ExportOptions& options, const fs::path& file) {
  TRY(const report::Report report, open_report(file.string()));
  TRY(const fs::path archive, archive_of(file, report));
  Result<std::unique_ptr<timeline::Run>> run = open_run(file, report);
  if (!run) return Error{fmt::format("{}: {}", file.string(), run.error().message)};
  if (!(*run)->has_events())
    return Error{fmt::format("{}: {}; make a report anew with: latecomer analyze {}", file.string(),
                             (*run)->problem(), shell_word(archive.string()))};
  return write_file(options, archive,
                    [&](const fs::path& path) { return perfetto::export_perfetto(**run, path); });
}

Status export_trace(const ExportOptions& options) {
  TRY(const std::unique_ptr<trace::Trace> trace, open_trace(options.input));
  put_error(
      fmt::format("{}: has not been analyzed, so there are calls only; for wait states, their causes, "
                  "messages and the critical path, first: latecomer analyze {}",
                  options.input, shell_word(options.input)));
  return write_file(options, options.input,
                    [&](const fs::path& path) { return perfetto::export_perfetto(*trace, path); });
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
  CLI::Option* const sqlite =
      command
          ->add_option("--sqlite", options->sqlite,
                       "Write all tables of the report into this database of SQLite (see latecomer query)")
          ->option_text("FILE")
          ->excludes(perfetto);
  command
      ->add_option("-o,--output", options->output,
                   "Where to write the file (default: trace.pftrace in the archive)")
      ->excludes(sqlite);
  command->footer(
      "Examples:\n"
      "  latecomer analyze run1\n"
      "  latecomer export --perfetto run1       then open run1/trace.pftrace\n"
      "  latecomer export --perfetto run1/report.cubex -o wave.pftrace\n"
      "  latecomer export --sqlite wave.db run1\n\n"
      "Calls, wait states, delays and the critical path are slices; arrows go from\n"
      "delays to the wait states that they caused, and from sends to receives. Times\n"
      "are those of the report: where the analysis corrected clocks, those of calls\n"
      "are, too. Of a trace that has not been analyzed there are calls only, at\n"
      "recorded times.");
  run_when_called(*command, exit_code, [options]() -> Status {
    if (!options->perfetto && options->sqlite.empty())
      throw CLI::ValidationError("export", "say for which tool; there are --perfetto and --sqlite");
    return run_export(*options);
  });
}

}  // namespace latecomer::cli
