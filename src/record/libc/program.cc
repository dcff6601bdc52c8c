// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// recorder.so: of a program without MPI, its begin and end. Each process that the program starts is recorded,
// too; those that start no threads write their files when they end, so that shells that become another
// program leave nothing.

#include <optional>

#include "record/core/recorded_part.h"
#include "record/core/recorder.h"
#include "record/libc/posix_files.h"

namespace latecomer::record {

const bool kFileCallsBeginThreads = true;

namespace {

[[gnu::constructor]] void begin() {
  begin_program();
  begin_part(std::nullopt);
  may_end(true);  // anywhere
}

}  // namespace

}  // namespace latecomer::record
