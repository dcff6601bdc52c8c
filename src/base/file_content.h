// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"

namespace latecomer {

/// Returns all that is in the file. The error names it if it cannot be opened or read: a directory, say, or
/// the state of a process that has ended.
Result<std::string> file_content(const std::string& path);

}  // namespace latecomer
