// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <string_view>

#include "trace/definitions.h"

namespace latecomer::trace {

/// Is something that an archive says of how it was recorded.
struct ArchiveProperty {
  std::string_view name;
  std::string_view line;  ///< Is the line that says the property in a text trace.
};

/// Says that all locations of a node read the same clock, or that the archive gives all of them the same
/// clock offsets: what they say of each other's order is true.
inline constexpr ArchiveProperty kOneClockPerNode{"LATECOMER::ONE_CLOCK_PER_NODE", "one-clock-per-node"};
/// Says that who got a communicator from an operation has a comm_create event in it, so that who has none got
/// MPI_COMM_NULL.
inline constexpr ArchiveProperty kCommunicatorsRecorded{"LATECOMER::COMMUNICATORS_RECORDED",
                                                        "communicators-recorded"};

/// Says that collective operations have how many bytes each member sent and received, so that one without any
/// moved none.
inline constexpr ArchiveProperty kCollectiveBytesRecorded{"LATECOMER::COLLECTIVE_BYTES_RECORDED",
                                                          "collective-bytes-recorded"};

inline constexpr std::array kArchiveProperties{kOneClockPerNode, kCommunicatorsRecorded,
                                               kCollectiveBytesRecorded};

/// Says what ended the command of a program that was killed, as far as somebody saw it; its value is one of
/// these with a number, or a time, behind it.
inline constexpr std::string_view kEndedBy = "LATECOMER::ENDED_BY";
inline constexpr std::string_view kEndedBySignal = "signal ";
inline constexpr std::string_view kEndedByExit = "exit-code ";
inline constexpr std::string_view kEndedByTimeout = "timeout ";

bool has_property(const Definitions& definitions, const ArchiveProperty& property);

}  // namespace latecomer::trace
