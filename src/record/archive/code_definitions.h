// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <vector>

#include "otf2/archive_writer.h"
#include "record/archive/merge.h"
#include "symbols/source_frame.h"
#include "trace/code_address.h"
#include "trace/definitions.h"

namespace latecomer::record {

/// Returns what is at an address, and what is called there; nothing where that is not known.
using CodeAt = std::function<symbols::SourceCode(const trace::CodeAddress&)>;

/// Gives recorded functions their names, whose regions the definitions have as `shared` has them, and appends
/// the calls of its stacks: regions of functions, source locations, and a calling context for each call, in
/// the tree's order; contexts of inlined functions and of tail callers follow behind all. What lies outside
/// of `main`, or of a thread's start routine in the C library, is nobody's parent. Addresses of which nothing
/// is known have regions of their own.
otf2::MeantContexts add_code(const SharedDefinitions& shared, const CodeAt& code_at,
                             trace::Definitions& definitions);

}  // namespace latecomer::record
