// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/condense/local_trace.h"
#include "analyze/match/comm_members.h"
#include "analyze/match/synchronization.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// One member's part in one collective operation.
struct CollectivePost {
  uint32_t context;   ///< communicator or window
  uint32_t instance;  ///< how many operations of the context came before
  trace::CommId comm;
  uint32_t process;
  uint32_t location;
  uint32_t operation;
  trace::GroupId sources;
  Ticks enter;
  Ticks end;  ///< of its part
  trace::CollectiveOp op;
  bool on_window;
  bool finalizes;  ///< MPI_Finalize, whatever op it was recorded as
  bool root;
  bool in_remote_group;
  bool contributes;  ///< others may wait for it
  bool receives;     ///< it may wait for others
};

/// The members' parts in one operation, by process.
using CollectiveInstance = std::span<const CollectivePost>;

/// Counts the operations of every process by communicator, and by window, in the order of their starts; that
/// is what tells which belong together, whatever becomes of their times.
void number_collectives(LocalTrace& trace);

/// Brings the parts of each operation together on the rank that it is dealt to; operations on a communicator
/// of one's own are left out. The result is sorted by operation; 56 bytes a member.
std::vector<CollectivePost> gather_collectives(const LocalTrace& trace, const CommMembers& members,
                                               Comm& comm);

/// Cuts what `gather_collectives` returned into operations.
std::vector<CollectiveInstance> instances_of(const std::vector<CollectivePost>& posts);

/// Whether every member of the communicator took part.
inline bool is_complete(CollectiveInstance instance, const CommMembers& members) {
  return instance.size() == members.size(instance.front().comm);
}

/// Whether all members called the same function.
bool is_consistent(CollectiveInstance instance);

/// The part of a process; null if it has none.
const CollectivePost* find_post(CollectiveInstance instance, trace::LocationGroupId process);

}  // namespace latecomer::analyze
