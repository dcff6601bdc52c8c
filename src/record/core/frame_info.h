// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace latecomer::record {

/// The call frame information of one function (DWARF's frame description entry, with what it has in common
/// with others), as compilers put it into .eh_frame for exceptions. The instructions lie in the module's
/// memory.
struct FrameInfo {
  uintptr_t function = 0;        ///< where its code begins
  uint8_t pointer_encoding = 0;  ///< of addresses in the instructions
  bool signal_frame = false;     ///< what it returns to was interrupted, and did not call
  uint64_t code_alignment = 1;   ///< unit of distances between addresses of code
  int64_t data_alignment = 1;    ///< unit of offsets
  std::span<const uint8_t> common_instructions;
  std::span<const uint8_t> instructions;
};

/// That of the function which the code at `address` belongs to; none where there is none, or where it is
/// not understood. Async-signal-safe, takes no locks.
std::optional<FrameInfo> find_frame_info(uintptr_t address) noexcept;

}  // namespace latecomer::record
