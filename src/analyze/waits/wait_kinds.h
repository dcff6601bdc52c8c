// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "report/metrics.h"

namespace latecomer::analyze {

enum class WaitFamily : uint8_t { late_sender, late_receiver, collective, rma, threads };

/// Where the report keeps what belongs to one kind of wait state.
struct WaitKind {
  report::Builtin wait;
  report::Builtin short_term;  ///< costs of the delays behind it
  report::Builtin long_term;
  WaitFamily family;
  /// Where waits by polling are kept, within `wait`; `wait` itself: no test can wait like this.
  report::Builtin by_polling = wait;
};

inline constexpr size_t kWaitKinds = 37;

/// The kind of the wait states that are kept under `wait`, by polling or not; every metric of a WaitState has
/// one.
const WaitKind& wait_kind(report::Builtin wait);
/// The kind of the waits for a release (of a lock, a condition, a barrier of POSIX threads, a semaphore) in
/// calls whose time is kept under `time`; none where such calls wait for no release.
std::optional<report::Builtin> wait_for_release(report::Builtin time);
/// A number below kWaitKinds, the same for all kinds whose costs are kept together (all of Late Sender), and
/// where their long-term costs are kept.
size_t cost_kind(report::Builtin wait);
report::Builtin long_term_of(size_t cost_kind);

}  // namespace latecomer::analyze
