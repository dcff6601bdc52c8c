// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "api_functions.h"  // generated from mpi_api.txt

// Where calls go that the wrappers pass on. A call of MPI_X goes to the next tool's MPI_X, if the program has
// another tool behind the recorder, which calls PMPI_X then. A call of PMPI_X goes to the MPI library. All
// are looked for when the recorder is loaded, or at the first call before that, without memory from the heap:
// later, another thread may hold the loader's lock while it waits for a call.
namespace latecomer::record::mpi {

/// Holds the addresses of what is called next; they are null only where MPI lacks the function, which the
/// recorder hides then.
struct NextFunctions {
  void* tool_or_library = nullptr;  ///< Is called where the program calls MPI_X.
  void* library = nullptr;          ///< Is called where the program, or a tool, calls PMPI_X.
};
/// Returns what is called next; `profiling_name` is that of the library's own function.
NextFunctions find_next(const char* name, const char* profiling_name) noexcept;

struct KnownNext {
  std::atomic<void*> tool_or_library{nullptr};
  std::atomic<void*> library{nullptr};

  void know(const NextFunctions& found) noexcept {
    tool_or_library.store(found.tool_or_library, std::memory_order_relaxed);
    library.store(found.library, std::memory_order_relaxed);
  }
};
/// Has what is called next for each Function.
inline constinit std::array<KnownNext, kFunctions.size()> known_next;
/// Looks up all functions of known_next.
void find_all_next() noexcept;

template <class Type, std::atomic<void*> KnownNext::*which>
[[gnu::always_inline]] inline Type known(Function function) noexcept {
  const std::atomic<void*>& next = known_next[static_cast<size_t>(function)].*which;
  if (next.load(std::memory_order_relaxed) == nullptr) [[unlikely]]
    find_all_next();
  return reinterpret_cast<Type>(next.load(std::memory_order_relaxed));
}
template <class Type>
[[gnu::always_inline]] inline Type next_of(Function function) noexcept {
  return known<Type, &KnownNext::tool_or_library>(function);
}
template <class Type>
[[gnu::always_inline]] inline Type library_of(Function function) noexcept {
  return known<Type, &KnownNext::library>(function);
}

/// Says in a line each of what calls functions of MPI that the table of the API does not have, and of what
/// has functions of MPI whose calls cannot be recorded, or that are not called: libraries that stand before
/// the recorder and do not call PMPI_X, and those behind it.
void say_who_is_not_in_line() noexcept;
/// Says in a line each which libraries, that were loaded since, call functions of the MPI library past the
/// recorder, as one does that is loaded with RTLD_DEEPBIND.
void say_who_calls_past() noexcept;

}  // namespace latecomer::record::mpi
