// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// MPI_Pcontrol switches recording: off with level 0, on with any above. Its further arguments are for other
// tools; MPI libraries do nothing with any.

#include <mpi.h>

#include "record/core/recorder.h"
#include "record/mpi/fortran.h"

namespace latecomer::record::mpi {

namespace {

// `frame` is that of the function that the program calls.
void switch_to_level(int level, const void* frame) {
  if (level >= 0) switch_recording(level > 0, frame);
}

/// Passes `ierror` on only: whether there is one depends on the binding.
void control_in_fortran(const char* name, const MPI_Fint* level, MPI_Fint* ierror, const void* frame) {
  switch_to_level(*level, frame);
  const NextFunctions next = find_next(name, name);
  const auto real = reinterpret_cast<void (*)(const MPI_Fint*, MPI_Fint*)>(next.tool_or_library);
  if (real != nullptr) real(level, ierror);
}

}  // namespace

}  // namespace latecomer::record::mpi

extern "C" {

int MPI_Pcontrol(const int level, ...) {
  using namespace latecomer::record::mpi;
  switch_to_level(level, __builtin_dwarf_cfa());
  const NextFunctions next = find_next("MPI_Pcontrol", "PMPI_Pcontrol");
  return reinterpret_cast<decltype(&MPI_Pcontrol)>(next.tool_or_library)(level);
}

/// Is what other tools call.
int PMPI_Pcontrol(const int level, ...) {
  using namespace latecomer::record::mpi;
  switch_to_level(level, __builtin_dwarf_cfa());
  const NextFunctions next = find_next("MPI_Pcontrol", "PMPI_Pcontrol");
  return reinterpret_cast<decltype(&PMPI_Pcontrol)>(next.library)(level);
}

/// Is the procedure of mpif.h and `use mpi`.
void mpi_pcontrol_(const MPI_Fint* level, MPI_Fint* ierror) {
  latecomer::record::mpi::control_in_fortran("mpi_pcontrol_", level, ierror, __builtin_dwarf_cfa());
}

/// Is the procedure of `use mpi_f08`.
void mpi_pcontrol_f08_(const MPI_Fint* level, MPI_Fint* ierror) {
  latecomer::record::mpi::control_in_fortran("mpi_pcontrol_f08_", level, ierror, __builtin_dwarf_cfa());
}
}
