// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"
#include "record/core/recorder.h"

namespace latecomer::record {

/// What a process brings to the common archive.
struct OwnRecording {
  std::string directory;  ///< of its files; empty if it has none
  bool complete = false;  ///< all its events are in them
};

/// All processes together turn their recordings into the archive, and remove them. The first process gets the
/// error, if there is one; the recordings then stay where they are.
Status write_archive_together(ProcessGroup& processes, const std::string& archive, const OwnRecording& own);

}  // namespace latecomer::record
