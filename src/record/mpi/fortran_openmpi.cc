// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/fortran.h"

namespace latecomer::record::mpi {

namespace {

// Common blocks: every module of a Fortran program has the one of the main program.
const void* common_block(const char* name) {
  return dlsym(RTLD_DEFAULT, name);
}

}  // namespace

bool fortran_in_place(const void* buffer) {
  static const void* const in_place = common_block("mpi_fortran_in_place_");
  return buffer == in_place;
}

bool fortran_ignores_status(const void* status) {
  static const void* const ignore = common_block("mpi_fortran_status_ignore_");
  return status == ignore;
}

bool fortran_ignores_statuses(const void* statuses) {
  static const void* const ignore = common_block("mpi_fortran_statuses_ignore_");
  return statuses == ignore;
}

int fortran_first_index() {
  return 1;
}

}  // namespace latecomer::record::mpi
