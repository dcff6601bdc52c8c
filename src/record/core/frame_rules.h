// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace latecomer::record {

/// Registers as DWARF numbers them on x86-64.
inline constexpr size_t kFramePointer = 6;
inline constexpr size_t kStackPointer = 7;
inline constexpr size_t kReturnAddress = 16;
inline constexpr size_t kRegisters = 17;

/// Where the caller's value of a register is, while a function runs.
struct Rule {
  enum class Kind : uint8_t {
    same,                 ///< in the register: the function has not changed it
    undefined,            ///< nowhere
    saved,                ///< in memory, `number` bytes after the frame's address
    frame_address_plus,   ///< it is the frame's address plus `number`
    in_register,          ///< in the register `number`
    saved_at_expression,  ///< in memory where `expression` says
    expression            ///< it is the value of `expression`
  };
  Kind kind = Kind::same;
  int32_t number = 0;
  const uint8_t* expression = nullptr;  ///< DWARF's operations, with their size in front
};

/// How to get from a function's frame to its caller's.
struct FrameRules {
  size_t base = kStackPointer;               ///< the frame's address is this register plus `offset`,
  int64_t offset = 0;                        ///< (what the stack pointer was before the call),
  const uint8_t* base_expression = nullptr;  ///< or this, if there is one
  std::array<Rule, kRegisters> registers;    ///< the caller's
  bool signal_frame = false;                 ///< the caller was interrupted
};

/// What holds at the instruction at `address`; none if nothing is known about it. Async-signal-safe, takes no
/// locks.
std::optional<FrameRules> frame_rules_at(uintptr_t address) noexcept;

}  // namespace latecomer::record
