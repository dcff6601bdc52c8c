// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/match/synchronization.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "base/spill.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Is one member's part in one collective operation.
struct CollectiveAnnouncement {
  uint32_t context;   ///< Is a communicator, window or file.
  uint32_t instance;  ///< Counts the operations of the context that came before.
  trace::CommId comm;
  uint32_t process;
  uint32_t location;
  uint32_t operation;
  trace::GroupId sources;
  CallPathId path;  ///< Is the path of the call that started the operation.
  Ticks enter;
  Ticks end;  ///< Is the end of its part.
  trace::CollectiveOp op;
  trace::IoMode mode;  ///< Is valid for operations on a file.
  bool on_window;
  bool finalizes;  ///< Says that the operation is MPI_Finalize, whatever op it was recorded as.
  bool root;
  bool in_remote_group;
  // Waits, synchronization instants and clock conditions all go by these two.
  bool contributes;  ///< Says that others may wait for the member.
  bool receives;     ///< Says that the member may wait for others.
};

/// Holds the members' parts in one operation, by process.
using CollectiveInstance = std::span<const CollectiveAnnouncement>;

/// Returns the number of what counts its operations for itself: communicators and, after them, windows,
/// files.
inline uint32_t context_of(const Collective& collective, const trace::Definitions& definitions) {
  const size_t communicators = definitions.communicators.size();
  if (collective.window.valid()) return static_cast<uint32_t>(communicators + collective.window.index());
  if (!collective.file.valid()) return collective.comm.value;
  return static_cast<uint32_t>(communicators + definitions.windows.size() + collective.file.index());
}

/// Returns the rank that works out an operation.
inline size_t rank_of_operation(uint32_t context, uint32_t instance, size_t ranks) {
  return (size_t{context} + instance) % ranks;
}

/// Returns a location's part in one of its operations.
CollectiveAnnouncement announce(const CondensedTrace& trace, const CommMembers& members,
                                trace::LocationGroupId process, const CondensedLocation& location,
                                uint32_t operation);

/// Counts the operations of every process by communicator, by window and by file, in the order of their
/// starts; that says which belong together, whatever becomes of their times.
void number_collectives(CondensedTrace& trace);

/// Holds the collective operations that are distributed to this rank, with the parts of all their members;
/// those on a communicator of one's own are left out. It takes 8 bytes for each part: those of this rank's
/// own members are made when they are looked at, others' were sent here. The trace has to live as long.
class DistributedCollectives {
 public:
  /// Gets the parts of other ranks' members; all ranks call it.
  DistributedCollectives(const CondensedTrace& trace, const CommMembers& members, Comm& comm);

  /// Counts the operations by communicator, window or file, in the order of their calls. Some have no part.
  size_t size() const { return begin_.size() - 1; }
  size_t parts(size_t operation) const { return begin_[operation + 1] - begin_[operation]; }
  /// Returns the parts in an operation, in the memory of `buffer`.
  CollectiveInstance at(size_t operation, std::vector<CollectiveAnnouncement>& buffer) const;

 private:
  class Share;
  struct Member {
    static constexpr uint32_t kElsewhere = UINT32_MAX;

    uint32_t location;   ///< Is a position in CondensedTrace::locations.
    uint32_t operation;  ///< Is an operation of that location, or a position in `announced_`.
  };

  void exchange_announcements(Comm& comm);
  void sort_by_operation();
  std::vector<size_t> first_operations(const std::vector<Share>& shares) const;

  const CondensedTrace& trace_;
  const CommMembers& members_;
  size_t ranks_;
  size_t self_;
  LargeVector<CollectiveAnnouncement> announced_;  ///< Holds the parts from other ranks, one after the other.
  size_t of_lower_ = 0;                            ///< Counts the parts in `announced_` from lower ranks.
  LargeVector<Member> list_;
  std::vector<size_t> begin_;  ///< Holds the first part of each operation, and one past the last.
};

/// Returns whether every member of the communicator took part.
inline bool is_complete(CollectiveInstance instance, const CommMembers& members) {
  return instance.size() == members.size(instance.front().comm);
}

/// Returns whether all members called the same function.
bool is_consistent(CollectiveInstance instance);

/// Returns the part of a process; null if it has none.
const CollectiveAnnouncement* find_announcement(CollectiveInstance instance, trace::LocationGroupId process);

}  // namespace latecomer::analyze
