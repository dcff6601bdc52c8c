// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "record/recorder.h"

// The communicators that the recorder knows, by handle, and the events of making and freeing them.
namespace latecomer::record::mpi {

/// The neighbours that exchange data in a neighbourhood collective, in the order of the function's arguments.
struct Neighbourhood {
  std::vector<int> sources;       ///< MPI_PROC_NULL where the grid ends
  std::vector<int> destinations;
  trace::GroupId source_group;    ///< the sources without MPI_PROC_NULL, for Event::sources
};

struct CommInfo {
  trace::CommId id;
  uint64_t unique_id = 0;
  int rank = 0;
  int size = 0;
  int peers = 0;  ///< how many ranks a peer can have: the remote group's size in an intercommunicator, else `size`
  bool inter = false;
  std::atomic<uint32_t> duplicates{0};             ///< nonblocking duplications so far, the same on all members
  std::unique_ptr<Neighbourhood> neighbourhood;    ///< found at the first neighbourhood collective
};

/// Null for communicators that the recorder has not seen being made (of MPI_Comm_spawn, MPI_Comm_join, …); their
/// messages are not recorded. The pointer stays valid until the communicator is freed.
CommInfo* find_comm(MPI_Comm comm);
const Neighbourhood& neighbourhood_of(MPI_Comm comm, CommInfo& info);

/// MPI_COMM_WORLD and MPI_COMM_SELF; writes their `comm_create`. At the end of MPI_Init.
void define_predefined_comms();
/// Their `comm_destroy`. In MPI_Finalize.
void destroy_predefined_comms();

/// The events of a collective operation on `parent` that makes a new communicator.
class CommCreation {
 public:
  explicit CommCreation(MPI_Comm parent);
  /// `created` is MPI_COMM_NULL on processes that the new communicator leaves out.
  void created(int result, MPI_Comm created);

 private:
  CommInfo* parent_;
};

/// The same for MPI_Comm_create_group: only the members of the new communicator call it, so it is a collective of that one.
class CommCreationByGroup {
 public:
  explicit CommCreationByGroup(MPI_Comm parent);
  void created(int result, MPI_Comm created);

 private:
  CommInfo* parent_;
};

/// The events of MPI_Comm_free and MPI_Comm_disconnect.
class CommRelease {
 public:
  explicit CommRelease(MPI_Comm comm);
  void released(int result);

 private:
  MPI_Comm handle_;
  std::unique_ptr<CommInfo> info_;
};

/// Agreed on without communication, for duplicates made by MPI_Comm_idup: the members of `parent` start its
/// duplications in the same order.
uint64_t unique_id_of_next_duplicate(CommInfo& parent);
/// Makes a communicator known whose members already agree on `unique_id`; writes its `comm_create`.
void comm_duplicated(MPI_Comm comm, uint64_t unique_id, uint64_t parent_unique_id);

void comm_named(MPI_Comm comm, std::string_view name, int result);

}  // namespace latecomer::record::mpi
