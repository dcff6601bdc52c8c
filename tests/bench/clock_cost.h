// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "base/result.h"

namespace latecomer::bench {

/// How long it takes to check the clock conditions of a trace, and to correct clocks that violate them.
Status measure_clock_cost();

}  // namespace latecomer::bench
