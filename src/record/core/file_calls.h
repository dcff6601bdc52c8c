// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string_view>

#include "base/ticks.h"
#include "trace/definitions.h"

// Calls of the operating system that access files (src/record/libc), which are recorded where that is asked
// for.
namespace latecomer::record {

/// Begins a recorded call of the calling thread, at `begin`. False, and nothing is recorded, in calls of MPI,
/// of the recorder, and in threads of which nothing has been recorded yet, unless `starts_threads`.
bool begin_file_call(trace::RegionId region, const void* caller, bool starts_threads, Ticks& begin) noexcept;

/// Opens the file of that name in this process. Returns a handle that no open file has, one of that name if
/// there is one; invalid if nothing is recorded any more.
trace::IoHandleId open_own_file(std::string_view name) noexcept;
void close_own_file(trace::IoHandleId handle) noexcept;

}  // namespace latecomer::record
