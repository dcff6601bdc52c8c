// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"
#include "otf2/rewrite_archive.h"
#include "trace/trace.h"

namespace latecomer::cli {

/// Writes the archive `from`, which `recorded` was read from, with the times of `retimed` into an empty
/// directory. What cannot be in the copy is said, a line each.
Result<otf2::RewrittenArchive> write_retimed(const std::string& from, const trace::Trace& recorded,
                                             const trace::Trace& retimed, const std::string& directory);

}  // namespace latecomer::cli
