// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/analyze.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "analyze/pipeline.h"
#include "base/parse_number.h"
#include "base/printable.h"
#include "base/spill.h"
#include "cli/clock_options.h"
#include "cli/commands.h"
#include "cli/finish_recording.h"
#include "cli/kernel_states.h"
#include "cli/on_ranks.h"
#include "cli/open_trace.h"
#include "cli/predict_gains.h"
#include "cli/put_out.h"
#include "cli/threads.h"
#include "cli/times.h"
#include "cli/timing_table.h"
#include "cli/width_option.h"
#include "cubex/reader.h"
#include "cubex/temporary_file.h"
#include "cubex/writer.h"
#include "findings/show_json.h"
#include "record/archive/encode.h"
#include "report/unreadable.h"
#include "text/summary.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

namespace fs = std::filesystem;

struct AnalyzeOptions {
  std::string trace;
  std::string output;
  int threads = 0;  ///< Is the number of threads; 0: default_threads().
  analyze::ClockOptions clocks;
  std::string polling_gap = "5us";
  std::vector<std::string> own_directories;
  std::vector<std::string> kernel;  ///< Lists CTF traces of the nodes' schedulers.
  std::string memory;               ///< Is an option that has no effect.
  std::string spill_directory;      ///< Is the directory for spilled data; empty: none.
  bool gains = false;               ///< Says to predict them, however large the trace is.
  bool no_gains = false;            ///< Says not to.
  bool timing = false;
  bool json = false;
};

fs::path report_path(const AnalyzeOptions& options) {
  if (!options.output.empty()) return options.output;
  const fs::path trace(options.trace);
  std::error_code ignored;
  return (fs::is_directory(trace, ignored) ? trace : trace.parent_path()) / "report.cubex";
}

Status start_spilling(const AnalyzeOptions& options, Comm& comm) {
  if (!options.memory.empty() && comm.rank() == 0)
    put_error(
        "--memory has no effect any more; use --spill-dir DIR, which lets the system write large lists to a "
        "disk");
  return checkpoint(comm, options.spill_directory.empty() ? Status() : spill_to(options.spill_directory));
}

/// Returns directories as debug information names them: with their paths.
std::vector<std::string> absolute(const std::vector<std::string>& directories) {
  std::vector<std::string> paths;
  std::error_code ignored;
  for (const std::string& each : directories)
    paths.push_back(printable_line(fs::absolute(each, ignored).lexically_normal().string()));
  return paths;
}

/// Analyzes an archive, with predictions only if gains are wanted, and for a large trace if they are asked
/// for.
analyze::PredictingAnalysis analyzed(const trace::Trace& archive, const AnalyzeOptions& options, Comm& comm,
                                     Timings& timings) {
  constexpr int64_t kMostCalls = 5'000'000;
  const double polling_gap = 1e-9 * static_cast<double>(*nanoseconds(options.polling_gap));
  const std::vector<std::string> own_directories = absolute(options.own_directories);
  if (!options.gains && (options.no_gains || !options.spill_directory.empty()))
    return {analyze::analyze(archive, comm, timings, options.clocks, polling_gap, own_directories), nullptr};
  analyze::PredictingAnalysis analysis =
      analyze::analyze_to_predict(archive, comm, timings, options.clocks, polling_gap, own_directories,
                                  options.gains ? INT64_MAX : kMostCalls);
  if (!analysis.predictions && comm.rank() == 0)
    put_note(
        "The trace is large: how long the run would take without its largest causes is left out (--gains)\n");
  return analysis;
}

/// Analyzes an archive. Each rank gets the share of the report that it analyzed.
Status analyze_to_report(const AnalyzeOptions& options, Comm& comm, report::ReportShare& share) {
  Timings timings;
  std::unique_ptr<trace::Trace> archive;
  {
    const Timer timer(timings, comm, "open", 0);
    TRY(archive, open_trace(options.trace, comm));
  }
  analyze::PredictingAnalysis analysis = analyzed(*archive, options, comm, timings);
  share = std::move(analysis.share);
  share.report.attributes["latecomer.trace"] = printable_line(options.trace);
  {
    const Timer timer(timings, comm, "write report", static_cast<int64_t>(share.rows.size()));
    TRY_STATUS(cubex::write_cubex(share, comm, report_path(options)));
  }
  if (analysis.predictions) {
    const Timer timer(timings, comm, "predict gains", 0);
    TRY_STATUS(predict_gains(*analysis.predictions, report_path(options), comm));
  }
  const Timings of_all = combine(timings, comm);
  if (options.timing && comm.rank() == 0) put_note(timing_table(of_all));
  return {};
}

/// Prints what is stored. For text, the first process has all of that already, but for values, of which it
/// looks at a row at a time.
Status print_summary(const AnalyzeOptions& options, report::ReportShare share) {
  if (options.json) {
    share = report::ReportShare();
    TRY(const report::Report report, cubex::read_cubex(report_path(options)));
    findings::write_json(query::Space(report), report::MetricId(), put_out);
    return {};
  }
  report::Report report = std::move(share.report);
  share = report::ReportShare();
  TRY(const report::Report stored, cubex::read_cubex(report_path(options)));
  report.read_from(stored.storage());
  const std::string summary = summarize(query::Space(report));
  const std::string stored_in = report_path(options).string();
  put_out(fmt::format("{}\nReport: {}\n(more: latecomer show {})\n", summary, printable_line(stored_in),
                      printable_line(shell_word(stored_in))));
  return {};
}

/// Makes the archive of what was left when the program was killed together with `latecomer record`.
Status finish_first(const AnalyzeOptions& options, Comm& comm) {
  Status finished;
  if (comm.rank() == 0 && !record::recording_elsewhere(options.trace).empty()) {
    finished = Error{
        fmt::format("{}: its recording lies in {} on the node where it was made; run latecomer analyze there",
                    options.trace, record::recording_elsewhere(options.trace))};
  } else if (comm.rank() == 0 && record::is_unfinished(options.trace)) {
    finished = finish_recording(options.trace, ProgramEnd::unknown);
    if (finished)
      put_error(fmt::format("{}: the recording was not finished; its archive is made now", options.trace));
  }
  return checkpoint(comm, finished);
}

Status run(const AnalyzeOptions& options, Comm& comm) {
  Status analyzed = checkpoint(comm, cubex::check_output(report_path(options)));
  if (analyzed) analyzed = finish_first(options, comm);
  if (analyzed && !options.kernel.empty())
    analyzed =
        checkpoint(comm, comm.rank() == 0 ? take_in_kernel_traces(options.trace, options.kernel) : Status());
  if (analyzed) analyzed = start_spilling(options, comm);
  report::ReportShare share;
  if (analyzed) analyzed = analyze_to_report(options, comm, share);
  TRY_STATUS(analyzed);
  return report::read_together(
      comm, [&] { return comm.rank() == 0 ? print_summary(options, std::move(share)) : Status(); });
}

/// Returns what is wrong with the value; empty: nothing.
std::string number_of_threads(const std::string& text) {
  return parse_number<int>(text).value_or(0) > 0
             ? ""
             : fmt::format("\"{}\" is not a number of threads, 1 or more", text);
}

Status run(const AnalyzeOptions& options) {
  const size_t threads = options.threads > 0 ? static_cast<size_t>(options.threads) : default_threads();
  return on_all_ranks([&](Comm& comm) { return run(options, comm); }, threads);
}

}  // namespace

Status analyze_archive(const std::string& archive) {
  AnalyzeOptions options;
  options.trace = archive;
  return run(options);
}

Status analyze_archive(const std::string& archive, Comm& comm) {
  AnalyzeOptions options;
  options.trace = archive;
  return run(options, comm);
}

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
  command
      ->add_option(
          "--spill-dir", options->spill_directory,
          "Directory on a disk for a file that large lists lie in, so that the system can write them out "
          "when memory is short")
      ->option_text("DIR");
  command->add_option("--memory", options->memory, "Of no effect any more: use --spill-dir")
      ->option_text("SIZE");
  add_clock_options(*command, options->clocks);
  command
      ->add_option("--polling-gap", options->polling_gap,
                   "Longest time between two unsuccessful tests (MPI_Test, ...) that are one wait. What "
                   "latecomer record has recorded is divided into waits already")
      ->check(require_time)
      ->type_name("TIME")
      ->capture_default_str();
  command
      ->add_option(
          "--own", options->own_directories,
          "Directory with code of the program's own although it is installed; once for each. The lines "
          "that are shown are in own code where possible, not in libraries and their headers")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--kernel", options->kernel,
          "CTF trace of a node's scheduler that LTTng or perf recorded while the program ran; once for each "
          "node. What it says of the program's threads is kept in the archive, for later analyses. With "
          "record --kernel it is there already")
      ->type_name("CTF")
      ->allow_extra_args(false);
  CLI::Option* const gains = command->add_flag("--gains", options->gains,
                                               "Also find how long the run would take if its largest causes "
                                               "were changed. That can take three times as "
                                               "long as all else, and as much more memory: it is done unless "
                                               "the trace has more than 5 million calls "
                                               "for each process, or with --spill-dir");
  command->add_flag("--no-gains", options->no_gains, "Leave that out")->excludes(gains);
  command->add_flag("--timing", options->timing, "Print what each pass took: time, communication and memory");
  command->add_flag("--json", options->json,
                    "Print the report as JSON instead of the summary, as latecomer show --json does");
  add_width_option(*command);
  command->footer(
      "Examples:\n"
      "  latecomer analyze run1\n"
      "  mpiexec -n 4 latecomer analyze run1      with any number of processes: the\n"
      "                                           same report, only faster\n"
      "  latecomer analyze run1 --spill-dir /scratch");
  run_when_called(*command, exit_code, [options] { return run(*options); });
}

}  // namespace latecomer::cli
