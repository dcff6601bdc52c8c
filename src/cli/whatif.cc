// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyze/pipeline.h"
#include "analyze/retimed_trace.h"
#include "base/parse_number.h"
#include "base/printable.h"
#include "cli/clock_options.h"
#include "cli/commands.h"
#include "cli/on_ranks.h"
#include "cli/open_trace.h"
#include "cli/put_out.h"
#include "cli/rank_list.h"
#include "cli/wanted_changes.h"
#include "cli/width_option.h"
#include "cli/write_retimed.h"
#include "cubex/reader.h"
#include "cubex/temporary_file.h"
#include "cubex/writer.h"
#include "findings/prediction.h"
#include "otf2/archive_files.h"
#include "query/space.h"
#include "report/report_share.h"
#include "text/prediction_text.h"

namespace latecomer::cli {

namespace fs = std::filesystem;

namespace {

struct WhatifOptions {
  std::string trace;
  ChangeOptions changes;
  std::string output;
  std::string trace_output;
  bool json = false;
  analyze::ClockOptions clocks;
};

report::ReportShare analyzed(const trace::Trace& trace, const WhatifOptions& options,
                             const std::vector<analyze::Change>& changes, Comm& comm) {
  Timings timings;
  report::ReportShare share =
      analyze::analyze(trace, comm, timings, options.clocks, analyze::kPollingGap, {}, changes);
  share.report.attributes["latecomer.trace"] = printable_line(options.trace);
  return share;
}

Status write_predicted(const trace::Trace& recorded, const WhatifOptions& options,
                       const std::vector<analyze::Change>& changes, Comm& comm) {
  Timings timings;
  const analyze::RetimedTrace predicted = analyze::predict(recorded, options.clocks, changes, comm, timings);
  TRY_STATUS(write_retimed(options.trace, recorded, *predicted.trace, options.trace_output));
  return {};
}

/// Is a file beside the archive for the time that several processes need it.
class SharedFile {
 public:
  SharedFile(const WhatifOptions& options, const char* name, const Comm& comm) : is_first_(comm.rank() == 0) {
    const fs::path trace(options.trace);
    std::error_code ignored;
    path_ = (fs::is_directory(trace, ignored) ? trace : trace.parent_path()) / name;
  }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile() {
    std::error_code ignored;
    if (is_first_) fs::remove(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  bool is_first_;
};

/// Returns the whole report on the first process, from `file` if there are several, and one without values on
/// the others.
Result<report::Report> whole_report(report::ReportShare share, const SharedFile& file, Comm& comm) {
  if (comm.size() == 1) return report::with_own_values(std::move(share));
  TRY_STATUS(cubex::write_cubex(share, comm, file.path()));
  Result<report::Report> whole = std::move(share.report);
  if (comm.rank() == 0) whole = cubex::read_cubex(file.path());
  TRY_STATUS(checkpoint(comm, whole ? Status() : Status(whole.error())));
  return whole;
}

Status check_outputs(const WhatifOptions& options, Comm& comm) {
  if (comm.size() > 1 && !options.trace_output.empty())
    return Error{"--trace is written by one process; start it without mpiexec"};
  const auto check = [&]() -> Status {
    if (!options.output.empty()) TRY_STATUS(cubex::check_output(options.output));
    return options.trace_output.empty() ? Status() : otf2::make_empty_directory(options.trace_output);
  };
  return checkpoint(comm, comm.rank() == 0 ? check() : Status());
}

Status run(const WhatifOptions& options, Comm& comm) {
  TRY(const std::vector<WantedChange> wanted, wanted_changes(options.changes));
  TRY_STATUS(check_outputs(options, comm));
  TRY(const std::unique_ptr<trace::Trace> trace, open_trace(options.trace, comm));
  const SharedFile recorded_file(options, "whatif-recorded.cubex", comm);
  const SharedFile predicted_file(options, "whatif-predicted.cubex", comm);
  TRY(const report::Report recorded, whole_report(analyzed(*trace, options, {}, comm), recorded_file, comm));
  TRY(const std::vector<analyze::Change> changes, changes_of(recorded, options.changes, wanted));
  report::ReportShare share = analyzed(*trace, options, changes, comm);
  std::vector<std::string> words;
  for (const WantedChange& each : wanted) words.push_back(printable_line(in_words(each, options.changes)));
  for (size_t i = 0; i < words.size(); ++i)
    share.report.attributes[fmt::format("latecomer.whatif.{}", i + 1)] = words[i];
  if (!options.output.empty()) TRY_STATUS(cubex::write_cubex(share, comm, options.output));
  if (!options.trace_output.empty()) TRY_STATUS(write_predicted(*trace, options, changes, comm));
  TRY(const report::Report predicted, whole_report(std::move(share), predicted_file, comm));
  if (comm.rank() != 0) return {};
  const query::Space before(recorded);
  const query::Space after(predicted);
  const findings::Prediction prediction = findings::prediction(before, after);
  put_out(options.json ? findings::to_json(prediction, words, before, after)
                       : text::prediction_text(prediction, words, before, after));
  return {};
}

/// Refuses what is no factor.
std::string require_factor(const std::string& text) {
  const std::optional<double> value = parse_number<double>(text);
  return value && *value >= 0 && !std::isinf(*value) ? "" : "has to be a factor, 0 or more";
}

std::string require_bytes(const std::string& text) {
  return parse_number<uint64_t>(text) ? "" : "has to be a number of bytes, 0 or more";
}

}  // namespace

void add_whatif_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<WhatifOptions> options = std::make_shared<WhatifOptions>();
  CLI::App* command =
      app.add_subcommand("whatif", "Say what a run would be if something in it took less, or more");
  command->add_option("trace", options->trace, "OTF2 archive: its directory or its .otf2 file")->required();
  const auto add = [&](const char* name, std::vector<std::string>& list, const char* text, const char* type) {
    command->add_option(name, list, text)
        ->type_name(type)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  add("--scale", options->changes.scale, "What is computed in PATH takes FACTOR times as long",
      "PATH=FACTOR");
  add("--balance", options->changes.balance,
      "What is computed in PATH is spread evenly over the threads that have any of it", "PATH");
  add("--balance-each", options->changes.balance_each,
      "Each visit of PATH takes as long on all threads: the n-th on each the mean of the n-th ones", "PATH");
  add("--even", options->changes.even,
      "Each visit of PATH takes as long: the mean of all visits on all threads", "PATH");
  add("--remove", options->changes.remove, "What is computed in PATH takes no time", "PATH");
  add("--rank-speed", options->changes.rank_speed, "All that RANKS compute goes FACTOR times as fast",
      "RANKS=FACTOR");
  command
      ->add_option("--network", options->changes.network,
                   "Messages and calls of MPI take no time, but files do: the run takes its ideal time; or "
                   "messages and collective operations take SECONDS, and a second for so many BYTES")
      ->type_name("instant|latency=SECONDS,bandwidth=BYTES");
  command
      ->add_option("--eager", options->changes.eager,
                   "Messages up to SIZE bytes leave without their receivers; larger ones wait for these")
      ->check(require_bytes)
      ->type_name("SIZE");
  command
      ->add_option("--on-ranks", options->changes.on_ranks,
                   "Of which ranks PATH is changed, as 0,4-7; else of all")
      ->check(require_ranks)
      ->type_name("RANKS");
  command
      ->add_option("--in", options->changes.in,
                   "Of which part PATH is changed: what is below this call path, such as a phase")
      ->type_name("PHASE");
  command
      ->add_option("--between", options->changes.between,
                   "In which part of the run PATH is changed, in seconds")
      ->type_name("BEGIN,END");
  command
      ->add_option("--collectives", options->changes.collectives,
                   "Collective operations take FACTOR times as long from when all are there")
      ->check(require_factor)
      ->type_name("FACTOR");
  command
      ->add_option("--partitions", options->changes.partitions,
                   "Each partition of a message leaves when MPI_Pready says that it is ready, not only when "
                   "all of them are")
      ->type_name("early");
  command->add_flag("--no-preemption", options->changes.no_preemption,
                    "No thread loses its core to others while it computes");
  command->add_option("-o,--output", options->output, "Also write the report of the predicted run")
      ->type_name("REPORT");
  command
      ->add_option(
          "--trace", options->trace_output,
          "Also write the trace of the predicted run: a directory, which has to be empty, or is made")
      ->type_name("DIRECTORY");
  command->add_flag("--json", options->json, "Print everything as JSON: docs/json.md says what each key is");
  add_clock_options(*command, options->clocks);
  add_width_option(*command);
  command->footer(
      "PATH is a call path as latecomer show prints it, or its end, a function, or file.c:line.\n"
      "Calls of MPI keep what they took themselves; who waits, and how long, follows.\n"
      "Examples:\n"
      "  latecomer whatif run1 --balance solve\n"
      "  latecomer whatif run1 --scale main/step/solve=0.5 --remove write_output\n"
      "  latecomer whatif run1 --balance-each solve --in iteration    each step for itself\n"
      "  latecomer whatif run1 --remove solver.c:117 --on-ranks 3 -o without.cubex\n"
      "  latecomer whatif run1 --rank-speed 3=0.5     if rank 3 were on a slow node\n"
      "  latecomer whatif run1 --network latency=1.5e-6,bandwidth=12e9\n"
      "  latecomer whatif run1 --network instant --trace instant    and its timeline, for Vampir");
  run_when_called(*command, exit_code, [options]() -> Status {
    if (options->changes.empty())
      throw CLI::ValidationError(
          "something has to be changed: --scale, --balance, --balance-each, --even, --remove, --rank-speed, "
          "--network, --collectives, --eager, --partitions or --no-preemption");
    return on_all_ranks([&](Comm& comm) { return run(*options, comm); });
  });
}

}  // namespace latecomer::cli
