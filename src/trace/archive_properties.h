// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <string_view>

#include "trace/definitions.h"

namespace latecomer::trace {

/// What an archive says of how it was recorded.
struct ArchiveProperty {
  std::string_view name;
  std::string_view line;  ///< that says it in a text trace
};

/// All locations of a node read the same clock, or the archive gives all of them the same clock offsets: what
/// they say of each other's order is true.
inline constexpr ArchiveProperty kOneClockPerNode{"LATECOMER::ONE_CLOCK_PER_NODE", "one-clock-per-node"};
/// Who got a communicator from an operation has a comm_create event in it, so that who has none got
/// MPI_COMM_NULL.
inline constexpr ArchiveProperty kCommunicatorsRecorded{"LATECOMER::COMMUNICATORS_RECORDED",
                                                        "communicators-recorded"};

inline constexpr std::array kArchiveProperties{kOneClockPerNode, kCommunicatorsRecorded};

bool has_property(const Definitions& definitions, const ArchiveProperty& property);

}  // namespace latecomer::trace
