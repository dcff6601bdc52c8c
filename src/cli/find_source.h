// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "findings/source_files.h"

namespace latecomer::cli {

/// Returns the one of a report's files that a user means: by the end of its path that distinguishes it,
/// "wave.c" or "src/wave.c"; or by a file that exists, wherever that is, whose path ends most like it.
Result<findings::SourceFile> find_source(const std::vector<findings::SourceFile>& files,
                                         const std::string& wanted);

}  // namespace latecomer::cli
