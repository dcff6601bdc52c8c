// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <dlfcn.h>
#include <mpi.h>

#include <string_view>

// What Fortran wrappers need beyond C's: the library's own procedures, special addresses, texts.
namespace latecomer::record::mpi {

/// The MPI library's own function behind the recorder's of the same or of another name. Looked up when
/// needed, since a C program does not load the library's Fortran half.
template <class Function>
Function next_function(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

/// Whether a choice buffer, or the status arguments, are the MPI library's Fortran MPI_IN_PLACE and
/// MPI_STATUS(ES)_IGNORE. Implemented for each MPI library in fortran_<mpi>.cc.
bool fortran_in_place(const void* buffer);
bool fortran_ignores_status(const void* status);
bool fortran_ignores_statuses(const void* statuses);

/// A Fortran text without the blanks that fill it up.
inline std::string_view trimmed(const char* text, size_t length) {
  while (length > 0 && text[length - 1] == ' ') --length;
  return {text, length};
}

}  // namespace latecomer::record::mpi
