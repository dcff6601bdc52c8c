// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// Which part of the run is recorded, as `latecomer record --ranks`, `--from` and `--to` say: of other ranks
// nothing, and nothing before the one phase and after the other. All else is time without recording, as if
// the program had switched it off.
namespace latecomer::record {

/// Reads the options from the environment, when the library is loaded.
void prepare_part();
/// Begins the part, once the process's rank is known, or is known not to exist.
void begin_part(std::optional<uint32_t> rank) noexcept;

/// Returns whether any of these options may have an effect.
bool has_part() noexcept;
/// These functions are called before a region or phase that the program marks begins, and after it ends.
void part_may_begin(std::string_view name, std::optional<int64_t> number) noexcept;
void part_may_end(std::string_view name, std::optional<int64_t> number) noexcept;

/// Switches recording off or on for the program, which holds within the part.
void program_switches(bool on) noexcept;

}  // namespace latecomer::record
