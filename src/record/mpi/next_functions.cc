// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The program looks for MPI_X in all that is loaded, in an order in which the recorder is near the front:
//
//     the program   libtool1   the recorder   libmpi   libtool2
//
// libmpi is there because it is loaded with the recorder. So what is behind the recorder is a tool if it has
// MPI_X, has no PMPI_X, and calls functions by their profiling names: others that have MPI_X, such as a
// library that does as if it were an MPI of one process, might never be called without the recorder.

#include "record/mpi/next_functions.h"

#include <dlfcn.h>

#include <string_view>

#include "record/core/trouble.h"
#include "record/mpi/object_symbols.h"

namespace latecomer::record::mpi {

namespace {

constexpr std::string_view kProfiling = "PMPI_";

bool has_recorder(const dl_phdr_info& object) noexcept {
  const uintptr_t here = reinterpret_cast<uintptr_t>(&has_recorder);
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object.dlpi_phdr[i];
    const uintptr_t begin = object.dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && here >= begin && here < begin + part.p_memsz) return true;
  }
  return false;
}

struct Search {
  std::string_view name;
  std::string_view profiling_name;
  bool is_behind = false;  // the recorder
  void* tool = nullptr;
  void* library = nullptr;
};

int look_into(dl_phdr_info* object, size_t, void* given) {
  Search& search = *static_cast<Search*>(given);
  if (!search.is_behind) {
    search.is_behind = has_recorder(*object);
    return 0;
  }
  const ObjectSymbols symbols(*object);
  void* const of_library = symbols.function(search.profiling_name);
  if (of_library != nullptr) {
    if (search.library == nullptr) search.library = of_library;
  } else if (search.tool == nullptr) {
    void* const of_tool = symbols.function(search.name);
    if (of_tool != nullptr && (symbols.needs(kProfiling) || symbols.needs("pmpi_"))) search.tool = of_tool;
  }
  return 0;
}

}  // namespace

NextFunctions find_next(const char* name, const char* profiling_name) noexcept {
  Search search{.name = name, .profiling_name = profiling_name};
  dl_iterate_phdr(look_into, &search);
  if (search.library == nullptr) search.library = dlsym(RTLD_NEXT, profiling_name);
  return {search.tool == nullptr ? search.library : search.tool, search.library};
}

NextFunctions find_next(Function function) noexcept {
  KnownNext& known = known_next[static_cast<size_t>(function)];
  const char* const name = kFunctions[static_cast<size_t>(function)].profiling_name;
  const NextFunctions found = find_next(name + 1, name);
  known.tool_or_library.store(found.tool_or_library, std::memory_order_relaxed);
  known.library.store(found.library, std::memory_order_relaxed);
  return found;
}

namespace {

// Of the functions in the table that the object has, the first, and how many there are.
struct Owned {
  const char* first = nullptr;
  size_t number = 0;
};

Owned owned_by(const ObjectSymbols& symbols) noexcept {
  Owned owned;
  for (const FunctionFacts& facts : kFunctions) {
    if (symbols.function(facts.profiling_name + 1) == nullptr) continue;
    if (++owned.number == 1) owned.first = facts.profiling_name + 1;
  }
  return owned;
}

int say_of(dl_phdr_info* object, size_t, void* given) {
  bool& is_behind = *static_cast<bool*>(given);
  const bool is_recorder = has_recorder(*object);
  if (is_recorder) is_behind = true;
  const ObjectSymbols symbols(*object);
  if (is_recorder || symbols.needs(kProfiling) || symbols.function("PMPI_Init") != nullptr) return 0;
  const Owned owned = owned_by(symbols);
  if (owned.number == 0) return 0;
  const char* const path = *object->dlpi_name == '\0' ? "the program" : object->dlpi_name;
  say(is_behind ? "latecomer: %s has functions of MPI of its own (%s; %zu in all), which call none by its "
                  "profiling name (PMPI_...): they are not called while the program is recorded\n"
                : "latecomer: %s has functions of MPI of its own (%s; %zu in all), which call none by its "
                  "profiling name (PMPI_...): what they do not pass on in another way is not recorded\n",
      path, owned.first, owned.number);
  return 0;
}

}  // namespace

void say_who_is_not_in_line() noexcept {
  bool is_behind = false;
  dl_iterate_phdr(say_of, &is_behind);
}

}  // namespace latecomer::record::mpi
