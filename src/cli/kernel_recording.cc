// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// perf takes some tenths of a second until it records, and says when it does: it begins without recording,
// takes commands from one pipe, and acknowledges them in another. The program starts after that.

#include "cli/kernel_recording.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/file_content.h"
#include "base/printable.h"
#include "cli/background_command.h"
#include "cli/put_out.h"

namespace latecomer::cli {

class KernelRecording::Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_read();
    close_write();
  }
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close_read() { close_end(ends_[0]); }
  void close_write() { close_end(ends_[1]); }

 private:
  static void close_end(int& end) {
    if (end >= 0) ::close(std::exchange(end, -1));
  }

  std::array<int, 2> ends_{};
};

namespace {

namespace fs = std::filesystem;

/// Lists tracepoints that kernel/event_decoder.cc knows, as far as kernels of all machines can have them; the
/// first one has to be there.
constexpr auto kTracepoints = std::to_array<std::string_view>({"sched:sched_switch",
                                                               "sched:sched_waking",
                                                               "sched:sched_wakeup",
                                                               "sched:sched_wakeup_new",
                                                               "sched:sched_process_fork",
                                                               "sched:sched_process_exec",
                                                               "sched:sched_migrate_task",
                                                               "irq:irq_handler_entry",
                                                               "irq:irq_handler_exit",
                                                               "irq:softirq_entry",
                                                               "irq:softirq_exit",
                                                               "irq:softirq_raise",
                                                               "timer:hrtimer_expire_entry",
                                                               "timer:hrtimer_expire_exit",
                                                               "irq_vectors:local_timer_entry",
                                                               "irq_vectors:local_timer_exit",
                                                               "block:block_rq_complete",
                                                               "block:block_bio_complete",
                                                               "net:netif_receive_skb",
                                                               "exceptions:page_fault_user"});

/// Lists those of system calls. perf's own calls, which would make it write more and more, are left out, and
/// so are sched_yield's: a call that never waits, of which MPI libraries make a million a second.
constexpr auto kCalls = std::to_array<std::string_view>({"raw_syscalls:sys_enter", "raw_syscalls:sys_exit"});

/// Returns those that this kernel has and this user may see.
std::vector<std::string_view> known_of(std::span<const std::string_view> tracepoints) {
  std::vector<std::string_view> known;
  std::error_code ignored;
  for (const char* const place : {"/sys/kernel/tracing/events", "/sys/kernel/debug/tracing/events"}) {
    if (!known.empty()) break;
    for (const std::string_view name : tracepoints) {
      const size_t colon = name.find(':');
      if (fs::exists(fs::path(place) / name.substr(0, colon) / name.substr(colon + 1), ignored))
        known.push_back(name);
    }
  }
  return known;
}

/// Returns perf's options that say what is recorded; none if the switches of cores cannot be.
std::vector<std::string> events() {
  const std::vector<std::string_view> known = known_of(kTracepoints);
  if (known.empty() || known.front() != kTracepoints.front()) return {};
  std::vector<std::string> options = {"-e", fmt::format("{}", fmt::join(known, ","))};
  const std::vector<std::string_view> calls = known_of(kCalls);
  if (calls.size() == kCalls.size())
    options.insert(options.end(), {"-e", fmt::format("{}", fmt::join(calls, ",")), "--filter",
                                   fmt::format("id != {}", SYS_sched_yield), "--exclude-perf"});
  return options;
}

/// Lets perf look for tracepoints: where nobody has mounted their file system since the machine started, it
/// does. Returns whether it could.
bool let_perf_look(const fs::path& directory) {
  return bool(run_in_background({"perf", "list", std::string(kTracepoints.front())}, directory / "list",
                                directory / "errors of list", std::stop_token()));
}

/// Returns the last line that begins like an error of perf's, or else the last one.
std::string last_error(const fs::path& errors) {
  const Result<std::string> content = file_content(errors.string());
  if (!content) return "it does not say why";
  std::string_view text = *content;
  std::string_view last;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t") != std::string_view::npos && !last.starts_with("Error")) last = line;
  }
  return last.empty() ? "it does not say why" : printable_line(std::string(last));
}

/// Starts perf in a process group of its own, where a terminal's signals do not reach it.
Result<pid_t> start_perf(const std::vector<std::string>& events, const fs::path& directory, int commands,
                         int answers) {
  constexpr int kCommands = 100;
  constexpr int kAnswers = 101;
  std::vector<std::string> words = {"perf", "record", "-a", "-k", "CLOCK_MONOTONIC", "-m", "4M", "-D", "-1"};
  words.push_back(fmt::format("--control=fd:{},{}", kCommands, kAnswers));
  words.insert(words.end(), {"-o", (directory / "perf.data").string()});
  words.insert(words.end(), events.begin(), events.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, (directory / "errors").c_str(), kNew, 0600);
  posix_spawn_file_actions_adddup2(&files, commands, kCommands);
  posix_spawn_file_actions_adddup2(&files, answers, kAnswers);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t perf = 0;
  const int problem = posix_spawnp(&perf, "perf", &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (problem == ENOENT) return Error{"perf is not installed (Debian: linux-perf)"};
  if (problem != 0) return Error{fmt::format("perf cannot be started: {}", std::strerror(problem))};
  return perf;
}

void wait_for_end(pid_t child) {
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

/// Asks perf to end; returns whether it did, and did not have to be killed.
bool end_perf(pid_t perf) {
  constexpr auto kPatience = std::chrono::minutes(1);
  constexpr auto kPause = std::chrono::milliseconds(10);
  kill(perf, SIGINT);
  const auto last = std::chrono::steady_clock::now() + kPatience;
  while (waitpid(perf, nullptr, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > last) {
      kill(perf, SIGKILL);
      wait_for_end(perf);
      return false;
    }
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

/// Lets perf begin; returns whether it did.
bool begin_recording(int commands, int answers) {
  constexpr std::string_view kEnable = "enable\n";
  if (::write(commands, kEnable.data(), kEnable.size()) != static_cast<ssize_t>(kEnable.size())) return false;
  char answer = 0;
  ssize_t count = 0;
  do count = ::read(answers, &answer, 1);
  while (count < 0 && errno == EINTR);
  return count == 1;
}

}  // namespace

Result<std::unique_ptr<KernelRecording>> KernelRecording::start(const fs::path& directory) {
  std::error_code problem;
  fs::create_directory(directory, problem);
  if (problem) return Error{fmt::format("{}: cannot be made: {}", directory.string(), problem.message())};
  auto recording = std::unique_ptr<KernelRecording>(new KernelRecording(directory));
  std::vector<std::string> wanted = events();
  if (wanted.empty() && let_perf_look(directory)) wanted = events();
  if (wanted.empty()) return Error{"this user may not see the kernel's tracepoints; root may"};
  Pipe& commands = *recording->commands_;
  Pipe& answers = *recording->answers_;
  if (commands.read_end() < 0 || answers.read_end() < 0) return Error{"there are no file descriptors left"};
  TRY(recording->perf_, start_perf(wanted, directory, commands.read_end(), answers.write_end()));
  // The end of perf is to be the end of its answers. Commands can still be read here, because a signal would
  // end us if nobody could.
  answers.close_write();
  if (begin_recording(commands.write_end(), answers.read_end())) return recording;
  wait_for_end(std::exchange(recording->perf_, 0));
  return Error{"perf does not record: " + last_error(directory / "errors")};
}

KernelRecording::KernelRecording(fs::path directory)
    : directory_(std::move(directory)),
      commands_(std::make_unique<Pipe>()),
      answers_(std::make_unique<Pipe>()) {}

KernelRecording::~KernelRecording() {
  if (perf_ != 0) {
    kill(perf_, SIGKILL);
    wait_for_end(perf_);
  }
  std::error_code ignored;
  fs::remove_all(directory_, ignored);
}

Result<std::string> KernelRecording::finish() {
  if (!end_perf(std::exchange(perf_, 0))) return Error{"perf did not end"};
  const fs::path ctf = directory_ / "ctf";
  const fs::path errors = directory_ / "errors of convert";
  const Status converted = run_in_background(
      {"perf", "data", "convert", "--to-ctf", ctf.string(), "-i", (directory_ / "perf.data").string()},
      directory_ / "said", errors, std::stop_token());
  if (!converted) return Error{"perf cannot make a CTF trace of what it recorded: " + last_error(errors)};
  const Result<std::string> said = file_content(errors.string());
  if (said && said->find(" lost ") != std::string::npos)
    put_error("perf lost events of the scheduler; what threads did around them is not known");
  return ctf.string();
}

}  // namespace latecomer::cli
