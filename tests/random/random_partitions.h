// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "random/random_program.h"

namespace latecomer::tests {

/// Simulates partitioned transfers between two to four processes: each goes from a process to another, both
/// divide it as they like, and it is started several times. Receivers look for partitions before they wait.
/// Wait states and meetings are left out.
RandomRun simulate_random_partitions(uint64_t seed);

}  // namespace latecomer::tests
