// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/call.h"
#include "record/mpi/fortran.h"

// Only mpi_f08 has wrappers here; its special values are variables of the C half of MPICH's Fortran library.
namespace latecomer::record::mpi {

namespace {

const void* variable(const char* name) {
  return dlsym(RTLD_DEFAULT, name);
}

int empty_status(void*, MPI_Status* status) {
  PMPI_Status_set_cancelled(status, 0);
  return PMPI_Status_set_elements(status, MPI_BYTE, 0);
}
int nothing_to_free(void*) {
  return MPI_SUCCESS;
}
int nothing_to_cancel(void*, int) {
  return MPI_SUCCESS;
}

// MPICH 4.0 counts from 0 in mpi_f08, which versions before and after it do not: how it counts is seen by a
// test of a request that is complete. A generalized one needs no communicator, of which a program with
// sessions may have none.
int first_index() {
  const InsideLibrary inside;
  using Test = void(const MPI_Fint*, MPI_Request*, MPI_Fint*, MPI_Fint*, MPI_Status*, MPI_Fint*);
  constinit static NextProcedure<Test> next("mpi_testany_f08_", "mpi_testany_f08_");
  Test* const test = next.library();
  MPI_Request request = MPI_REQUEST_NULL;
  if (test == nullptr ||
      PMPI_Grequest_start(empty_status, nothing_to_free, nothing_to_cancel, nullptr, &request) != MPI_SUCCESS)
    return 1;
  PMPI_Grequest_complete(request);
  const MPI_Fint count = 1;
  MPI_Fint index = 1;
  MPI_Fint is_complete = 0;
  MPI_Fint error = MPI_SUCCESS;
  MPI_Status status;
  test(&count, &request, &index, &is_complete, &status, &error);
  return index;
}

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

int fortran_first_index() {
  static const int first = first_index();
  return first;
}

}  // namespace latecomer::record::mpi
