// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <cstdint>

#include "base/result.h"
#include "record/core/errno_keeper.h"
#include "record/core/recorder.h"

// The recorder harms nobody: on trouble of its own it says so once, switches itself off, and the program goes
// on.
namespace latecomer::record {

enum class State : uint8_t { off, on };
inline std::atomic<State> state{State::off};
inline bool is_on() noexcept {
  return state.load(std::memory_order_relaxed) == State::on;
}

/// Remembers what standard error is when the library is loaded.
void remember_standard_error() noexcept;
/// Prints one line on what was standard error when the process started, if it still is; the program's own
/// output functions and their buffers are not touched.
[[gnu::format(printf, 1, 2)]] void say(const char* format, ...) noexcept;
/// Switches the recorder off and says why, once.
void switch_off(const char* cause) noexcept;
void require(const Status& status);

/// Runs `action`, which may fail, without harm to the program. Returns what it returns, or a default.
template <class Action>
auto harmless(Action&& action) noexcept -> decltype(action()) {
  const ErrnoKeeper keeper;
  const RecursionGuard guard;
  try {
    return action();
  } catch (...) {
    helper_failed();
  }
  return decltype(action())();
}

}  // namespace latecomer::record
