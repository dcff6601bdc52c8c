// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/callers.h"

#include <array>
#include <atomic>

#include "base/mpi_libraries.h"
#include "record/core/code_mapping.h"

namespace latecomer::record::mpi {

namespace {

// Where a library of MPI lies; set once. There are few of them, and they are not unloaded.
struct KnownLibrary {
  std::atomic<uintptr_t> begin{0};  // 0: none; stored last
  uintptr_t end = 0;
  Caller kind = Caller::library;
};
constinit std::array<KnownLibrary, 8> known_libraries;
constinit std::atomic<size_t> claimed{0};

void remember(const CodeMapping& found, Caller kind) noexcept {
  const size_t place = claimed.fetch_add(1, std::memory_order_relaxed);
  if (place >= known_libraries.size()) return;
  known_libraries[place].end = found.end;
  known_libraries[place].kind = kind;
  known_libraries[place].begin.store(found.begin, std::memory_order_release);
}

}  // namespace

Caller caller_at(const void* address) noexcept {
  const auto number = reinterpret_cast<uintptr_t>(address);
  for (const KnownLibrary& known : known_libraries) {
    const uintptr_t begin = known.begin.load(std::memory_order_acquire);
    if (begin != 0 && number >= begin && number < known.end) return known.kind;
  }
  std::optional<CodeMapping> found = code_mapping_at(number);
  if (!found && learn_code_mappings()) found = code_mapping_at(number);
  if (!found) return Caller::program;
  const std::string_view path = found->name;
  if (!is_part_of_mpi(path)) return Caller::program;
  const Caller kind = is_mpi_binding(path) ? Caller::binding : Caller::library;
  remember(*found, kind);
  return kind;
}

}  // namespace latecomer::record::mpi
