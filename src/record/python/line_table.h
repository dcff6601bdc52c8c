// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace latecomer::record {

/// Returns the line of an instruction of a function in Python by the function's table of lines; the line of
/// an instruction before, or the first line, where the table has none or ends before.
uint32_t python_line(std::span<const std::byte> table, uint32_t first_line, uint64_t instruction) noexcept;

}  // namespace latecomer::record
