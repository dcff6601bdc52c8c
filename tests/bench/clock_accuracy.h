// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

namespace latecomer::bench {

/// How far off the wait states of random programs are whose clocks were off: with times as recorded,
/// interpolated, and corrected. Prints a table.
void measure_clock_accuracy();

}  // namespace latecomer::bench
