// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/amount_text.h"
#include "base/own_path.h"
#include "cli/analyze.h"
#include "cli/archive_size.h"
#include "cli/commands.h"
#include "cli/counted_calls.h"
#include "cli/estimate.h"
#include "cli/finish_recording.h"
#include "cli/kernel_recording.h"
#include "cli/kernel_states.h"
#include "cli/put_out.h"
#include "cli/record_options.h"
#include "cli/scratch_directory.h"
#include "cli/times.h"
#include "launch/environment.h"
#include "launch/launch.h"
#include "launch/launched.h"
#include "launch/supervise.h"
#include "launch/watch.h"
#include "otf2/archive_files.h"
#include "otf2/archive_reader.h"
#include "record/archive/encode.h"
#include "symbols/filter_rules.h"
#include "text/text.h"
#include "trace/archive_properties.h"

namespace latecomer::cli {

using namespace text;

namespace {

namespace fs = std::filesystem;

void say(const std::string& text) {
  put_error(text);
}

// Where the files of the recording lie until the program has ended.
Status make_recording_directory(const std::string& archive, const std::string& wanted) {
  if (!wanted.empty()) return record::make_recording_directory(archive, wanted);
  const ScratchDirectory scratch = choose_scratch(archive);
  if (!scratch.note.empty()) say(scratch.note);
  return record::make_recording_directory(archive, scratch.path);
}

// Makes a directory that was not there, or takes an empty one.
Result<std::string> make_archive_directory(const std::string& wanted) {
  if (record::is_unfinished(wanted)) {
    TRY_STATUS(record::check_format(wanted));
    return Error{unfinished(wanted).message + "; choose another directory with -o"};
  }
  if (!wanted.empty()) {
    TRY_STATUS(otf2::make_empty_directory(wanted));
    return wanted;
  }
  for (int number = 1;; ++number) {
    const std::string name = fmt::format("run{}", number);
    if (mkdir(name.c_str(), 0777) == 0) return name;
    if (errno != EEXIST) return Error{fmt::format("{}: cannot be made: {}", name, std::strerror(errno))};
  }
}

/// Refuses paths with spaces and colons: the dynamic loader separates what LD_PRELOAD holds there, and there
/// is no way to quote them.
Status require_preloadable(const std::string& path) {
  if (path.find_first_of(" :") == std::string::npos) return {};
  return Error{
      fmt::format("{}: cannot be loaded into the program, as its path has a space or a colon; move it to "
                  "another directory",
                  path)};
}

// The recorders are installed beside the program: bin/latecomer, lib/latecomer/recorder-<mpi>.so, and
// recorder.so without MPI.
Result<std::string> recorder_for(launch::Mpi mpi) {
  std::error_code problem;
  const fs::path self = own_path();
  const std::string of_mpi = mpi == launch::Mpi::none ? "" : fmt::format("-{}", launch::name_of(mpi));
  const fs::path recorder =
      self.parent_path().parent_path() / "lib/latecomer" / fmt::format("recorder{}.so", of_mpi);
  if (fs::exists(recorder, problem)) return recorder.string();
  return Error{fmt::format(
      "{}: missing; this installation has no recorder for {}: {}", recorder.string(), launch::title_of(mpi),
      mpi == launch::Mpi::none ? "install latecomer again"
                               : "build latecomer where that MPI is installed, and install it again")};
}

// Another module of the installation, which `option` needs.
Result<std::string> module_for(const char* option, const std::string& recorder, const char* name) {
  std::error_code problem;
  const fs::path module = fs::path(recorder).replace_filename(name);
  if (fs::exists(module, problem)) return module.string();
  return Error{fmt::format("{}: missing; install latecomer again, or leave {} out", module.string(), option)};
}

/// Lists what is loaded into the program, by their paths.
struct Libraries {
  std::string recorder;
  std::string posix_io;  ///< Is the path of posix-io.so; empty if it is not asked for.
  std::string mpi;       ///< Is the path of the MPI library; empty without MPI.
  std::string openmp;    ///< Is the path of an OpenMP runtime; empty where the program's own is used.
  std::vector<std::string> sanitizers;  ///< Lists the sanitizers' runtimes of the program.
};

// In place of gcc's, which says nothing of what its threads do.
Result<std::string> openmp_library(const launch::Launch& launch, const RecordOptions& options) {
  if (!options.openmp) {
    if (!launch.with_libgomp.empty() && !options.mpi_only)
      say("the program's OpenMP threads are not recorded, as gcc's OpenMP library tells nothing of them; "
          "with --openmp it runs on LLVM's instead, and they are");
    return std::string();
  }
  if (launch.with_libgomp.empty() && !launch.starts_others) {
    say("--openmp: the program is not linked to libgomp, so it runs on the OpenMP library that it has, "
        "if any");
    return std::string();
  }
  TRY(std::string library, launch::llvm_openmp_library(launch.with_libgomp));
  say(fmt::format("OpenMP: {} takes the place of libgomp, so that threads are recorded{}", library,
                  launch.with_libgomp.empty() ? ", if what the command starts is linked to it" : ""));
  return library;
}

Result<Libraries> libraries_for(const launch::Launch& launch, const RecordOptions& options) {
  Libraries libraries{.mpi = launch.library, .sanitizers = launch.sanitizers};
  TRY(libraries.recorder, recorder_for(launch.mpi));
  if (options.posix_io) {
    TRY(libraries.posix_io, module_for("--posix-io", libraries.recorder, "posix-io.so"));
  }
  if (!options.filter.empty()) TRY_STATUS(module_for("--filter", libraries.recorder, "filter.so"));
  TRY(libraries.openmp, openmp_library(launch, options));
  for (const std::string* library :
       {&libraries.recorder, &libraries.posix_io, &libraries.mpi, &libraries.openmp})
    TRY_STATUS(require_preloadable(*library));
  for (const std::string& library : libraries.sanitizers) TRY_STATUS(require_preloadable(library));
  return libraries;
}

// The recorder is linked to no MPI: the library comes with it, also in the shells and other programs between
// the launcher and those that call MPI. What the user preloads is between the two, so that the recorder's
// wrappers call those of other tools, and these the library's functions.
launch::Preload preloaded(const Libraries& libraries) {
  launch::Preload preload{.before = libraries.sanitizers};
  preload.before.push_back(libraries.recorder);
  if (!libraries.posix_io.empty()) preload.before.push_back(libraries.posix_io);
  for (const std::string& library : {libraries.mpi, libraries.openmp}) {
    if (!library.empty()) preload.after.push_back(library);
  }
  return preload;
}

// What the thread sanitizer, where the program is built with it, must not report of the recorder. The last
// file of suppressions counts, which is the user's own.
std::optional<launch::Variable> thread_sanitizer_options(const std::string& recorder) {
  std::error_code problem;
  const fs::path suppressions = fs::path(recorder).replace_filename("thread-sanitizer.supp");
  if (!fs::exists(suppressions, problem)) return std::nullopt;
  const char* const theirs = std::getenv("TSAN_OPTIONS");
  std::string all = "suppressions=" + suppressions.string();
  if (theirs != nullptr && std::string_view(theirs).find("suppressions=") != std::string_view::npos)
    say(
        fmt::format("TSAN_OPTIONS names a file of suppressions: put the line of {} into it, or races within "
                    "the recorder are reported, which are none",
                    suppressions.string()));
  if (theirs != nullptr) all += std::string(":") + theirs;
  return launch::Variable{"TSAN_OPTIONS", all};
}

std::vector<launch::Variable> recorder_environment(const RecordOptions& options, const std::string& archive,
                                                   const std::string& recorder) {
  std::vector<launch::Variable> variables = {
      {"LATECOMER_ARCHIVE_DIR", fs::absolute(archive).string()},
      {"LATECOMER_STACKS", options.stacks},
      {"LATECOMER_SAMPLE", options.mpi_only ? "off" : options.sample},
      {"LATECOMER_MPI_ONLY", options.mpi_only ? "1" : ""},
      {"LATECOMER_LOCAL_CALLS", options.local_calls ? "1" : ""},
      {"LATECOMER_RANKS", options.ranks},
      {"LATECOMER_FROM", options.from},
      {"LATECOMER_TO", options.to},
      {"LATECOMER_FOLD", options.fold.empty() ? "" : std::to_string(*nanoseconds(options.fold))},
      {"LATECOMER_POLLING_GAP", std::to_string(*nanoseconds(options.polling_gap))},
      {"LATECOMER_MAX_SIZE", options.max_size == 0 ? "" : std::to_string(options.max_size)}};
  if (const std::optional<launch::Variable> sanitizer = thread_sanitizer_options(recorder))
    variables.push_back(*sanitizer);
  if (!options.filter.empty()) {
    variables.push_back({"LATECOMER_FILTER", fs::absolute(options.filter).string()});
    // What reads debug information is in the program then. It shall not ask servers for what is not there.
    variables.push_back({"DEBUGINFOD_URLS", ""});
  }
  return variables;
}

uint64_t count_events(const trace::Definitions& definitions) {
  uint64_t events = 0;
  for (const trace::Location& location : definitions.locations) events += location.events;
  return events;
}

// Of threads that no signal could interrupt.
void say_what_was_not_sampled(const trace::Definitions& definitions) {
  uint64_t threads = 0;
  for (const trace::LocationGroup& process : definitions.location_groups)
    threads += process.unsampled_threads;
  if (threads == 0) return;
  say(fmt::format(
      "{} not sampled, or not all the time: the stacks for signals are smaller than one signal takes, "
      "or there are more threads than signals that may be pending (ulimit -i)",
      count_of(threads, "thread was", "threads were")));
}

// Of a part of the run that did not begin or end where that was asked for.
void say_if_not_marked(const trace::Definitions& definitions, const char* option, const std::string& name) {
  if (name.empty() || std::ranges::count(definitions.regions, name, &trace::Region::name) > 0) return;
  say(fmt::format("{} {}: no recorded rank has marked a region or phase of that name (latecomer.h)", option,
                  shell_word(name)));
}

// Of an archive that not all processes brought to its end.
const char* why_partial(const trace::Definitions& definitions) {
  if (!definitions.partial) return "";
  const auto is_off = [](const trace::Region& region) { return region.name == trace::kMeasurementOff; };
  return std::ranges::any_of(definitions.regions, is_off)
             ? ", which is partial, because recording stopped, or the program did not end in the regular way"
             : ", which is partial, because the program did not end in the regular way";
}

// "51.2 kB, 32.0 kB for each second": what a longer run needs room for.
std::string size_text(const std::string& archive, const trace::Definitions& definitions) {
  const auto bytes = static_cast<double>(size_of_archive(archive).all);
  const double seconds =
      static_cast<double>(definitions.length) / static_cast<double>(definitions.ticks_per_second);
  if (seconds <= 0) return bytes_text(bytes);
  return fmt::format("{}, {} for each second", bytes_text(bytes), bytes_text(bytes / seconds));
}

// Says what the archive holds and what to do with it, or does that.
Status conclude(const std::string& archive, const RecordOptions& options) {
  TRY(const std::unique_ptr<trace::Trace> trace, otf2::open_archive(archive));
  const trace::Definitions& definitions = trace->definitions();
  say_if_not_marked(definitions, "--from", options.from);
  say_if_not_marked(definitions, "--to", options.to);
  say(fmt::format("{} events of {} are in {}{}; {}{}", count_events(definitions),
                  count_of(definitions.location_groups.size(), "process", "processes"), archive,
                  why_partial(definitions), size_text(archive, definitions),
                  options.analyze ? "" : "; next: latecomer analyze " + shell_word(archive)));
  if (const std::string counted = often_counted(definitions); !counted.empty()) say(counted);
  say_what_was_not_sampled(definitions);
  if (options.estimate) {
    TRY(const std::string text, estimate(archive, *trace));
    put_out(text);
  }
  return options.analyze ? analyze_archive(archive) : Status();
}

/// Describes the end of the program that was recorded.
struct Ended {
  int exit_code = 0;
  bool timed_out = false;
  bool was_reported = false;  ///< Says that a process that was not recorded was reported.
};

Error nothing_recorded(launch::Mpi mpi, bool was_reported) {
  if (was_reported)
    return Error{"no process of the program was recorded: there is nothing to write an archive of"};
  return Error{
      fmt::format("no process of the program has {}: there is nothing to write an archive of. If one did, "
                  "what started it did not hand on LD_PRELOAD and the variables that begin with LATECOMER_ "
                  "(srun --export, sudo, ssh)",
                  mpi == launch::Mpi::none ? "come to its end" : "called MPI")};
}

// What the command ended with, if that was not the regular end. A launcher ends as its processes did.
std::string ended_by(const Ended& ended, const RecordOptions& options) {
  constexpr int kSignalled = 128;  // and the signal's number, as shells have it
  constexpr int kMostSignals = 64;
  if (ended.timed_out) return std::string(trace::kEndedByTimeout) + options.timeout;
  const int signal = ended.exit_code - kSignalled;
  if (signal > 0 && signal <= kMostSignals)
    return std::string(trace::kEndedBySignal) + std::to_string(signal);
  return ended.exit_code == 0 ? "" : std::string(trace::kEndedByExit) + std::to_string(ended.exit_code);
}

// Begins to record the kernel's scheduler, if that is wanted and possible. It lies beside the archive, whose
// directory stays empty until the program ends.
std::unique_ptr<KernelRecording> record_kernel(const RecordOptions& options, const std::string& archive) {
  if (!options.kernel) return nullptr;
  fs::path beside = fs::path(archive).has_filename() ? fs::path(archive) : fs::path(archive).parent_path();
  Result<std::unique_ptr<KernelRecording>> started = KernelRecording::start(beside += ".kernel");
  if (started) return std::move(*started);
  say("--kernel: " + started.error().message + "; the program is recorded without it");
  return nullptr;
}

// Puts what the scheduler did with the program's threads into its archives.
void take_in_kernel(KernelRecording& kernel, const std::vector<std::string>& archives) {
  const Result<std::string> ctf = kernel.finish();
  Status taken = ctf ? Status() : Status(ctf.error());
  for (size_t i = 0; taken && i < archives.size(); ++i) taken = take_in_kernel_traces(archives[i], {*ctf});
  if (!taken) say("--kernel: " + taken.error().message + "; the program is recorded without it");
}

// Says it of the archives that the program has made, and of what it left when it died.
Status finish_archives(const std::string& directory, launch::Mpi mpi, const Ended& ended, ProgramEnd end,
                       KernelRecording* kernel, const RecordOptions& options) {
  const Status finished = finish_recording(directory, end, ended_by(ended, options));
  if (!record::is_unfinished(directory)) record::remove_recording_directory(directory);
  TRY_STATUS(finished);
  const std::vector<std::string> archives = record::archives_in(directory);
  if (archives.empty()) {
    std::error_code ignored;
    fs::remove(directory, ignored);
    return nothing_recorded(mpi, ended.was_reported);
  }
  if (archives.size() > 1) {
    say(fmt::format(
        "MPI was started {} times: each MPI_COMM_WORLD has an archive of its own; what one sent to "
        "another is not analyzed",
        archives.size()));
  }
  if (kernel != nullptr) take_in_kernel(*kernel, archives);
  for (const std::string& archive : archives) TRY_STATUS(conclude(archive, options));
  return {};
}

// Runs the program, and says if its time is up, or if a process of it is not recorded.
Result<Ended> run(const launch::Launch& launch, const Libraries& libraries, const RecordOptions& options,
                  const std::string& archive) {
  const std::chrono::nanoseconds most(options.timeout.empty() ? 0 : *nanoseconds(options.timeout));
  const std::vector<std::string> command = launch::command_with(
      launch, preloaded(libraries), recorder_environment(options, archive, libraries.recorder));
  const bool of_mpi = launch.mpi != launch::Mpi::none;
  std::optional<launch::Watch> watch;
  // Without MPI, a launcher's own processes cannot be distinguished from the program's.
  if (of_mpi || !launch.launcher) watch.emplace(libraries.recorder, of_mpi, say);
  TRY(const launch::CommandEnd end, launch::run_command(command, most));
  if (end.timed_out) say(fmt::format("the program still ran after {}, so it was ended", options.timeout));
  return Ended{end.exit_code, end.timed_out, watch && watch->end()};
}

// As `timeout` has it.
constexpr int kTimedOut = 124;

// Before the program runs.
Status require_filter(const std::string& rules) {
  if (rules.empty()) return {};
  const Result<symbols::FilterRules> read = symbols::FilterRules::read(rules);
  return read ? Status() : Status(read.error());
}

// Options that say something of MPI need it.
Status require_mpi(launch::Mpi mpi, const RecordOptions& options) {
  const char* option = options.mpi_only ? "--mpi-only" : options.ranks.empty() ? nullptr : "--ranks";
  if (mpi != launch::Mpi::none || option == nullptr) return {};
  return Error{fmt::format("{}: the program uses no MPI", option)};
}

// Where latecomer, and not the program alone, was started by a launcher, each process would record itself as
// if it were all. The first one says it; the others wait for that, since many a launcher ends all processes
// when one fails.
bool is_one_of_several(const launch::Launch& launch, const RecordOptions& options) {
  const std::optional<launch::Launched> launched = launch::launched();
  const bool starts_alone = !launch.launcher && fs::path(options.command.front()).filename() != "srun";
  if (!launched || launched->ranks < 2 || !starts_alone) return false;
  if (launched->rank == 0) {
    std::string command;
    for (const std::string& word : options.command) command += " " + shell_word(word);
    say(fmt::format("put record before {0}: latecomer record -- {0} -n {1}{2}", launched->by, launched->ranks,
                    command));
  } else {
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return true;
}

constexpr int kWrongUsage = 2;

Result<int> record_command(const RecordOptions& options) {
  TRY_STATUS(require_filter(options.filter));
  TRY(const launch::Launch launch, launch::examine_command(options.command, launch::mpi_named(options.mpi)));
  if (is_one_of_several(launch, options)) return kWrongUsage;
  TRY_STATUS(require_mpi(launch.mpi, options));
  TRY(const Libraries libraries, libraries_for(launch, options));
  TRY(const std::string archive, make_archive_directory(options.output));
  TRY_STATUS(make_recording_directory(archive, options.scratch));
  if (!launch.note.empty()) say(launch.note);

  const std::unique_ptr<KernelRecording> kernel = record_kernel(options, archive);
  TRY(const Ended ended, run(launch, libraries, options, archive));
  const int exit_code = ended.timed_out ? kTimedOut : ended.exit_code;
  // A script, which does not say its MPI, may have gone on after a program that died.
  const ProgramEnd end = ended.timed_out       ? ProgramEnd::timed_out
                         : options.mpi.empty() ? ProgramEnd::just_now
                                               : ProgramEnd::unknown;
  if (const Status finished = finish_archives(archive, launch.mpi, ended, end, kernel.get(), options);
      !finished) {
    say(finished.error().message);
    return exit_code == 0 ? 1 : exit_code;
  }
  return exit_code;
}

}  // namespace

void add_record_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<RecordOptions> options = std::make_shared<RecordOptions>();
  CLI::App* command = add_record_options(app, *options);
  command->callback([options, &exit_code] {
    const Result<int> result = record_command(*options);
    if (!result) say(result.error().message);
    exit_code = result ? *result : 1;
  });
}

}  // namespace latecomer::cli
