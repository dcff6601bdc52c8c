// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include "record/core/recorder.h"

// Accesses to the memory of other processes.
namespace latecomer::record::mpi {

/// Elements of a datatype that go from the origin to the target, or back.
struct Moved {
  MPI_Count count = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
};

/// The arguments of any function that accesses a window.
struct AccessArguments {
  trace::EventKind kind = trace::EventKind::rma_put;
  MPI_Win window = MPI_WIN_NULL;
  int target = MPI_PROC_NULL;
  Moved sent = {};
  Moved received = {};
};

/// Before the real call of MPI_Put, MPI_Get, MPI_Accumulate and their siblings.
void window_accessed(const AccessArguments& arguments);

}  // namespace latecomer::record::mpi
