// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>

#include "analyze/model/condensed_location.h"

namespace latecomer::analyze {

/// Finds which calls made the last partitions of all transfers ready, by the times of partitioned uses and of
/// calls, and replaces what was found before.
void find_ready_calls(std::span<CondensedLocation> process);

}  // namespace latecomer::analyze
