// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <dlfcn.h>
#include <link.h>

namespace latecomer::record {

/// Returns the library, or the program, that has this code; nullptr if none has. It takes no lock, so it may
/// be used in signal handlers.
inline const link_map* module_at(const void* code) noexcept {
  dl_find_object found{};
  return _dl_find_object(const_cast<void*>(code), &found) == 0 ? found.dlfo_link_map : nullptr;
}

inline bool is_in_recorder(const void* code) noexcept {
  static const link_map* const recorder = module_at(reinterpret_cast<const void*>(&module_at));
  return module_at(code) == recorder;
}

}  // namespace latecomer::record
