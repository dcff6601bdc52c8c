// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <string_view>

#include "base/ticks.h"
#include "record/core/kept_file.h"

namespace latecomer::record {

/// Returns what a thread's `schedstat` says of how long it wanted a core and had none (proc(5)); nothing if
/// it does not say that.
std::optional<Ticks> run_delay_in(std::string_view schedstat);

/// Knows for how long the calling thread wanted a core and had none, which the kernel tells everybody: also
/// where it does not tell when (core_switches.h).
class RunDelay {
 public:
  /// Returns that time since the thread began; nothing if the kernel does not say it. The first call decides
  /// which thread that is.
  std::optional<Ticks> read() noexcept;
  /// Forgets the thread.
  void stop() noexcept { file_.reset(); }

 private:
  std::optional<KeptFile> file_;
};

}  // namespace latecomer::record
