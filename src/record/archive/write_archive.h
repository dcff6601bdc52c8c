// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"
#include "record/core/recorder.h"

namespace latecomer::record {

/// Turns the recordings of all processes, which call it together, into the events of the archive and a file
/// of what its definitions are made of, and removes them. `own_directory` is that of this process's files;
/// empty if it has none. The first process gets the error, if there is one; the recordings then stay where
/// they are.
Status write_archive_together(ProcessGroup& processes, const std::string& archive,
                              const std::string& own_directory);

}  // namespace latecomer::record
