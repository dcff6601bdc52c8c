// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/put_out.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include "base/json_text.h"
#include "base/printable.h"
#include "base/spill.h"
#include "report/unreadable.h"

namespace latecomer::cli {

namespace {

[[noreturn]] void fail_to_put_out() {
  throw OutputLost(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
}

}  // namespace

void put_out(std::string_view text) {
  const std::string shown = printable(text);
  if (std::fwrite(shown.data(), 1, shown.size(), stdout) != shown.size()) fail_to_put_out();
}

void flush_out() {
  if (std::fflush(stdout) != 0) fail_to_put_out();
}

void put_note(std::string_view lines) {
  std::fwrite(lines.data(), 1, lines.size(), stderr);
}

void put_error(std::string_view message) {
  if (!message.empty()) put_note(fmt::format("latecomer: {}\n", printable_line(message)));
}

void occupy_closed_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    // The lowest number that is free, which is this one. It cannot be written to either.
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDONLY | O_CLOEXEC);
  }
}

std::string line_of(const std::exception& problem) {
  const bool is_plain = dynamic_cast<const SpillFileFull*>(&problem) != nullptr ||
                        dynamic_cast<const OutputLost*>(&problem) != nullptr ||
                        dynamic_cast<const report::Unreadable*>(&problem) != nullptr;
  if (is_plain) return problem.what();
  if (dynamic_cast<const std::bad_alloc*>(&problem) != nullptr)
    return "there is not enough memory; analyze takes less with --spill-dir, or on several processes";
  return fmt::format("unexpected problem: {}; the input may be damaged", message_of(problem));
}

int guarded(const std::function<int()>& command) {
  try {
    const int exit_code = command();
    flush_out();
    return exit_code;
  } catch (const std::exception& problem) {
    std::fflush(stdout);
    put_error(line_of(problem));
    return 1;
  }
}

}  // namespace latecomer::cli
