// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/kernel_states.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <set>
#include <stop_token>
#include <system_error>
#include <utility>

#include "base/amount_text.h"
#include "base/file_content.h"
#include "base/printable.h"
#include "cli/background_command.h"
#include "cli/commands.h"
#include "cli/put_out.h"
#include "cli/temporary_directory.h"
#include "kernel/ctf_reader.h"
#include "kernel/states_trace.h"
#include "otf2/archive_reader.h"
#include "otf2/archive_writer.h"
#include "text/text.h"
#include "trace/joined_trace.h"

namespace latecomer::cli {

using namespace text;

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kNanoseconds = 1'000'000'000;  ///< of a second, as the kernel's times have them

fs::path directory_of_states(const std::string& archive) {
  std::error_code ignored;
  return (fs::is_directory(archive, ignored) ? fs::path(archive) : fs::path(archive).parent_path()) /
         "kernel";
}

/// Returns the numbers of all threads of a run.
std::set<uint32_t> threads_of(const trace::Definitions& definitions) {
  std::set<uint32_t> numbers;
  for (const trace::Location& location : definitions.locations)
    numbers.insert(location.thread_ids.begin(), location.thread_ids.end());
  return numbers;
}

/// Returns for how long it is not known what the run's threads did, between times of which it is.
Ticks unknown_time(const kernel::NodeTrace& node) {
  Ticks unknown;
  for (const kernel::Thread& thread : node.threads)
    for (size_t i = 1; i < thread.known.size(); ++i)
      unknown += thread.known[i].begin - thread.known[i - 1].end;
  return unknown;
}

/// Says what is missing in a trace of the scheduler, so that less is known of threads.
void put_losses(const std::string& ctf, const kernel::NodeTrace& node) {
  const auto put = [&](const std::string& what) { put_error(fmt::format("{}: {}", ctf, what)); };
  if (node.lost_events + node.lost_packets > 0)
    put(fmt::format("its recorder lost {} and {}", count_of(node.lost_events, "event"),
                    count_of(node.lost_packets, "packet of events", "packets of events")));
  if (const Ticks unknown = unknown_time(node); unknown > Ticks())
    put(fmt::format(
        "events are missing, so that it is not known what threads of the run did for {}, all together",
        with_unit(unknown.seconds(kNanoseconds))));
  if (!node.silent_cores.empty())
    put(fmt::format("has nothing of {}, on which threads ran; what they did there is not known",
                    count_of(node.silent_cores.size(), "core")));
  if (!node.recorded.waking && !node.recorded.wakeups)
    put("has no wake-ups (sched_waking), so it is not known what ended threads' waiting");
}

struct StatesOptions {
  std::string ctf;
  std::string archive;
  std::string output;
};

Status write_states(const StatesOptions& options) {
  TRY(std::unique_ptr<trace::Trace> run, otf2::open_archive(options.archive));
  const std::set<uint32_t> threads = threads_of(run->definitions());
  if (threads.empty())
    return Error{fmt::format(
        "{}: does not say by which numbers the kernel knows its threads; latecomer record writes that",
        options.archive)};
  TRY(const kernel::NodeTrace node, kernel::read_ctf(options.ctf, threads));
  put_losses(options.ctf, node);
  std::vector<std::unique_ptr<trace::Trace>> states;
  states.push_back(kernel::states_trace(node));
  TRY_STATUS(otf2::write_archive(*states.front(), options.output));
  const auto joined = trace::JoinedTrace::join(std::move(run), std::move(states));
  return joined ? Status() : Error{fmt::format("{}: {}", options.ctf, joined.error().message)};
}

/// Runs the command that makes the archive of a node's states. What it says is said again.
Status write_states_apart(const std::string& archive, const std::string& ctf, const fs::path& output) {
  const TemporaryDirectory directory;
  if (directory.path().empty())
    return Error{"there is no directory for temporary files: TMPDIR says where one can be made"};
  std::vector<std::string> command = own_command();
  command.insert(command.end(), {"kernel-states", ctf, archive, output.string()});
  const fs::path said = directory.path() / "said";
  const fs::path errors = directory.path() / "errors";
  const Status status = run_in_background(command, said, errors, std::stop_token());
  if (status) {
    if (const Result<std::string> lines = file_content(errors.string())) put_note(*lines);
    return {};
  }
  const bool has_crashed = status.error().message.find("was ended by signal") != std::string::npos;
  return has_crashed ? Error{ctf + ": is damaged: babeltrace2 cannot go on with reading it"} : status.error();
}

}  // namespace

Status take_in_kernel_traces(const std::string& archive, const std::vector<std::string>& ctf) {
  const fs::path place = directory_of_states(archive);
  const fs::path unfinished = place.string() + ".unfinished";
  std::error_code problem;
  fs::remove_all(unfinished, problem);
  fs::create_directory(unfinished, problem);
  if (problem) return Error{fmt::format("{}: cannot be made: {}", unfinished.string(), problem.message())};
  Status written;
  for (size_t i = 0; written && i < ctf.size(); ++i)
    written = write_states_apart(archive, ctf[i], unfinished / fmt::format("node{}", i));
  if (written) {
    fs::remove_all(place, problem);
    fs::rename(unfinished, place, problem);
    if (problem) written = Error{fmt::format("{}: cannot be made: {}", place.string(), problem.message())};
  }
  std::error_code ignored;
  if (!written) fs::remove_all(unfinished, ignored);
  return written;
}

Result<std::unique_ptr<trace::Trace>> with_kernel_states(const std::string& archive,
                                                         std::unique_ptr<trace::Trace> trace) {
  const fs::path place = directory_of_states(archive);
  std::error_code problem;
  std::vector<fs::path> directories;
  for (const fs::directory_entry& entry : fs::directory_iterator(place, problem))
    directories.push_back(entry.path());
  if (directories.empty()) return trace;
  std::ranges::sort(directories);
  std::vector<std::unique_ptr<trace::Trace>> nodes;
  for (const fs::path& directory : directories) {
    TRY(std::unique_ptr<trace::Trace> node, otf2::open_archive(directory.string()));
    nodes.push_back(std::move(node));
  }
  Result<std::unique_ptr<trace::Trace>> joined = trace::JoinedTrace::join(std::move(trace), std::move(nodes));
  if (joined) return joined;
  return Error{fmt::format("{}: {}", place.string(), joined.error().message)};
}

void add_kernel_states_command(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<StatesOptions>();
  CLI::App* command = app.add_subcommand("kernel-states", "")->group("");
  command->add_option("ctf", options->ctf)->required();
  command->add_option("archive", options->archive)->required();
  command->add_option("output", options->output)->required();
  run_when_called(*command, exit_code, [options] { return write_states(*options); });
}

}  // namespace latecomer::cli
