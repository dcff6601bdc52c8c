// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyze/call_tree.h"
#include "base/ticks.h"
#include "trace/definitions.h"
#include "trace/event.h"

namespace latecomer::analyze {

/// A position in a location's `calls`.
using CallIndex = uint32_t;
inline constexpr CallIndex kNoCall = UINT32_MAX;

/// One instance of a region that communicates or synchronizes.
struct Call {
  Ticks enter;
  Ticks leave;
  CallPathId path;
};

/// One message as its sender or its receiver recorded it. `start` is the call that started it (Send, Isend,
/// Recv, Irecv, Start), `completion` the one that ended it: the same for blocking calls, kNoCall where it
/// never ended.
struct Message {
  trace::CommId comm;  ///< invalid for what never got an envelope (an unfinished receive) or was cancelled
  trace::RankInComm peer = trace::kNoRank;
  uint32_t tag = 0;
  CallIndex start = kNoCall;
  CallIndex completion = kNoCall;
  uint64_t bytes = 0;
};

/// One collective operation as one of its members recorded it.
struct Collective {
  trace::CommId comm;  ///< invalid for one that never ended
  trace::CollectiveOp op = trace::CollectiveOp::none;
  trace::RankInComm root = trace::kNoRank;
  trace::GroupId sources;  ///< neighbourhood collectives: whose data this member waits for
  CallIndex start = kNoCall;
  CallIndex completion = kNoCall;
  uint64_t bytes_sent = 0;
  uint64_t bytes_received = 0;
  Ticks end;  ///< when it was complete here, within the completing call
};

/// Where the time between communication went: between two boundaries (each call's enter and leave are
/// boundaries) the exclusive time and the finished visits of every call path that was active. Segment i
/// covers [boundary[i], boundary[i + 1]) and owns entries [first_entry[i], first_entry[i + 1]).
struct Segments {
  struct Entry {
    CallPathId path;
    uint32_t visits = 0;
    Ticks time;
  };
  std::vector<Ticks> boundary;
  std::vector<uint32_t> first_entry;
  std::vector<Entry> entries;
};

/// What the analysis keeps of one location: its operations, each in the order in which they were started, and
/// the segments between them. Size O(operations + call paths per segment), not O(events).
struct CondensedLocation {
  trace::LocationId id;
  Ticks first_time;
  Ticks last_time;
  std::vector<Call> calls;
  std::vector<Message> sends;
  std::vector<Message> receives;
  std::vector<Collective> collectives;
  Segments segments;
  CallTree call_tree;            ///< its own
  std::vector<Ticks> path_time;  ///< of each path of its own tree: exclusive time over the whole run
  std::vector<uint64_t> path_visits;
  std::vector<CallPathId> paths;  ///< of each path of its own tree: the one in the tree of all locations
  trace::AnomalyCounts anomalies;
  std::string problem;  ///< in one line, empty where the location could be read to its end
};

}  // namespace latecomer::analyze
