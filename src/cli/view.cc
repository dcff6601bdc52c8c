// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/analyze.h"
#include "cli/commands.h"
#include "cli/put_out.h"
#include "cli/serving.h"

namespace latecomer::cli {

namespace {

namespace fs = std::filesystem;

struct ViewOptions {
  ServingOptions serving;
  bool no_open = false;
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Whether the user sits elsewhere.
bool is_remote() {
  return !environment("SSH_CONNECTION").empty();
}

bool has_desktop() {
  return !(environment("DISPLAY").empty() && environment("WAYLAND_DISPLAY").empty()) && !is_remote() &&
         isatty(STDOUT_FILENO) == 1;
}

/// By the program that desktops have for it; nothing happens where there is none. The browser gets signals as
/// if it had been started from a menu: Ctrl-C ends the server only.
void open_in_browser(std::string url) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  std::string program = "xdg-open";
  std::array<char*, 3> words = {program.data(), url.data(), nullptr};
  pid_t pid = 0;
  posix_spawnp(&pid, program.c_str(), &files, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
}

/// How to get there from the machine where the user sits.
std::string tunnel(int port) {
  std::array<char, 256> host = {};
  gethostname(host.data(), host.size() - 1);
  const std::string user = environment("USER");
  return fmt::format(
      "It opens on your own machine after this, there:\n  ssh -N -L {0}:127.0.0.1:{0} {1}{2}\n", port,
      user.empty() ? "" : user + "@", host.data());
}

/// Where the report of a trace is: of an anchor file or an archive's directory, in the latter.
fs::path report_of(const fs::path& trace_or_report) {
  return trace_or_report.extension() == ".otf2" ? trace_or_report.parent_path() / "report.cubex"
                                                : trace_or_report;
}

/// Analyzes a trace that has not been analyzed yet.
Status analyze_if_needed(const std::string& trace_or_report, Comm& comm) {
  std::error_code ignored;
  const fs::path trace(trace_or_report);
  const bool is_trace = trace.extension() == ".otf2" || fs::is_directory(trace, ignored);
  const bool is_analyzed =
      fs::exists(trace.extension() == ".otf2" ? report_of(trace) : trace / "report.cubex", ignored);
  return is_trace && !is_analyzed ? analyze_archive(trace_or_report, comm) : Status();
}

void announce(const ViewOptions& options, const Served& served) {
  put_out(where_served(served) + (is_remote() ? tunnel(served.port) : "") + "End it with Ctrl-C.\n");
  if (!options.no_open && has_desktop()) open_in_browser(served.url);
}

}  // namespace

void add_view_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<ViewOptions> options = std::make_shared<ViewOptions>();
  CLI::App* command = app.add_subcommand("view", "Show a trace and its report in a browser");
  add_serving_options(*command, options->serving);
  command->get_option("REPORT")->description(
      "An archive, or its .otf2 file, which is analyzed if it has not been yet; or a .cubex file");
  command->add_flag("--no-open", options->no_open, "Only print the URL, on a desktop, too");
  command->footer(
      "It prints a URL, which it also opens on a desktop, and runs until it is\n"
      "ended with Ctrl-C or SIGTERM. Where it is run by ssh, it says how to open the\n"
      "URL on one's own machine. Nothing leaves the machine: the pages are part of\n"
      "the program, and nobody gets an answer without the URL's token.\n\n"
      "Examples:\n"
      "  latecomer view run1\n"
      "  mpiexec -n 4 latecomer view large.cubex     each rank reads its part of the\n"
      "                                              report's values");
  command->callback([options, &exit_code] {
    const std::string given = options->serving.report;
    options->serving.report = report_of(given).string();
    const Status status = serve_report(
        options->serving, [&](const Served& served) { announce(*options, served); },
        [&](Comm& comm) { return analyze_if_needed(given, comm); });
    if (status) return;
    put_error(status.error().message);
    exit_code = 1;
  });
}

}  // namespace latecomer::cli
