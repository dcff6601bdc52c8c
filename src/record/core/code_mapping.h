// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace latecomer::record {

/// Describes the memory into which a module, the executable or a shared library, is mapped.
struct CodeMapping {
  uintptr_t begin = 0;
  uintptr_t end = 0;                  ///< Is the first address behind the module.
  uintptr_t load_address = 0;         ///< Is what its addresses in the file are moved by.
  const char* name = nullptr;         ///< Is its path as the loader has it; empty for the executable.
  const std::byte* frames = nullptr;  ///< Is its table of frames (.eh_frame_hdr); nullptr if it has none.

  /// Returns a number that tells it from other modules in its place; never 0.
  uint64_t identity() const noexcept {
    constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
    return ((begin * kSpread + end) * kSpread + reinterpret_cast<uintptr_t>(frames)) | 1U;
  }
};

/// Returns the mapping that an address lies in; nothing if none is known. It takes no lock and is
/// async-signal-safe. What it points to stays as long as the module is loaded.
std::optional<CodeMapping> code_mapping_at(uintptr_t address) noexcept;

/// Looks at what is loaded now and returns whether that has changed. Only a C library that cannot answer
/// without locks needs it (glibc before 2.35). It takes the loader's lock for its list of modules, which
/// nobody holds while constructors run, and must not be called in signal handlers.
bool learn_code_mappings() noexcept;

/// Forgets what learn_code_mappings has found, before modules are unloaded. It is async-signal-safe.
void forget_code_mappings() noexcept;

/// Returns whether the code is the recorder's own. It is async-signal-safe.
bool is_in_recorder(const void* code) noexcept;

}  // namespace latecomer::record
