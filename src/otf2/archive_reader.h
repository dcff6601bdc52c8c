// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "comm/comm.h"
#include "trace/trace.h"

namespace latecomer::otf2 {

/// Opens an OTF2 archive by the path of its anchor file or of the directory that has it, and reads its
/// definitions and clock offsets. Events are read from the files whenever `Trace::read` is called, by any
/// number of threads at once, with their times as recorded: no clock offsets are applied. Archives of other
/// recorders than latecomer's are welcome: what their definitions get wrong is repaired and counted where
/// that is possible, else the error says in one line which file is unusable and why.
Result<std::unique_ptr<trace::Trace>> open_archive(const std::string& path);

/// Opens the same archive on all ranks, or returns an error on all of them. Rank 0 reads the definitions for
/// all; what only the locations' own files say, each rank reads of a part of the locations and sends to the
/// others. The names of programs that have no region among the definitions are known on rank 0 alone.
Result<std::unique_ptr<trace::Trace>> open_archive(const std::string& path, Comm& comm);

}  // namespace latecomer::otf2
