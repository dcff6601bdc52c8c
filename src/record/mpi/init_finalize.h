// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "record/mpi/call.h"

namespace latecomer::record::mpi {

/// Before and after the real call of MPI_Init and MPI_Init_thread.
void initializing();
void initialized(int result);

/// After the real calls of MPI_Session_init and MPI_Session_finalize. A program may use nothing else: then it
/// has ended in the regular way when its last session has.
void session_initialized(int result);
void session_finalized(int result);

/// Before the real call of MPI_Finalize: waits for the other processes inside the region, ends it, writes the
/// archive. Nothing is recorded afterwards.
void finalizing(Call& call);

}  // namespace latecomer::record::mpi
