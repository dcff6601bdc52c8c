// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyze/condense/anomaly_report.h"
#include "analyze/condense/local_trace.h"
#include "analyze/match/comm_members.h"
#include "analyze/match/message_streams.h"
#include "analyze/match/operation_numbers.h"
#include "base/unwritten_vector.h"

namespace latecomer::analyze {

/// The sends of this rank's processes, by stream.
struct Posts {
  std::vector<std::vector<Stream>> streams;  ///< of each process
  std::vector<size_t> first;                 ///< of each process, the position of its first post
  UnwrittenVector<OperationNumber> list;     ///< with room for all sends

  explicit Posts(const LocalTrace& trace);
};

/// Calls `visit(stream, its first post)` for each stream of this rank's processes.
template <class Visit>
void for_each_stream(const Posts& posts, const Visit& visit) {
  for (size_t p = 0; p < posts.streams.size(); ++p) {
    const OperationNumber* send = posts.list.data() + posts.first[p];
    for (const Stream& stream : posts.streams[p]) visit(stream, std::exchange(send, send + stream.posts));
  }
}

/// Puts the sends of this rank's processes in the order of their streams. Those to nobody that there is are
/// counted as undefined references.
Posts post_sends(const LocalTrace& trace, const CommMembers& members, const OperationNumbers& numbers,
                 AnomalyReport& anomalies);

}  // namespace latecomer::analyze
