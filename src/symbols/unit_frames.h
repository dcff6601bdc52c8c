// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "symbols/inlined_functions.h"
#include "symbols/source_frame.h"

namespace latecomer::symbols {

/// Sets the file and line of an address, which is in the unit; nothing changes where they are not known.
void set_line(Dwarf_Die unit, uint64_t address, SourceFrame& frame);

/// Returns the functions at an address with their files and lines, outermost first. It is empty if the unit,
/// of which these are the functions, knows of none.
std::vector<SourceFrame> frames_in(Dwarf_Die unit, const FunctionIndex& functions, uint64_t address);

/// Returns the name of a function's symbol.
std::string symbol_name(Dwarf_Die function);

/// Returns a function that has tail calls, all of these in one line where it has a line; nothing of others.
std::optional<SourceFrame> tail_caller(Dwarf_Die unit, Dwarf_Die function);

}  // namespace latecomer::symbols
