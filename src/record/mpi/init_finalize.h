// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <functional>

#include "record/mpi/call.h"

namespace latecomer::record::mpi {

/// These functions are called before and after the real call of MPI_Init and MPI_Init_thread.
void initializing();
void initialized(int result);

/// These functions are called around MPI_Session_init and _finalize. A program may use nothing else: it has
/// ended in the regular way when its last session has. `get_world` gets the group "mpi://WORLD".
void session_initialized(int result, const std::function<void(MPI_Group*)>& get_world);
void session_finalizing();
void session_finalized(int result);

/// Is called after the real call that made `comm` from groups. Where sessions are all that a program uses,
/// its processes come together here: in a communicator of all of them, in the order of "mpi://WORLD".
void made_from_group(int result, MPI_Comm comm);

/// Returns whether this process has a rank in the archive.
bool has_joined_world();

/// Waits for the other processes inside the region of MPI_Finalize, before its real call, ends the region,
/// and writes the archive. Nothing is recorded afterwards.
void finalizing();

}  // namespace latecomer::record::mpi
