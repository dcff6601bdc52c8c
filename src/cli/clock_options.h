// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/clocks/clock_options.h"

namespace CLI {
class App;
}

namespace latecomer::cli {

/// Adds the options that say what to do about clocks: --clocks, --one-clock-per-node, --min-latency,
/// --control-factor. They are written to `options`, which has to live as long as the command; a value that
/// makes no sense is wrong usage.
void add_clock_options(CLI::App& command, analyze::ClockOptions& options);

}  // namespace latecomer::cli
