// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"

namespace latecomer::cli {

/// Finds the functions and lines of an archive's call stacks, which are recorded as addresses, and writes
/// them into its definitions, if there are any. It prints which files could not be used.
Status name_functions(const std::string& archive);
/// Returns whether name_functions has not come to its end for the archive.
bool is_unnamed(const std::string& archive);

}  // namespace latecomer::cli
