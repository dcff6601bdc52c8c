// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/trouble.h"

#include <poll.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <optional>
#include <string_view>

#include "record/core/kept_file.h"
#include "record/core/process_state.h"
#include "record/core/write_signals.h"

namespace latecomer::record {

namespace {

// What descriptor 2 was when the process started. The program may have closed it since, and opened a file of
// its own.
std::optional<FileIdentity> standard_error;

// A pipe that is full, because nobody reads it, takes no line, and would not let the program go on.
bool takes_lines(int descriptor) noexcept {
  constexpr int kPatience = 1000;  // milliseconds
  pollfd output{descriptor, POLLOUT, 0};
  return poll(&output, 1, kPatience) == 1 && (output.revents & POLLOUT) != 0;
}

[[gnu::noinline]] void put_on_standard_error(std::string_view line) noexcept {
  if (!standard_error || !standard_error->is_at(STDERR_FILENO) || !takes_lines(STDERR_FILENO)) return;
  const WriteSignalsBlocked blocked;
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) errno = 0;  // nobody left to tell
}

}  // namespace

void remember_standard_error() noexcept {
  struct stat file {};
  if (fstat(STDERR_FILENO, &file) == 0) standard_error = FileIdentity::of(file);
}

// Without memory from the heap, since that may be what has run out.
[[gnu::format(printf, 1, 2)]] void say(const char* format, ...) noexcept {
  std::array<char, 512> line;
  va_list values;
  va_start(values, format);
  const int length = std::vsnprintf(line.data(), line.size(), format, values);
  va_end(values);
  put_on_standard_error({line.data(), std::min(static_cast<size_t>(length), line.size() - 1)});
}

void switch_off(const char* cause) noexcept {
  if (state.exchange(State::off) == State::off) return;
  if (process != nullptr) process->log.stopped();
  say("latecomer: %s; the program goes on, but process %d is not recorded from here on\n", cause,
      static_cast<int>(getpid()));
}

void require(const Status& status) {
  if (!status) switch_off(status.error().message.c_str());
}

void helper_failed() noexcept {
  try {
    throw;
  } catch (const std::exception& problem) {
    switch_off(problem.what());
  } catch (...) {
    switch_off("unknown error");
  }
}

}  // namespace latecomer::record
