// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "report/metrics.h"

namespace latecomer::analyze {

enum class WaitFamily : uint8_t { late_sender, late_receiver, collective, rma, threads };

/// Where the report keeps what belongs to one kind of wait state.
struct WaitKind {
  report::Builtin wait;
  report::Builtin short_term;  ///< costs of the delays behind it
  report::Builtin long_term;
  WaitFamily family;
};

/// The kind of the wait states that are kept under `wait`; every metric of a WaitState has one.
const WaitKind& wait_kind(report::Builtin wait);

}  // namespace latecomer::analyze
