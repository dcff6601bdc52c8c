// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <vector>

#include "symbols/inlined_functions.h"
#include "symbols/source_frame.h"

namespace latecomer::symbols {

/// Sets the file and line of an address, which is in the unit; nothing changes where they are not known.
void set_line(Dwarf_Die unit, uint64_t address, SourceFrame& frame);

/// Returns the functions at an address with their files and lines, outermost first. It is empty if the unit,
/// of which these are the functions, knows of none.
std::vector<SourceFrame> frames_in(Dwarf_Die unit, const FunctionIndex& functions, uint64_t address);

}  // namespace latecomer::symbols
