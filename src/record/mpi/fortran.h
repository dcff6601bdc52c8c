// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <dlfcn.h>
#include <mpi.h>

#include <string_view>

#include "record/mpi/next_functions.h"

// What Fortran wrappers need beyond C's: the library's own procedures, special addresses, texts.
namespace latecomer::record::mpi {

/// Finds what a Fortran wrapper calls, when it is needed, since a C program does not load the library's
/// Fortran half: the next tool's procedure of that name, if there is one, or the library's.
template <class Type>
class NextProcedure {
 public:
  constexpr NextProcedure(const char* name, const char* library_name)
      : name_(name), library_name_(library_name) {}
  Type* tool_or_library() noexcept { return known(next_.tool_or_library); }
  Type* library() noexcept { return known(next_.library); }

 private:
  Type* known(const std::atomic<void*>& next) noexcept {
    if (next.load(std::memory_order_relaxed) == nullptr) [[unlikely]]
      next_.know(find_next(name_, library_name_));
    return reinterpret_cast<Type*>(next.load(std::memory_order_relaxed));
  }

  const char* name_;
  const char* library_name_;
  KnownNext next_;
};

/// These functions return whether a choice buffer, or the status arguments, are the MPI library's Fortran
/// MPI_IN_PLACE and MPI_STATUS(ES)_IGNORE. Each MPI library has its own in fortran_<mpi>.cc.
bool fortran_in_place(const void* buffer);
bool fortran_ignores_status(const void* status);
bool fortran_ignores_statuses(const void* statuses);
/// Returns the number of the first request in what MPI_Waitany and the like return.
int fortran_first_index();

/// Returns a Fortran text without the blanks that fill it up.
inline std::string_view trimmed(const char* text, size_t length) {
  while (length > 0 && text[length - 1] == ' ') --length;
  return {text, length};
}

}  // namespace latecomer::record::mpi
