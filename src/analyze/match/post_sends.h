// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyze/condense/anomaly_report.h"
#include "analyze/condense/local_trace.h"
#include "analyze/match/comm_members.h"
#include "analyze/match/message_streams.h"

namespace latecomer::analyze {

/// A send, where all the rest can be looked up.
struct Post {
  trace::LocationId owner;
  uint32_t operation;
};

/// A number of one of a process's sends: of those of its first thread, then of the next one and so forth.
using SendNumber = uint32_t;

/// The sends of this rank's processes, by stream.
struct Posts {
  std::vector<std::vector<Stream>> streams;  ///< of each process
  std::vector<size_t> first;                 ///< of each process, the position of its first post
  std::vector<SendNumber> list;              ///< with room for all sends
  std::vector<SendNumber> first_send;        ///< of each location of this rank

  explicit Posts(const LocalTrace& trace);

  /// A send of one of this rank's processes, whose `threads` are these.
  Post post(const LocalTrace& trace, Range threads, SendNumber send) const {
    if (threads.size() == 1) return {trace::LocationId(threads.begin), send};
    const auto begin = first_send.begin() + static_cast<ptrdiff_t>(threads.begin - trace.own_locations.begin);
    const auto next = std::upper_bound(begin, begin + static_cast<ptrdiff_t>(threads.size()), send);
    return {trace::LocationId(threads.begin + static_cast<size_t>(next - begin) - 1), send - *(next - 1)};
  }
};

/// Calls `visit(stream, its first post)` for each stream of this rank's processes.
template <class Visit>
void for_each_stream(const Posts& posts, const Visit& visit) {
  for (size_t p = 0; p < posts.streams.size(); ++p) {
    const SendNumber* send = posts.list.data() + posts.first[p];
    for (const Stream& stream : posts.streams[p]) visit(stream, std::exchange(send, send + stream.posts));
  }
}

/// Puts the sends of this rank's processes in the order of their streams. Those to nobody that there is are
/// counted as undefined references.
Posts post_sends(const LocalTrace& trace, const CommMembers& members, AnomalyReport& anomalies);

}  // namespace latecomer::analyze
