// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

namespace latecomer::record {

/// Says where something of a frame lies: a distance in bytes from one of its addresses. `cfa` is the
/// canonical frame address: the stack pointer in the caller, behind the call.
struct FramePlace {
  enum class Base : uint8_t { stack_pointer, frame_pointer, cfa };
  Base base = Base::cfa;
  int32_t offset = 0;
  bool operator==(const FramePlace&) const = default;
};

/// Says how the registers of a function's caller are found, at one address of its code.
struct FrameRule {
  enum class Kind : uint8_t {
    unknown,    ///< No compiler has described the address, or in a way that is not understood.
    outermost,  ///< The function has no caller.
    known
  };
  Kind kind = Kind::unknown;
  bool cfa_is_stored = false;  ///< Says that `cfa` is where the canonical frame address is stored.
  bool saves_frame_pointer = false;
  bool returns_by_register = false;  ///< Says that the return address is still in the link register.
  bool is_signal_frame = false;      ///< Says that the caller was interrupted, at the return address.
  bool saves_link_register = false;  ///< Says that it is stored two words before the return address.
  FramePlace cfa;
  FramePlace return_address;
  FramePlace frame_pointer;
};

/// Returns the rule at an address of code, as the module's .eh_frame says (DWARF 5, 6.4). It takes no lock
/// and no memory, and may be called in signal handlers, as long as the module stays loaded.
FrameRule frame_rule_at(uintptr_t address) noexcept;

}  // namespace latecomer::record
