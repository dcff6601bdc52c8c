// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

// What Fortran wrappers need beyond C's: the library's own procedures, special addresses, arrays of handles.
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

/// The requests of an array of C or of Fortran handles.
template <class Handle>
auto requests_of(const Handle* array, int count) {
  const size_t size = array == nullptr ? 0 : static_cast<size_t>(std::max(count, 0));
  if constexpr (std::is_same_v<Handle, MPI_Request>) {
    return std::span<const MPI_Request>(array, size);
  } else {
    std::vector<MPI_Request> requests(size);
    std::transform(array, array + size, requests.begin(),
                   [](Handle handle) { return PMPI_Request_f2c(handle); });
    return requests;
  }
}

/// A Fortran text without the blanks that fill it up.
inline std::string_view trimmed(const char* text, size_t length) {
  while (length > 0 && text[length - 1] == ' ') --length;
  return {text, length};
}

}  // namespace latecomer::record::mpi
