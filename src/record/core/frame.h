// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

namespace latecomer::record {

/// Holds the registers by which a function and its callers are found.
struct Frame {
  uintptr_t program_counter = 0;
  uintptr_t stack_pointer = 0;
  uintptr_t frame_pointer = 0;
  /// Is where a function returns to that has not stored it, on machines that keep that in a register
  /// (aarch64); 0 if it is not known.
  uintptr_t link_register = 0;
};

/// Says where the memory of a stack lies, from its lowest address on.
struct StackBounds {
  uintptr_t begin = 0;
  uintptr_t end = 0;
  bool contains(uintptr_t address) const { return begin <= address && address < end; }
};

}  // namespace latecomer::record
