// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "base/ticks.h"

namespace latecomer::record {

/// Says for how long a thread had no core.
struct TimeOffCore {
  Ticks preempted;  ///< Is when it wanted one, but others ran there.
  Ticks blocked;    ///< Is when it slept or waited for something, until it ran again.
};

/// Knows when the calling thread lost its core and got one again. The kernel writes that into memory which it
/// shares with the thread, where that is allowed (kernel.perf_event_paranoid): no descriptor stays open, and
/// nothing has to be read in time.
class CoreSwitches {
 public:
  CoreSwitches() = default;
  CoreSwitches(const CoreSwitches&) = delete;
  /// Goes on with what another one knows, which then knows nothing.
  CoreSwitches& operator=(CoreSwitches&& from) noexcept {
    stop();
    memory_ = std::exchange(from.memory_, nullptr);
    asked_ = std::exchange(from.asked_, false);
    started_ = from.started_;
    thread_ = from.thread_;
    return *this;
  }
  ~CoreSwitches() { stop(); }

  /// Begins with the calling thread, if it has not done so: that takes some 50 us, most of them when it
  /// stops. Where the kernel does not allow it, nothing will be known. It is async-signal-safe.
  void start_once() noexcept;
  void stop() noexcept;

  /// Returns whether the kernel does not allow it.
  bool is_refused() const { return asked_ && memory_ == nullptr; }

  /// Returns from when on it knows the thread.
  Ticks started() const { return started_; }

  /// Returns for how long that thread had no core between two times, by the clock of all events. Returns
  /// nothing where not all of that is known: the memory holds the latest few hundred times, and a process
  /// that was forked does not have it.
  std::optional<TimeOffCore> between(Ticks begin, Ticks end) const noexcept;

 private:
  bool is_here() const noexcept;

  const void* memory_ = nullptr;
  bool asked_ = false;  ///< Says whether the kernel was asked for it.
  Ticks started_ = Ticks::max();
  long thread_ = 0;  ///< Is the kernel's number of the thread.
};

}  // namespace latecomer::record
