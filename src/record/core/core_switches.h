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
    started_ = from.started_;
    thread_ = from.thread_;
    return *this;
  }
  ~CoreSwitches() { stop(); }

  bool has_started() const { return memory_ != nullptr; }

  /// Begins with the calling thread; where the kernel does not allow it, nothing will be known.
  void start() noexcept;
  void stop() noexcept;

  /// Returns for how long that thread had no core between two times, by the clock of all events. Returns
  /// nothing where not all of that is known: the memory holds the latest few hundred times, and a process
  /// that was forked does not have it.
  std::optional<TimeOffCore> between(Ticks begin, Ticks end) const noexcept;

 private:
  bool is_here() const noexcept;

  const void* memory_ = nullptr;
  Ticks started_;
  long thread_ = 0;  ///< Is the kernel's number of the thread.
};

}  // namespace latecomer::record
