// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "comm/timings.h"

namespace latecomer::cli {

/// Returns a line for each pass of what is combined over all ranks, and one for all of them together: wall
/// time and processor time in seconds, operations, traffic, bytes of memory.
std::string timing_table(const Timings& timings);

}  // namespace latecomer::cli
