// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::report {

/// Sums what the members of a communicator sent each other.
struct CommunicatorTraffic {
  std::string name;                       ///< Is the name in the trace, and empty where that has none.
  int64_t ranks = 0;                      ///< Counts members; of an intercommunicator, those of both groups.
  int64_t messages = 0;                   ///< Counts point-to-point messages where they are sent.
  int64_t bytes = 0;                      ///< Counts the bytes of point-to-point messages.
  int64_t collective_calls = 0;           ///< Counts each member's part in a collective operation as one.
  int64_t collective_bytes_sent = 0;      ///< Counts bytes that collective operations sent.
  int64_t collective_bytes_received = 0;  ///< Counts bytes that collective operations received.
};

/// Is the file of a report that has the traffic of communicators.
inline constexpr std::string_view kCommunicatorsFile = "communicators.json";

/// Writes the traffic of communicators as JSON.
std::string print_communicators(const std::vector<CommunicatorTraffic>& communicators);

/// Reads the traffic of communicators, those with the most bytes first. An error says that the report has no
/// such file, or a damaged one.
Result<std::vector<CommunicatorTraffic>> read_communicators(const Report& report);

}  // namespace latecomer::report
