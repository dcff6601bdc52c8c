// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analyze/model/comm_members.h"
#include "analyze/model/local_trace.h"
#include "analyze/model/run_extent.h"
#include "base/ticks.h"
#include "comm/comm.h"
#include "report/report.h"

namespace latecomer::analyze {

/// The other end of a message that did not come to its end.
struct Partner {
  bool known = false;
  bool any_process = false;        ///< MPI_ANY_SOURCE
  trace::LocationGroupId process;  ///< invalid: any, or no member of the communicator
  uint32_t tag = 0;                ///< or kAnyTag
  trace::CommId comm;
  auto operator<=>(const Partner&) const = default;
};

/// Where a thread was when its program was killed.
struct OpenCall {
  CallPathId path;
  bool computing = false;  ///< in the program's own code
  Partner to;              ///< of the blocking send that did not return
  Partner from;            ///< of the message that the call waited for, where the trace tells
  trace::CommId
      collective_on;  ///< communicator of the collective operation that did not end, where the trace tells
  /// Calls that can wait for requests, and whose partners are not known: sends, receives and collective
  /// operations that the thread had started and that were not completed, and the partner of one of the sends.
  std::array<uint32_t, 3> incomplete = {};
  Partner incomplete_send;
  Ticks since;  ///< the call's enter; where it computed, the thread's last event
  trace::LocationGroupId process;
  auto operator<=>(const OpenCall&) const = default;
};

/// Of all ranks, by location, on each of them; none where the program ended in the regular way.
std::vector<OpenCall> open_calls(const LocalTrace& trace, const CommMembers& members, Comm& comm);

/// A line for all ranks that have the same to tell but for the time, the one that is the longest ago first.
/// Where that would be more than `most` lines, a line for each call path.
std::vector<std::string> describe_open_calls(const trace::Definitions& definitions,
                                             const std::vector<OpenCall>& calls, const RunExtent& run,
                                             size_t most, const report::Report& report);

}  // namespace latecomer::analyze
