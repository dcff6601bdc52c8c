// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string_view>
#include <vector>

#include "trace/definitions.h"

namespace latecomer::trace {

/// The property of an archive all of whose locations on one node read the same clock, or that gives all of
/// them the same clock offsets: what such locations say of each other's order is true.
inline constexpr std::string_view kOneClockPerNode = "LATECOMER::ONE_CLOCK_PER_NODE";

bool has_one_clock_per_node(const Definitions& definitions);

/// The nearest system node of class "node" that a process is on; invalid where the definitions do not tell.
SystemNodeId node_of(const Definitions& definitions, LocationGroupId process);

/// Clock offsets per location where there is one clock per node: for all locations of a node those of its
/// first location that has any, because two measurements of one clock differ by what they could not measure.
std::vector<std::vector<ClockOffset>> clock_offsets_by_node(const Definitions& definitions);

}  // namespace latecomer::trace
