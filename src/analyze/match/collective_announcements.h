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

/// One member's part in one collective operation.
struct CollectiveAnnouncement {
  uint32_t context;   ///< communicator, window or file
  uint32_t instance;  ///< how many operations of the context came before
  trace::CommId comm;
  uint32_t process;
  uint32_t location;
  uint32_t operation;
  trace::GroupId sources;
  CallPathId path;  ///< of the call that started it
  Ticks enter;
  Ticks end;  ///< of its part
  trace::CollectiveOp op;
  trace::IoMode mode;  ///< on a file
  bool on_window;
  bool finalizes;  ///< MPI_Finalize, whatever op it was recorded as
  bool root;
  bool in_remote_group;
  // Waits, synchronization instants and clock conditions all go by these two.
  bool contributes;  ///< others may wait for it
  bool receives;     ///< it may wait for others
};

/// The members' parts in one operation, by process.
using CollectiveInstance = std::span<const CollectiveAnnouncement>;

/// Communicators and, after them, windows and files: what counts its operations for itself.
inline uint32_t context_of(const Collective& collective, const trace::Definitions& definitions) {
  const size_t communicators = definitions.communicators.size();
  if (collective.window.valid()) return static_cast<uint32_t>(communicators + collective.window.index());
  if (!collective.file.valid()) return collective.comm.value;
  return static_cast<uint32_t>(communicators + definitions.windows.size() + collective.file.index());
}

/// The rank that works out an operation.
inline size_t rank_of_operation(uint32_t context, uint32_t instance, size_t ranks) {
  return (size_t{context} + instance) % ranks;
}

/// A location's part in one of its operations.
CollectiveAnnouncement announce(const CondensedTrace& trace, const CommMembers& members,
                                trace::LocationGroupId process, const CondensedLocation& location,
                                uint32_t operation);

/// Counts the operations of every process by communicator, by window and by file, in the order of their
/// starts; that is what tells which belong together, whatever becomes of their times.
void number_collectives(CondensedTrace& trace);

/// The collective operations that are distributed to this rank, with the parts of all their members; those on
/// a communicator of one's own are left out. 8 bytes for each part: those of this rank's own members are made
/// when they are looked at, others' were sent here. The trace has to live as long.
class DistributedCollectives {
 public:
  /// To be called by all ranks.
  DistributedCollectives(const CondensedTrace& trace, const CommMembers& members, Comm& comm);

  /// By communicator, window or file, and in the order in which its members call them. Of some there is no
  /// part.
  size_t size() const { return begin_.size() - 1; }
  size_t parts(size_t operation) const { return begin_[operation + 1] - begin_[operation]; }
  /// The parts in an operation, in the memory of `buffer`.
  CollectiveInstance at(size_t operation, std::vector<CollectiveAnnouncement>& buffer) const;

 private:
  class Share;
  struct Member {
    static constexpr uint32_t kElsewhere = UINT32_MAX;

    uint32_t location;   ///< position in CondensedTrace::locations
    uint32_t operation;  ///< of that location, or the position in `announced_`
  };

  void exchange_announcements(Comm& comm);
  void sort_by_operation();
  std::vector<size_t> first_operations(const std::vector<Share>& shares) const;

  const CondensedTrace& trace_;
  const CommMembers& members_;
  size_t ranks_;
  size_t self_;
  LargeVector<CollectiveAnnouncement> announced_;  ///< by other ranks, one after the other
  size_t of_lower_ = 0;                            ///< how many of them by lower ones
  LargeVector<Member> list_;
  std::vector<size_t> begin_;  ///< of each operation, and one past the last
};

/// Whether every member of the communicator took part.
inline bool is_complete(CollectiveInstance instance, const CommMembers& members) {
  return instance.size() == members.size(instance.front().comm);
}

/// Whether all members called the same function.
bool is_consistent(CollectiveInstance instance);

/// The part of a process; null if it has none.
const CollectiveAnnouncement* find_announcement(CollectiveInstance instance, trace::LocationGroupId process);

}  // namespace latecomer::analyze
