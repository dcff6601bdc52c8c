// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/finish_recording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include "cli/put_out.h"
#include "record/archive/encode.h"
#include "symbols/modules.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

constexpr std::chrono::seconds kPatience{10};
constexpr std::chrono::seconds kTimeToEnd{1};
constexpr std::chrono::milliseconds kLookAgain{50};

std::string listed(const std::vector<uint64_t>& processes) {
  constexpr size_t kShown = 8;
  const size_t shown = std::min(processes.size(), kShown);
  return fmt::format(
      "{} process{} of the program (pid {}{})", processes.size(), processes.size() == 1 ? "" : "es",
      fmt::join(processes.begin(), processes.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
      shown < processes.size() ? ", …" : "");
}

// A launcher that is killed leaves its processes running, and what they record is not complete before they
// end.
Status wait_for_processes(const std::string& directory) {
  using std::chrono::steady_clock;
  std::vector<uint64_t> running = record::running_processes(directory);
  if (running.empty()) return {};
  put_error(fmt::format("{} still running; waiting for up to {} s", listed(running), kPatience.count()));
  for (const steady_clock::time_point end = steady_clock::now() + kPatience;
       !running.empty() && steady_clock::now() < end; running = record::running_processes(directory)) {
    std::this_thread::sleep_for(kLookAgain);
  }
  if (running.empty()) return {};
  return Error{
      fmt::format("{} still running; once they have ended, this makes the archive: latecomer analyze {}",
                  listed(running), shell_word(directory))};
}

// What is left of a program whose launcher was asked to end it, and has gone.
void end_processes(const std::string& directory) {
  using std::chrono::steady_clock;
  const steady_clock::time_point end = steady_clock::now() + kTimeToEnd;
  std::vector<uint64_t> running = record::running_processes(directory);
  for (; !running.empty() && steady_clock::now() < end; running = record::running_processes(directory))
    std::this_thread::sleep_for(kLookAgain);
  for (const uint64_t process : running) kill(static_cast<pid_t>(process), SIGKILL);
}

// The clock that the recorder uses, too.
Ticks monotonic_time() {
  const std::chrono::nanoseconds time = std::chrono::steady_clock::now().time_since_epoch();
  return Ticks(time.count());
}

}  // namespace

Error unfinished(const std::string& directory) {
  return Error{
      fmt::format("{}: holds a recording that has no archive yet; this makes it: latecomer analyze {}",
                  directory, shell_word(directory))};
}

Status finish_recording(const std::string& directory, ProgramEnd end, const std::string& by) {
  if (end == ProgramEnd::timed_out) end_processes(directory);
  TRY_STATUS(wait_for_processes(directory));
  if (!record::is_unfinished(directory)) return {};
  symbols::Modules modules;
  const Status encoded = record::encode_leftovers(
      directory, end == ProgramEnd::unknown ? std::nullopt : std::optional(monotonic_time()), by,
      [&](const trace::CodeAddress& address) { return modules.code_at(address); });
  for (const std::string& problem : modules.take_problems())
    put_error(fmt::format("functions in {}; they are shown as addresses", problem));
  return encoded;
}

}  // namespace latecomer::cli
