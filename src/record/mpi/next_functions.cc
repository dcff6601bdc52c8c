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

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <string_view>

#include "base/mpi_libraries.h"
#include "record/core/object_symbols.h"
#include "record/core/trouble.h"

namespace latecomer::record::mpi {

namespace {

constexpr std::string_view kProfiling = "PMPI_";
constexpr size_t kLongestName = 256;

// Calls `look(symbols)` for each object behind the recorder.
template <class Look>
void for_each_behind(Look look) noexcept {
  struct Walk {
    Look& look;
    bool is_behind = false;
  } walk{look};
  dl_iterate_phdr(
      [](dl_phdr_info* object, size_t, void* given) {
        Walk& walk = *static_cast<Walk*>(given);
        if (walk.is_behind)
          walk.look(ObjectSymbols(*object));
        else
          walk.is_behind = is_recorder(*object);
        return 0;
      },
      &walk);
}

bool is_of_tool(const ObjectSymbols& symbols) noexcept {
  return symbols.needs(kProfiling) || symbols.needs("pmpi_");
}

// The first that is found stays.
void look_into(const ObjectSymbols& symbols, bool may_be_tool, const char* name, const char* profiling_name,
               NextFunctions& found) noexcept {
  void* const of_library = symbols.function(profiling_name);
  if (of_library != nullptr) {
    if (found.library == nullptr) found.library = of_library;
  } else if (may_be_tool && found.tool_or_library == nullptr) {
    found.tool_or_library = symbols.function(name);
  }
}

// What the loader finds in another way, or nowhere, it is asked for.
void complete(const char* profiling_name, NextFunctions& found) noexcept {
  if (found.library == nullptr) found.library = dlsym(RTLD_NEXT, profiling_name);
  if (found.tool_or_library == nullptr) found.tool_or_library = found.library;
}

}  // namespace

NextFunctions find_next(const char* name, const char* profiling_name) noexcept {
  NextFunctions found;
  for_each_behind([&](const ObjectSymbols& symbols) {
    look_into(symbols, is_of_tool(symbols), name, profiling_name, found);
  });
  complete(profiling_name, found);
  return found;
}

void find_all_next() noexcept {
  static std::array<NextFunctions, kFunctions.size()> found;
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  for_each_behind([](const ObjectSymbols& symbols) {
    const bool may_be_tool = is_of_tool(symbols);
    for (size_t i = 0; i < found.size(); ++i) {
      const char* const name = kFunctions[i].profiling_name;
      look_into(symbols, may_be_tool, name + 1, name, found[i]);
    }
  });
  for (size_t i = 0; i < found.size(); ++i) {
    complete(kFunctions[i].profiling_name, found[i]);
    known_next[i].know(found[i]);
  }
}

namespace {

// Holds the first of some functions, and how many they are.
struct Functions {
  const char* first = nullptr;
  size_t number = 0;
};

// Returns those in the table that the object has.
Functions owned_by(const ObjectSymbols& symbols) noexcept {
  Functions owned;
  for (const FunctionFacts& facts : kFunctions) {
    if (symbols.function(facts.profiling_name + 1) == nullptr) continue;
    if (++owned.number == 1) owned.first = facts.profiling_name + 1;
  }
  return owned;
}

bool is_in_table(std::string_view name) noexcept {
  return std::ranges::any_of(kFunctions, [&](const FunctionFacts& facts) { return name == facts.name; });
}

// Constants are written in capitals.
bool is_function(std::string_view name) noexcept {
  return std::ranges::any_of(name, [](char letter) { return letter >= 'a' && letter <= 'z'; });
}

bool does_library_have(const char* name) noexcept {
  std::array<char, kLongestName> profiling_name;
  snprintf(profiling_name.data(), profiling_name.size(), "P%s", name);
  return dlsym(RTLD_DEFAULT, profiling_name.data()) != nullptr;
}

// Returns those that the object calls, and that are newer than the table.
Functions unknown_to_table(const ObjectSymbols& symbols) noexcept {
  Functions unknown;
  symbols.for_each_needed([&](std::string_view name) {
    const bool is_known =
        !name.starts_with("MPI_") || !is_function(name) || is_left_out(name) || is_in_table(name);
    if (is_known || !does_library_have(name.data())) return;
    if (++unknown.number == 1) unknown.first = name.data();
  });
  return unknown;
}

int say_of(dl_phdr_info* object, size_t, void* given) {
  bool& is_behind = *static_cast<bool*>(given);
  if (is_recorder(*object)) {
    is_behind = true;
    return 0;
  }
  const ObjectSymbols symbols(*object);
  if (symbols.function("PMPI_Init") != nullptr) return 0;

  const char* const path = *object->dlpi_name == '\0' ? "the program" : object->dlpi_name;
  const Functions unknown = unknown_to_table(symbols);
  if (unknown.number != 0)
    say("latecomer: %s calls functions of MPI that this version does not know (%s; %zu in all): their calls "
        "are not recorded\n",
        path, unknown.first, unknown.number);
  if (symbols.needs(kProfiling)) return 0;
  const Functions owned = owned_by(symbols);
  if (owned.number == 0) return 0;
  say(is_behind ? "latecomer: %s has functions of MPI of its own (%s; %zu in all), which call none by its "
                  "profiling name (PMPI_...): they are not called while the program is recorded\n"
                : "latecomer: %s has functions of MPI of its own (%s; %zu in all), which call none by its "
                  "profiling name (PMPI_...): what they do not pass on in another way is not recorded\n",
      path, owned.first, owned.number);
  return 0;
}

// Returns those of the table whose calls by the object the loader has bound to the MPI library's own.
Functions called_past(const ObjectSymbols& symbols) noexcept {
  Functions past;
  symbols.for_each_call([&](std::string_view name, const void* bound_to) {
    if (!name.starts_with("MPI_")) return;
    const auto* const facts = std::ranges::find(kFunctions, name, &FunctionFacts::name);
    if (facts == kFunctions.end()) return;
    const KnownNext& next = known_next[static_cast<size_t>(facts - kFunctions.begin())];
    if (bound_to != next.library.load(std::memory_order_relaxed)) return;
    if (++past.number == 1) past.first = name.data();
  });
  return past;
}

// A program may look whether its MPI library has a function, by a weak reference in what it loads later, or
// by dlsym: the recorder's shall not be found for one that the library lacks.
void hide_what_library_lacks() noexcept {
  if (library_of<void*>(Function::MPI_Init) == nullptr) return;
  for (size_t i = 0; i < kFunctions.size(); ++i) {
    if (known_next[i].tool_or_library.load(std::memory_order_relaxed) != nullptr) continue;
    hide_own(kFunctions[i].profiling_name);
    hide_own(kFunctions[i].profiling_name + 1);
  }
}

[[gnu::constructor]] void prepare_when_loaded() {
  find_all_next();
  hide_what_library_lacks();
}

}  // namespace

void say_who_is_not_in_line() noexcept {
  bool is_behind = false;
  dl_iterate_phdr(say_of, &is_behind);
}

void say_who_calls_past() noexcept {
  dl_iterate_phdr(
      [](dl_phdr_info* object, size_t, void*) {
        const ObjectSymbols symbols(*object);
        if (is_mpi_library(object->dlpi_name) || symbols.function("PMPI_Init") != nullptr) return 0;
        const Functions past = called_past(symbols);
        if (past.number != 0)
          say("latecomer: %s calls functions of MPI in its library directly, as what is loaded with "
              "RTLD_DEEPBIND "
              "does (%s; %zu in all): these calls are not recorded\n",
              object->dlpi_name, past.first, past.number);
        return 0;
      },
      nullptr);
}

}  // namespace latecomer::record::mpi
