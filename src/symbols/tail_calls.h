// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace latecomer::symbols {

/// Returns what the call that returns to an address calls: a function, or a declaration of it. Nothing is
/// returned where debug information does not say that, as of calls through pointers.
std::optional<Dwarf_Die> called_function(Dwarf_Die function, uint64_t return_address);

/// Returns an address in each jump by which a function makes a tail call.
std::vector<uint64_t> tail_calls_of(Dwarf_Die function);

}  // namespace latecomer::symbols
