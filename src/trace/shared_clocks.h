// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "trace/definitions.h"

namespace latecomer::trace {

/// Returns the nearest system node of class "node" that a process is on; invalid where there is none.
SystemNodeId node_of(const Definitions& definitions, LocationGroupId process);

/// Returns clock offsets per location where there is one clock per node: for all locations of a node those of
/// its first location that has any, because measurements of one clock differ by what they could not measure.
std::vector<std::vector<ClockOffset>> clock_offsets_by_node(const Definitions& definitions);

}  // namespace latecomer::trace
