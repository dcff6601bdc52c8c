// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "report/metrics.h"

namespace latecomer::analyze {

enum class WaitFamily : uint8_t { late_sender, late_receiver, collective, rma, threads };

/// Says where the report keeps what belongs to one kind of wait state.
struct WaitKind {
  report::Builtin wait;
  report::Builtin short_term;  ///< Is the metric of costs of the delays behind it.
  report::Builtin long_term;
  WaitFamily family;
  /// Is where waits by polling are kept, within `wait`; `wait` itself: no test can wait like this.
  report::Builtin by_polling = wait;
};

inline constexpr size_t kWaitKinds = 37;

/// Returns the kind of the wait states that are kept under `wait`, by polling or not; every metric of a
/// WaitState has one.
const WaitKind& wait_kind(report::Builtin wait);
/// Returns the kind of the waits for a release (of a lock, a condition, a barrier of POSIX threads, a
/// semaphore) in calls whose time is kept under `time`; none where such calls wait for no release.
std::optional<report::Builtin> wait_for_release(report::Builtin time);
/// Returns a number below kWaitKinds, the same for all kinds whose costs are kept together (Late Sender).
size_t cost_kind(report::Builtin wait);
/// Returns where the long-term costs of kinds with that number are kept.
report::Builtin long_term_of(size_t cost_kind);

}  // namespace latecomer::analyze
