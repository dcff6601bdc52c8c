// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
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
#include "cli/named_paths.h"
#include "cli/on_ranks.h"
#include "cli/open_trace.h"
#include "cli/put_out.h"
#include "cli/rank_list.h"
#include "cli/width_option.h"
#include "cli/write_retimed.h"
#include "cubex/reader.h"
#include "cubex/temporary_file.h"
#include "cubex/writer.h"
#include "findings/prediction.h"
#include "otf2/archive_files.h"
#include "query/space.h"
#include "report/report_share.h"
#include "report/run_clock.h"
#include "text/prediction_text.h"

namespace latecomer::cli {

namespace fs = std::filesystem;

namespace {

struct WhatifOptions {
  std::string trace;
  std::vector<std::string> scale;  ///< Holds PATH=FACTOR.
  std::vector<std::string> balance;
  std::vector<std::string> balance_each;
  std::vector<std::string> even;
  std::vector<std::string> remove;
  std::vector<std::string> rank_speed;  ///< Holds RANKS=FACTOR.
  std::string network;                  ///< Is "instant" or latency=SECONDS,bandwidth=BYTES, or empty.
  std::optional<uint64_t> eager;
  std::optional<double> collectives;
  std::string between;  ///< Is BEGIN,END in seconds, or empty.
  std::string in;       ///< Is a call path, or empty.
  std::string on_ranks;
  std::string output;
  std::string trace_output;
  bool json = false;
  analyze::ClockOptions clocks;
};

/// Is a change as it was asked for, before the call paths are known.
struct WantedChange {
  analyze::Change::Kind kind;
  std::string path;
  double factor = 1;
  std::string words;             ///< Says what would be, as "solve took 0.5 times as long".
  std::string ranks;             ///< Is empty for all.
  analyze::Change network = {};  ///< Has, of a network, how fast it is; and how large eager messages are.

  bool is_of_network() const { return kind >= analyze::Change::Kind::collectives; }
};

/// Is NAME=FACTOR.
struct Factor {
  std::string name;
  double value;
};

Result<Factor> parse_factor(const char* option, const std::string& text, const char* what) {
  const size_t sign = text.rfind('=');
  const std::optional<double> value = sign == std::string::npos
                                          ? std::nullopt
                                          : parse_number<double>(std::string_view(text).substr(sign + 1));
  if (!value || !(*value >= 0) || std::isinf(*value))
    return Error{fmt::format("{} {}: has to be {}=FACTOR, with a factor of 0 or more", option,
                             printable_line(text), what)};
  return Factor{text.substr(0, sign), *value};
}

/// Returns the network that latency=SECONDS,bandwidth=BYTES describes.
Result<analyze::Change> parse_network(const std::string& text) {
  const size_t comma = text.find(',');
  std::optional<double> latency;
  std::optional<double> bandwidth;
  for (const std::string& part :
       {text.substr(0, comma), comma == std::string::npos ? "" : text.substr(comma + 1)}) {
    const size_t sign = std::min(part.find('='), part.size());
    const std::string name = part.substr(0, sign);
    const auto value = parse_number<double>(std::string_view(part).substr(std::min(sign + 1, part.size())));
    if (name == "latency" && !latency) latency = value;
    if (name == "bandwidth" && !bandwidth) bandwidth = value;
  }
  if (!latency || !bandwidth || !(*latency >= 0) || !(*bandwidth > 0) || std::isinf(*latency))
    return Error{fmt::format(
        "--network {}: has to be instant, or latency=SECONDS,bandwidth=BYTES, the bytes for each second, as "
        "latency=1.5e-6,bandwidth=12e9",
        printable_line(text))};
  return analyze::Change{
      .kind = analyze::Change::Kind::network, .latency = *latency, .bytes_per_second = *bandwidth};
}

Status add_changes_of_network(const WhatifOptions& options, std::vector<WantedChange>& wanted) {
  using Kind = analyze::Change::Kind;
  if (options.collectives)
    wanted.push_back({Kind::collectives, "", *options.collectives,
                      fmt::format("collective operations took {:g} times as long when all are there",
                                  *options.collectives),
                      ""});
  if (options.network == "instant") {
    wanted.push_back({Kind::instant_network, "", 1, "the network were instant", ""});
  } else if (!options.network.empty()) {
    TRY(const analyze::Change network, parse_network(options.network));
    const std::string words = fmt::format("messages took {:g} s, and a second for {:g} bytes",
                                          network.latency, network.bytes_per_second);
    wanted.push_back({Kind::network, "", 1, words, "", network});
  }
  if (options.eager)
    wanted.push_back(
        {Kind::eager, "", 1,
         fmt::format("messages up to {} bytes did not wait for their receivers, and larger ones did",
                     *options.eager),
         "", analyze::Change{.kind = Kind::eager, .bytes = *options.eager}});
  return {};
}

bool overlap(const std::string& ranks, const std::string& others) {
  for (const auto& [first, last] : ranges_of_ranks(ranks))
    for (const auto& [other_first, other_last] : ranges_of_ranks(others))
      if (first <= other_last && other_first <= last) return true;
  return false;
}

/// Looks whether there is one change of each thing.
Status check_changes(const std::vector<WantedChange>& wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (wanted[i].is_of_network() || wanted[j].is_of_network() || wanted[i].path != wanted[j].path)
        continue;
      const bool is_of_speed = wanted[i].path.empty();
      if (is_of_speed && !overlap(wanted[i].ranks, wanted[j].ranks)) continue;
      return Error{fmt::format("{}: there are two changes of it; one has to be left out",
                               printable_line(is_of_speed ? "rank " + wanted[i].ranks : wanted[i].path))};
    }
  }
  const auto is = [&](analyze::Change::Kind kind) {
    return std::ranges::count(wanted, kind, &WantedChange::kind) > 0;
  };
  using Kind = analyze::Change::Kind;
  if (is(Kind::collectives) && (is(Kind::network) || is(Kind::instant_network)))
    return Error{
        "--collectives and --network both say how long collective operations take; one has to be left out"};
  return {};
}

Result<std::vector<WantedChange>> wanted_changes(const WhatifOptions& options) {
  using Kind = analyze::Change::Kind;
  std::vector<WantedChange> wanted;
  const std::string& ranks = options.on_ranks;
  for (const std::string& each : options.scale) {
    TRY(const Factor factor, parse_factor("--scale", each, "PATH"));
    wanted.push_back({Kind::scale, factor.name, factor.value,
                      fmt::format("{} took {:g} times as long", factor.name, factor.value), ranks});
  }
  for (const std::string& path : options.balance)
    wanted.push_back({Kind::balance, path, 1, path + " were spread evenly over those who do it", ranks});
  for (const std::string& path : options.balance_each)
    wanted.push_back({Kind::balance_each, path, 1,
                      fmt::format("each visit of {} took as long on all who do it", path), ranks});
  for (const std::string& path : options.even)
    wanted.push_back(
        {Kind::even, path, 1, fmt::format("all visits of {} took as long as each other", path), ranks});
  for (const std::string& path : options.remove)
    wanted.push_back({Kind::scale, path, 0, path + " were not there", ranks});
  for (const std::string& each : options.rank_speed) {
    TRY(const Factor factor, parse_factor("--rank-speed", each, "RANKS"));
    if (factor.value == 0 || !require_ranks(factor.name).empty())
      return Error{fmt::format("--rank-speed {}: has to be RANKS=FACTOR, with a factor above 0",
                               printable_line(each))};
    wanted.push_back({Kind::scale, "", 1 / factor.value,
                      fmt::format("rank {} computed {:g} times as fast", factor.name, factor.value),
                      factor.name});
  }
  const bool is_limited = !options.between.empty() || !options.in.empty() || !ranks.empty();
  if (is_limited && wanted.empty())
    return Error{
        "--on-ranks, --between and --in say of which part of a run PATH is changed, but there is no PATH"};
  TRY_STATUS(add_changes_of_network(options, wanted));
  TRY_STATUS(check_changes(wanted));
  return wanted;
}

/// Says for which part of the run a change is.
std::string part_in_words(const WantedChange& change, const WhatifOptions& options) {
  if (change.is_of_network()) return "";
  std::string words;
  if (!options.in.empty()) words += ", in " + options.in;
  if (!options.between.empty()) {
    const size_t comma = options.between.find(',');
    words += fmt::format(", between {} and {} s", options.between.substr(0, comma),
                         options.between.substr(comma + 1));
  }
  if (!options.on_ranks.empty() && change.ranks == options.on_ranks) words += ", on rank " + options.on_ranks;
  return words;
}

/// Returns the processes with these ranks, as "0,4-7"; the error names a rank that there is not.
Result<std::vector<trace::LocationGroupId>> processes_of(const report::Report& report,
                                                         const std::string& ranks) {
  std::vector<trace::LocationGroupId> processes;
  for (const auto& [first, last] : ranges_of_ranks(ranks)) {
    const size_t before = processes.size();
    for (size_t g = 0; g < report.location_groups.size(); ++g) {
      const int64_t rank = report.location_groups[g].rank;
      if (rank >= first && rank <= last) processes.emplace_back(g);
    }
    if (processes.size() == before)
      return Error{fmt::format("{}: the run has no rank {}", printable_line(ranks),
                               first == last ? fmt::to_string(first) : fmt::format("{}-{}", first, last))};
  }
  return processes;
}

std::vector<report::CallPathId> roots_of(const report::Report& report) {
  std::vector<report::CallPathId> roots;
  for (size_t p = 0; p < report.call_paths.size(); ++p)
    if (!report.call_paths[p].parent.valid()) roots.emplace_back(p);
  return roots;
}

/// Returns the part of the run that BEGIN,END names, in ticks since its begin.
Result<std::optional<analyze::Change::Between>> part_of_run(const report::Report& report,
                                                            const std::string& text) {
  if (text.empty()) return std::optional<analyze::Change::Between>();
  const size_t comma = text.find(',');
  const std::optional<double> begin = parse_number<double>(std::string_view(text).substr(0, comma));
  const std::optional<double> end = comma == std::string::npos
                                        ? std::nullopt
                                        : parse_number<double>(std::string_view(text).substr(comma + 1));
  if (!begin || !end || !(*begin < *end) || std::isinf(*begin) || std::isinf(*end))
    return Error{fmt::format("--between {}: has to be BEGIN,END, in seconds since the run's begin",
                             printable_line(text))};
  const report::RunClock clock(report);
  const auto ticks = [&](double seconds) {
    const double most = static_cast<double>(clock.run_length().count);
    return Ticks(
        std::llround(std::clamp(seconds * static_cast<double>(clock.ticks_per_second()), 0.0, most)));
  };
  if (ticks(*begin) >= ticks(*end))
    return Error{fmt::format("--between {}: nothing of the run is there; it takes {:g} s",
                             printable_line(text), clock.length(clock.run_length()))};
  return std::optional(analyze::Change::Between{ticks(*begin), ticks(*end)});
}

/// Returns what of call paths is in others: those that are below one of these, and these where they are below
/// one of the call paths.
std::vector<report::CallPathId> paths_within(const report::Report& report,
                                             const std::vector<report::CallPathId>& paths,
                                             const std::vector<report::CallPathId>& outer) {
  const auto is_below = [&](report::CallPathId path, const std::vector<report::CallPathId>& of) {
    for (; path.valid(); path = report.call_paths[path.index()].parent)
      if (std::ranges::count(of, path) > 0) return true;
    return false;
  };
  std::vector<report::CallPathId> within;
  for (const report::CallPathId path : paths)
    if (is_below(path, outer)) within.push_back(path);
  for (const report::CallPathId path : outer)
    if (is_below(path, paths) && std::ranges::count(within, path) == 0) within.push_back(path);
  return within;
}

Result<std::vector<analyze::Change>> changes_of(const report::Report& report, const WhatifOptions& options,
                                                const std::vector<WantedChange>& wanted) {
  std::vector<analyze::Change> changes;
  TRY(const std::optional<analyze::Change::Between> between, part_of_run(report, options.between));
  std::vector<report::CallPathId> outer;
  if (!options.in.empty()) {
    TRY(outer, paths_named(report, options.in));
  }
  for (const WantedChange& each : wanted) {
    TRY(std::vector<trace::LocationGroupId> processes, processes_of(report, each.ranks));
    std::vector<report::CallPathId> paths = roots_of(report);
    if (!each.path.empty()) {
      TRY(paths, paths_named(report, each.path));
    }
    if (!options.in.empty()) {
      paths = paths_within(report, paths, outer);
      if (paths.empty())
        return Error{fmt::format("nothing of {} is in {}",
                                 each.path.empty() ? "the run" : printable_line(each.path),
                                 printable_line(options.in))};
    }
    analyze::Change change = each.network;
    change.kind = each.kind;
    change.paths = std::move(paths);
    change.factor = each.factor;
    change.processes = std::move(processes);
    change.between = between;
    changes.push_back(std::move(change));
  }
  return changes;
}

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
  TRY(const std::vector<WantedChange> wanted, wanted_changes(options));
  TRY_STATUS(check_outputs(options, comm));
  TRY(const std::unique_ptr<trace::Trace> trace, open_trace(options.trace, comm));
  const SharedFile recorded_file(options, "whatif-recorded.cubex", comm);
  const SharedFile predicted_file(options, "whatif-predicted.cubex", comm);
  TRY(const report::Report recorded, whole_report(analyzed(*trace, options, {}, comm), recorded_file, comm));
  TRY(const std::vector<analyze::Change> changes, changes_of(recorded, options, wanted));
  report::ReportShare share = analyzed(*trace, options, changes, comm);
  std::vector<std::string> words;
  for (const WantedChange& each : wanted)
    words.push_back(printable_line(each.words + part_in_words(each, options)));
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
  add("--scale", options->scale, "What is computed in PATH takes FACTOR times as long", "PATH=FACTOR");
  add("--balance", options->balance,
      "What is computed in PATH is spread evenly over the threads that have any of it", "PATH");
  add("--balance-each", options->balance_each,
      "Each visit of PATH takes as long on all threads: the n-th on each the mean of the n-th ones", "PATH");
  add("--even", options->even, "Each visit of PATH takes as long: the mean of all visits on all threads",
      "PATH");
  add("--remove", options->remove, "What is computed in PATH takes no time", "PATH");
  add("--rank-speed", options->rank_speed, "All that RANKS compute goes FACTOR times as fast",
      "RANKS=FACTOR");
  command
      ->add_option("--network", options->network,
                   "Messages and calls of MPI take no time, but files do: the run takes its ideal time; or "
                   "messages and collective operations take SECONDS, and a second for so many BYTES")
      ->type_name("instant|latency=SECONDS,bandwidth=BYTES");
  command
      ->add_option("--eager", options->eager,
                   "Messages up to SIZE bytes leave without their receivers; larger ones wait for these")
      ->check(CLI::NonNegativeNumber)
      ->type_name("SIZE");
  command
      ->add_option("--on-ranks", options->on_ranks, "Of which ranks PATH is changed, as 0,4-7; else of all")
      ->check(require_ranks)
      ->type_name("RANKS");
  command
      ->add_option("--in", options->in,
                   "Of which part PATH is changed: what is below this call path, such as a phase")
      ->type_name("PHASE");
  command->add_option("--between", options->between, "In which part of the run PATH is changed, in seconds")
      ->type_name("BEGIN,END");
  command
      ->add_option("--collectives", options->collectives,
                   "Collective operations take FACTOR times as long from when all are there")
      ->check(CLI::NonNegativeNumber)
      ->type_name("FACTOR");
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
    const bool is_unchanged = options->scale.empty() && options->balance.empty() &&
                              options->balance_each.empty() && options->even.empty() &&
                              options->remove.empty() && options->rank_speed.empty() &&
                              options->network.empty() && !options->collectives && !options->eager;
    if (is_unchanged)
      throw CLI::ValidationError(
          "something has to be changed: --scale, --balance, --balance-each, --even, --remove, --rank-speed, "
          "--network, --collectives or --eager");
    return on_all_ranks([&](Comm& comm) { return run(*options, comm); });
  });
}

}  // namespace latecomer::cli
