// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "trace/definitions.h"

namespace latecomer::symbols {

/// Returns whether calling contexts, or recorded functions, are addresses, and as they were recorded: if a
/// context has a function, they were named before, and events refer to contexts that have inlined ones.
bool can_be_named(const trace::Definitions& definitions);

/// Finds functions, files and lines of all calling contexts that are addresses (trace/code_address.h). A
/// context stays the innermost frame of its address; contexts for the functions around it, where it was
/// inlined, are added at the table's end and become its parents. Regions of functions are added, those of
/// addresses stay; those of recorded functions get their names. What lies outside of `main`, or of a thread's
/// start routine in the C library, is cut off: it is nobody's parent. Addresses of which nothing is known
/// stay. Returns why, a line for each file that could not be used.
std::vector<std::string> name_calling_contexts(trace::Definitions& definitions);

}  // namespace latecomer::symbols
