// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "record/core/recorder.h"

// What the members of a new communicator say of it: the same id, and who they are.
namespace latecomer::record::mpi {

struct CommInfo;

/// Says where a communicator comes from: what all of its members know of it without asking each other.
struct CommOrigin {
  uint64_t parent = 0;  ///< Is the parent's unique id.
  uint32_t nth = 0;     ///< Counts communicators, windows and files made from the parent before.
};

/// These functions get and set the group of the processes that name members of communicators, by world rank:
/// MPI_COMM_WORLD's, which are those of "mpi://WORLD" where a program uses sessions only. MPI_GROUP_NULL
/// stands for none before and after MPI. set_world_group takes the group over and frees the one before.
MPI_Group world_group();
void set_world_group(MPI_Group group);
int world_rank();

std::vector<uint32_t> world_ranks_of(MPI_Group group);

/// Returns the id of a window, or of a file that is opened, the same on all members of the communicator.
uint64_t unique_id_of(const CommOrigin& origin);

/// Returns the definition of a communicator made from another one, of members of that. It exchanges nothing.
CommDefinition define_child(MPI_Comm comm, const CommInfo& info, const CommOrigin& origin);

/// Returns whether all members are in MPI_COMM_WORLD. The archive of this program has nothing of others, and
/// their recorders, if they have any, agree with nobody of this one.
bool is_within_world(MPI_Comm comm, const CommInfo& info);

/// Returns the definition of a communicator whose members are all in the world, and have no parent in common:
/// they agree on its id. `parent` is a unique id, or 0. There is none if the world is not known.
std::optional<CommDefinition> define_together(MPI_Comm comm, const CommInfo& info, uint64_t parent);

}  // namespace latecomer::record::mpi
