// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "record/core/recorder.h"
#include "record/mpi/comm_definitions.h"
#include "record/mpi/neighbourhood.h"

// The communicators that the recorder knows, by handle, and the events of making and freeing them.
namespace latecomer::record::mpi {

struct CommInfo {
  trace::CommId id;
  uint64_t unique_id = 0;
  int rank = 0;
  int size = 0;
  int peers = 0;  ///< Is the size of the group with the peers: the remote one's, if there is one.
  bool inter = false;
  bool has_other_world = false;  ///< < Says that members are of another MPI_COMM_WORLD; then `id` is invalid.
  /// Counts the begun makings of communicators, windows and files from it, alike on all members.
  std::atomic<uint32_t> children{0};
  std::unique_ptr<Neighbourhood> neighbourhood;  ///< Lists the neighbours, once used.
  /// Has the archive's groups for the members that a collective operation waited for.
  std::map<std::vector<uint32_t>, trace::GroupId> source_groups;
};

/// Returns what is known of a communicator. It returns nullptr for those that the recorder has not seen being
/// made, or that have processes of another MPI_COMM_WORLD, and for what is made from them; their messages are
/// not recorded. The pointer stays valid until the communicator is freed.
CommInfo* find_comm(MPI_Comm comm);
/// Returns find_comm for an operation of this kind. Where the communicator is not known, the event is written
/// without one, or as what it is where processes of another MPI_COMM_WORLD take part: the analysis counts
/// what it cannot see. It asks the library nothing: `comm` may be no communicator at all, which is for MPI to
/// refuse.
CommInfo* find_comm_of(trace::EventKind kind, MPI_Comm comm);

/// Defines a group of processes of the world, as events refer to it.
trace::GroupId define_processes(std::span<const uint32_t> world_ranks);

/// Writes the begin of a blocking collective operation, and what it waits in if the program dies there.
void begin_collective(const CommInfo& comm);

/// Defines MPI_COMM_WORLD, which says what all processes are, by a communicator that has them in its order.
void define_world(MPI_Comm comm);
/// Defines MPI_COMM_SELF and MPI_COMM_WORLD, and writes their `comm_create`, at the end of MPI_Init.
void define_predefined_comms();
/// Writes `comm_destroy` of the predefined communicators, in MPI_Finalize.
void destroy_predefined_comms();

/// Returns the origin of what is made from `parent` next.
CommOrigin next_child(CommInfo& parent);

/// Makes the parent known, after MPI_Comm_get_parent.
void parent_found(int result, MPI_Comm parent);

/// Makes a communicator known and writes its `comm_create`; exchanges nothing.
CommInfo& make_known(MPI_Comm comm, const CommOrigin& origin);

/// Defines a communicator that only the archive has, with the members of `comm`, for operations that are not
/// in the order of the others. All members define it, in the same order as what they make from `comm`.
trace::CommId define_twin(MPI_Comm comm, CommInfo& info);

/// Writes the events of a collective operation on `parent` that makes a new communicator.
class CommCreation {
 public:
  explicit CommCreation(MPI_Comm parent);
  /// Ends the making of a communicator of members of `parent`; on others it is MPI_COMM_NULL.
  void created(int result, MPI_Comm created);
  /// Ends the making of a communicator that also has other members than `parent`: by MPI_Intercomm_create, or
  /// by meeting or starting other processes, which can be of another MPI_COMM_WORLD.
  void created_with_others(int result, MPI_Comm created);

 private:
  MPI_Comm handle_;
  CommInfo* parent_;
  CommOrigin origin_;
};

/// Writes the events of MPI_Comm_create_group, and without a parent of MPI_Comm_create_from_group,
/// MPI_Intercomm_create_from_groups and MPI_Comm_join: only the members of the new communicator call it, so
/// it is a collective of that one.
class CommCreationByGroup {
 public:
  explicit CommCreationByGroup(MPI_Comm parent = MPI_COMM_NULL);
  void created(int result, MPI_Comm created);

 private:
  uint64_t parent_ = 0;  ///< Is the parent's unique id.
};

/// Writes the events of MPI_Comm_free and MPI_Comm_disconnect.
class CommRelease {
 public:
  explicit CommRelease(MPI_Comm comm);
  void released(int result);

 private:
  MPI_Comm handle_;
  std::unique_ptr<CommInfo> taken_;
};

void comm_named(MPI_Comm comm, std::string_view name, int result);

}  // namespace latecomer::record::mpi
