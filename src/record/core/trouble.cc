// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/trouble.h"

#include <stdarg.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>

#include "record/core/process_state.h"

namespace latecomer::record {

// Without memory from the heap, since that may be what has run out.
[[gnu::format(printf, 1, 2)]] void say(const char* format, ...) noexcept {
  std::array<char, 512> line;
  va_list values;
  va_start(values, format);
  const int length = std::vsnprintf(line.data(), line.size(), format, values);
  va_end(values);
  const size_t size = std::min(static_cast<size_t>(length), line.size() - 1);
  if (write(STDERR_FILENO, line.data(), size) < 0) errno = 0;  // nobody left to tell
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
