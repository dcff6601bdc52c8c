// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyze/match/message_sequences.h"
#include "analyze/match/operation_numbers.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "base/unwritten_vector.h"

namespace latecomer::analyze {

/// Holds the sends of this rank's processes, by sequence.
struct Announcements {
  std::vector<std::vector<Sequence>> sequences;  ///< Holds the sequences of each process.
  std::vector<size_t> first;  ///< Holds, for each process, the position of its first announcement.
  UnwrittenVector<OperationNumber> list;  ///< Has room for all sends.

  explicit Announcements(const CondensedTrace& trace);
};

/// Calls `visit(sequence, its first announcement)` for each sequence of this rank's processes.
template <class Visit>
void for_each_sequence(const Announcements& announcements, const Visit& visit) {
  for (size_t p = 0; p < announcements.sequences.size(); ++p) {
    const OperationNumber* send = announcements.list.data() + announcements.first[p];
    for (const Sequence& sequence : announcements.sequences[p])
      visit(sequence, std::exchange(send, send + sequence.announcements));
  }
}

/// Puts the sends of this rank's processes in the order of their sequences. Sends to ranks that do not exist
/// are counted as undefined references.
Announcements announce_sends(const CondensedTrace& trace, const CommMembers& members,
                             const OperationNumbers& numbers, AnomalyReport& anomalies);

}  // namespace latecomer::analyze
