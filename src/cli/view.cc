// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "base/printable.h"
#include "cli/analyze.h"
#include "cli/commands.h"
#include "cli/open_report.h"
#include "cli/open_run.h"
#include "cli/put_out.h"
#include "cli/serving.h"
#include "cli/temporary_directory.h"
#include "cubex/temporary_file.h"
#include "query/space.h"
#include "serve/page_file.h"

namespace latecomer::cli {

namespace {

namespace fs = std::filesystem;

struct ViewOptions {
  ServingOptions serving;
  bool no_open = false;
  std::string html;  ///< Is the path of a page to write instead of serving; empty: none.
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Returns whether the user sits elsewhere.
bool is_remote() {
  return !environment("SSH_CONNECTION").empty();
}

bool has_desktop() {
  return !(environment("DISPLAY").empty() && environment("WAYLAND_DISPLAY").empty()) && !is_remote() &&
         isatty(STDOUT_FILENO) == 1;
}

/// Writes a page that goes on to a URL: what others see of a browser that is started is its command line, and
/// the URL's token is for nobody else. Only this user can read the page, which is there until this is gone.
class Redirection {
 public:
  explicit Redirection(const std::string& url) {
    if (directory_.path().empty()) return;
    std::ofstream(page()) << fmt::format(
        "<!DOCTYPE html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">"
        "<meta http-equiv=\"refresh\" content=\"0; url={0}\"><a href=\"{0}\">latecomer</a>\n",
        url);
  }
  /// Returns the page's path; empty if it could not be written.
  fs::path page() const { return directory_.path().empty() ? fs::path() : directory_.path() / "open.html"; }

 private:
  TemporaryDirectory directory_;
};

/// Opens the page by the program that desktops have for it; nothing happens where there is none. The browser
/// gets signals as if it had been started from a menu: Ctrl-C ends the server only.
void open_in_browser(std::string page) {
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
  std::array<char*, 3> words = {program.data(), page.data(), nullptr};
  pid_t pid = 0;
  posix_spawnp(&pid, program.c_str(), &files, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
}

/// Says how to get to the server from the machine where the user sits.
std::string tunnel(int port) {
  std::array<char, 256> host = {};
  gethostname(host.data(), host.size() - 1);
  const std::string user = environment("USER");
  return fmt::format(
      "To open it on your own machine, run there first:\n  ssh -N -L {0}:127.0.0.1:{0} {1}{2}\n", port,
      user.empty() ? "" : user + "@", host.data());
}

/// Analyzes a trace that has not been analyzed yet.
Status analyze_if_needed(const std::string& trace_or_report, Comm& comm) {
  std::error_code ignored;
  if (report_of(trace_or_report) || !fs::exists(trace_or_report, ignored)) return {};
  return analyze_archive(trace_or_report, comm);
}

/// Writes the page that needs no server.
Status write_page(const std::string& given, const fs::path& output) {
  TRY_STATUS(cubex::check_output(output));
  const std::unique_ptr<Comm> comm = serial_comm();
  TRY_STATUS(analyze_if_needed(given, *comm));
  const fs::path file = report_of(given).value_or(given);
  TRY(const report::Report report, open_report(file.string()));
  const query::Space space(report);
  serve::TimelineAnswers timeline = open_timeline(file, report);
  const std::string page = serve::page_file(space, timeline, file.string());
  TRY(cubex::TemporaryFile written, cubex::TemporaryFile::create(output));
  std::ofstream stream(written.path(), std::ios::binary);
  stream << page;
  stream.close();
  if (!stream) return Error{fmt::format("{}: cannot be written: {}", output.string(), std::strerror(errno))};
  TRY_STATUS(written.complete());
  put_out(fmt::format("{} ({:.1f} MB): a page to open in any browser, without latecomer\n",
                      printable_line(output.string()), 1e-6 * static_cast<double>(page.size())));
  return {};
}

void announce(const ViewOptions& options, const Served& served, std::optional<Redirection>& opened) {
  put_out(where_served(served) + (is_remote() ? tunnel(served.port) : "") + "End it with Ctrl-C.\n");
  if (options.no_open || !has_desktop()) return;
  opened.emplace(served.url);
  if (!opened->page().empty()) open_in_browser(opened->page().string());
}

Status serve_view(const ViewOptions& options) {
  std::optional<Redirection> opened;
  return serve_report(
      options.serving, [&](const Served& served) { announce(options, served, opened); },
      [](const std::string& given, Comm& comm) -> Result<std::string> {
        TRY_STATUS(analyze_if_needed(given, comm));
        return report_of(given).value_or(given).string();
      });
}

}  // namespace

void add_view_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<ViewOptions> options = std::make_shared<ViewOptions>();
  CLI::App* command = app.add_subcommand("view", "Show a trace and its report in a browser");
  add_serving_options(*command, options->serving);
  command->get_option("REPORT")->description(
      "An archive, or its .otf2 file, which is analyzed if it has not been yet; or a .cubex file");
  command->get_option("SECOND")->description("Another one of these, which the first one is compared with");
  command->get_option("MORE")->description(
      "With more runs of a program, of other numbers of ranks, none is compared: the largest is shown, and "
      "how the program scales");
  command->add_flag("--no-open", options->no_open, "Only print the URL, on a desktop, too");
  command
      ->add_option("--html", options->html,
                   "Write one page with everything in it instead, to be opened without latecomer: it has the "
                   "summary, the trees, and the timelines of the run and of its most severe wait states")
      ->excludes(command->get_option("SECOND"))
      ->type_name("FILE");
  command->footer(
      "It prints a URL, which it also opens on a desktop, and runs until it is\n"
      "ended with Ctrl-C or SIGTERM. Where it is run by ssh, it says how to open the\n"
      "URL on one's own machine. Nothing leaves the machine: the pages are part of\n"
      "the program, and nobody gets an answer without the URL's token.\n\n"
      "Examples:\n"
      "  latecomer view run1\n"
      "  latecomer view run1 run2                    compares them, too\n"
      "  latecomer view run8 run16 run32             shows how the program scales\n"
      "  latecomer view run1 --html wave.html        to be mailed\n"
      "  mpiexec -n 4 latecomer view large.cubex     each rank reads its part of the\n"
      "                                              report's values");
  run_when_called(*command, exit_code, [options] {
    return options->html.empty() ? serve_view(*options) : write_page(options->serving.report, options->html);
  });
}

}  // namespace latecomer::cli
