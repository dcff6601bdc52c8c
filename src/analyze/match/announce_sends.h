// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyze/match/message_streams.h"
#include "analyze/match/operation_numbers.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "base/unwritten_vector.h"

namespace latecomer::analyze {

/// The sends of this rank's processes, by stream.
struct Announcements {
  std::vector<std::vector<Stream>> streams;  ///< of each process
  std::vector<size_t> first;                 ///< of each process, the position of its first announcement
  UnwrittenVector<OperationNumber> list;     ///< with room for all sends

  explicit Announcements(const CondensedTrace& trace);
};

/// Calls `visit(stream, its first announcement)` for each stream of this rank's processes.
template <class Visit>
void for_each_stream(const Announcements& announcements, const Visit& visit) {
  for (size_t p = 0; p < announcements.streams.size(); ++p) {
    const OperationNumber* send = announcements.list.data() + announcements.first[p];
    for (const Stream& stream : announcements.streams[p])
      visit(stream, std::exchange(send, send + stream.announcements));
  }
}

/// Puts the sends of this rank's processes in the order of their streams. Those to nobody that there is are
/// counted as undefined references.
Announcements announce_sends(const CondensedTrace& trace, const CommMembers& members,
                             const OperationNumbers& numbers, AnomalyReport& anomalies);

}  // namespace latecomer::analyze
