// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <cstdint>

#include "analyze/model/calls.h"
#include "base/ticks.h"
#include "trace/definitions.h"
#include "trace/event.h"

namespace latecomer::analyze {

/// Is one collective operation as one of its members recorded it.
struct Collective {
  trace::CommId comm;  ///< Is invalid for one that never ended.
  trace::CollectiveOp op = trace::CollectiveOp::none;
  bool got_communicator = false;  ///< Says that a communicator became known between its begin and its end.
  bool by_name = false;           ///< Says that it is MPI_Init or MPI_Finalize without any event in it.
  trace::RankInComm root = trace::kNoRank;
  trace::GroupId sources;  ///< Has the members whose data this one waits for; invalid: everybody's.
  CallIndex start = kNoCall;
  CallIndex completion = kNoCall;
  uint64_t bytes_sent = 0;
  uint64_t bytes_received = 0;
  Ticks end;  ///< Is when the operation was complete here, within the completing call.
  /// Is valid for fences and for windows made and freed, whose communicator is `comm`.
  trace::WindowId window;
  /// Is valid for what is done to a file together: open (create_handle), close, and all else (none).
  trace::IoHandleId file;
  trace::IoMode mode = trace::IoMode::flush;  ///< Is what is done to `file`.
  /// Counts the operations on its communicator, window or file that the process started before.
  uint32_t instance = 0;
};

/// Is one step of one-sided communication. Locks are normalized: every lock begins with its request, and only
/// an acquisition in another call than that is one of its own.
struct WindowOperation {
  trace::EventKind kind;   ///< Is the kind of its event.
  bool exclusive = false;  ///< Says that a lock's request is exclusive.
  trace::WindowId window;
  /// Is a rank in the window's communicator; kNoRank: all of them are locked or unlocked.
  trace::RankInComm target;
  trace::GroupId group;  ///< Is the group of a group synchronization.
  CallIndex start = kNoCall;
  uint64_t bytes_sent = 0;
  uint64_t bytes_received = 0;
};

/// Returns whether an operation reads or writes a file.
inline bool moves_file_data(const Collective& collective) {
  return collective.file.valid() && collective.mode != trace::IoMode::flush;
}

/// Names the reads or writes of a call path.
struct FileAccesses {
  trace::IoParadigm paradigm = trace::IoParadigm::other;
  bool collective = false;
  trace::IoMode mode = trace::IoMode::flush;
  auto operator<=>(const FileAccesses&) const = default;
};
struct FileAccessSums {
  int64_t number = 0;
  int64_t bytes = 0;
};

/// Counts tests of an incomplete operation that follow each other at like distances, too long for polling.
struct TestsAtDistance {
  int64_t number = 0;
  Ticks time;  ///< Is the sum of the times between the tests, in ticks.
};

/// Completes a collective operation with what its end recorded.
inline void set_end(Collective& collective, const trace::Event& end) {
  collective.comm = end.comm;
  collective.op = end.collective;
  collective.root = end.root;
  collective.sources = end.sources;
  collective.bytes_sent = end.bytes_sent;
  collective.bytes_received = end.bytes_received;
  collective.end = end.time;
}

}  // namespace latecomer::analyze
