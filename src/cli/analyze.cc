// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

#include "analyze/pipeline.h"
#include "base/memory_limit.h"
#include "base/printable.h"
#include "base/resident_memory.h"
#include "cli/clock_options.h"
#include "cli/commands.h"
#include "cli/finish_recording.h"
#include "cli/open_trace.h"
#include "cli/put_out.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "cli/timing_table.h"
#include "comm/mpi_loader.h"
#include "cubex/reader.h"
#include "cubex/temporary_file.h"
#include "cubex/writer.h"
#include "findings/show_json.h"
#include "record/encode.h"

namespace latecomer::cli {

namespace {

namespace fs = std::filesystem;

struct AnalyzeOptions {
  std::string trace;
  std::string output;
  int threads = 0;  ///< 0: default_threads()
  analyze::ClockOptions clocks;
  uint64_t memory = 0;  ///< bytes of each process, 0: any
  std::string spill_directory;
  bool timing = false;
  bool json = false;
};

fs::path report_path(const AnalyzeOptions& options) {
  if (!options.output.empty()) return options.output;
  const fs::path trace(options.trace);
  std::error_code ignored;
  return (fs::is_directory(trace, ignored) ? trace : trace.parent_path()) / "report.cubex";
}

fs::path spill_directory(const AnalyzeOptions& options) {
  if (!options.spill_directory.empty()) return options.spill_directory;
  const fs::path beside = report_path(options).parent_path();
  return beside.empty() ? "." : beside;
}

/// Nothing if there is no limit.
Status limit_memory(const AnalyzeOptions& options, Comm& comm, std::unique_ptr<MemoryLimit>& limit) {
  if (options.memory == 0) return {};
  using oneapi::tbb::global_control;
  const size_t threads = global_control::active_value(global_control::max_allowed_parallelism);
  Result<std::unique_ptr<MemoryLimit>> held =
      MemoryLimit::hold(options.memory, spill_directory(options), static_cast<unsigned>(threads));
  if (held) limit = std::move(*held);
  return checkpoint(comm, held ? Status() : Status(held.error()));
}

/// Each rank gets the share of the report that it analyzed.
Status analyze_to_report(const AnalyzeOptions& options, Comm& comm, report::ReportShare& share,
                         std::optional<cubex::StoredRows>& stored) {
  Timings timings;
  std::unique_ptr<trace::Trace> archive;
  {
    const Timer timer(timings, comm, "open", 0);
    TRY(archive, open_trace(options.trace, comm));
  }
  share = analyze::analyze(*archive, comm, timings, options.clocks);
  share.report.attributes["latecomer.trace"] = printable_line(options.trace);
  {
    const Timer timer(timings, comm, "write report", static_cast<int64_t>(share.rows.size()));
    TRY(stored, cubex::write_cubex(share, comm, report_path(options)));
  }
  const Timings of_all = combine(timings, comm);
  if (options.timing && comm.rank() == 0) fmt::print(stderr, "{}", timing_table(of_all));
  return {};
}

/// What is printed is what is stored. For text, the first process has all of that already, but for what the
/// file cannot hold, and for the values of others' locations, of which it looks at a row at a time.
Status print_summary(const AnalyzeOptions& options, const Comm& comm, report::ReportShare share,
                     cubex::StoredRows& stored) {
  if (options.json) {
    share = report::ReportShare();
    TRY(const report::Report report, cubex::read_cubex(report_path(options)));
    put_out(findings::to_json(report, report::MetricId()));
    return {};
  }
  report::Report report = comm.size() > 1 ? std::move(share.report) : with_own_values(std::move(share));
  if (comm.size() > 1)
    report.read_rows_from([&](const auto& of, const auto& key) { return stored.read(of, key); });
  const std::string summary = summarize(report);
  if (!stored.status()) return stored.status();
  const std::string stored_in = report_path(options).string();
  put_out(fmt::format("{}\nReport: {}\n(more: latecomer show {})\n", summary, printable_line(stored_in),
                      printable_line(shell_word(stored_in))));
  return {};
}

void warn_if_exceeded(const AnalyzeOptions& options) {
  const uint64_t peak = static_cast<uint64_t>(peak_resident_bytes());
  if (peak <= options.memory + options.memory / 10) return;
  put_error(fmt::format("warning: {} MiB were resident, more than --memory allows: {} MiB", peak >> 20U,
                        options.memory >> 20U));
}

/// What was left when the program was killed together with `latecomer record` has no archive yet.
Status finish_first(const AnalyzeOptions& options, Comm& comm) {
  Status finished;
  if (comm.rank() == 0 && record::is_unfinished(options.trace)) {
    finished = finish_recording(options.trace, ProgramEnd::unknown);
    if (finished)
      put_error(fmt::format("{}: the recording was not finished; its archive is made now", options.trace));
  }
  return checkpoint(comm, finished);
}

/// All ranks fail together (errors are agreed on), so the first speaks for all.
Status run(const AnalyzeOptions& options, Comm& comm) {
  std::unique_ptr<MemoryLimit> limit;
  Status analyzed = checkpoint(comm, cubex::check_output(report_path(options)));
  if (analyzed) analyzed = finish_first(options, comm);
  if (analyzed) analyzed = limit_memory(options, comm, limit);
  report::ReportShare share;
  std::optional<cubex::StoredRows> stored;
  if (analyzed) analyzed = analyze_to_report(options, comm, share, stored);
  if (analyzed && limit != nullptr) warn_if_exceeded(options);
  if (comm.rank() == 0) return analyzed ? print_summary(options, comm, std::move(share), *stored) : analyzed;
  return analyzed ? analyzed : Status(Error{""});
}

Status run(const AnalyzeOptions& options) {
  TRY(const std::unique_ptr<Comm> comm, launch_comm());
  if (comm->size() == 1) return run(options, *comm);
  try {
    return run(options, *comm);
  } catch (const std::exception& problem) {
    // The others wait for this rank. One that ends like this makes mpiexec end them all.
    put_error(line_of(problem));
    std::_Exit(1);
  }
}

/// What is wrong with it; empty: nothing.
std::string number_of_threads(const std::string& text) {
  int threads = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), threads);
  const bool is_number = problem == std::errc() && end == text.data() + text.size();
  return is_number && threads > 0 ? "" : fmt::format("\"{}\" is not a number of threads, 1 or more", text);
}

/// Makes "2G" a number of bytes.
std::string size_in_bytes(std::string text) {
  const CLI::ValidationError malformed("--memory",
                                       fmt::format("\"{}\" is not a size such as 512M or 2G", text));
  try {
    std::string bytes = text;
    if (CLI::AsSizeValue(false)(bytes).empty() && bytes != "0") return bytes;
  } catch (const CLI::ValidationError&) {  // says what all units are
  }
  throw malformed;
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
  const std::shared_ptr<AnalyzeOptions> options = std::make_shared<AnalyzeOptions>();
  CLI::App* command = app.add_subcommand("analyze", "Find wait states in a trace and write a report");
  command->add_option("trace", options->trace, "OTF2 archive: its directory or its .otf2 file")->required();
  command->add_option("-o,--output", options->output,
                      "Where to write the report (default: report.cubex in the archive)");
  command
      ->add_option("--threads", options->threads,
                   "Threads per process (default: all cores, shared by the processes of a node)")
      ->check(number_of_threads)
      ->option_text("N");
  CLI::Option* memory =
      command
          ->add_option("--memory", options->memory,
                       "Most resident memory per process, such as 512M or 2G; what is more is kept in a file "
                       "(default: any)")
          ->transform(size_in_bytes)
          ->option_text("SIZE");
  command
      ->add_option("--spill-dir", options->spill_directory,
                   "Directory on a disk for that file (default: that of the report)")
      ->needs(memory)
      ->option_text("DIR");
  add_clock_options(*command, options->clocks);
  command->add_flag("--timing", options->timing, "Print what each pass took: time, communication and memory");
  command->add_flag("--json", options->json,
                    "Print the report as JSON instead of the summary, as latecomer show --json does");
  command->footer(
      "Examples:\n"
      "  latecomer analyze run1\n"
      "  mpiexec -n 4 latecomer analyze run1      with any number of processes: the\n"
      "                                           same report, only faster\n"
      "  latecomer analyze run1 --memory 2G --spill-dir /scratch");
  command->callback([options, &exit_code] {
    using oneapi::tbb::global_control;
    const size_t threads = options->threads > 0 ? static_cast<size_t>(options->threads) : default_threads();
    const global_control limit(global_control::max_allowed_parallelism, threads);
    const Status status = run(*options);
    if (status) return;
    exit_code = 1;
    put_error(status.error().message);
  });
}

}  // namespace latecomer::cli
