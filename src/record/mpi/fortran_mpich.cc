// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/fortran.h"

// Only mpi_f08 has wrappers here; its special values are variables of the C half of MPICH's Fortran library.
namespace latecomer::record::mpi {

namespace {

const void* variable(const char* name) { return dlsym(RTLD_DEFAULT, name); }

}  // namespace

bool fortran_in_place(const void* buffer) {
  static const void* const in_place = variable("MPIR_F08_MPI_IN_PLACE");
  // A choice buffer comes as a descriptor, which begins with the buffer's address.
  const void* const address = *static_cast<const void* const*>(buffer);
  return address == in_place;
}

bool fortran_ignores_status(const void* status) {
  static const void* const ignore = variable("MPIR_F08_MPI_STATUS_IGNORE_OBJ");
  return status == ignore;
}

bool fortran_ignores_statuses(const void* statuses) {
  static const void* const ignore = variable("MPIR_F08_MPI_STATUSES_IGNORE_OBJ");
  return statuses == ignore;
}

}  // namespace latecomer::record::mpi
