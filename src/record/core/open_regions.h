// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>

#include "base/ticks.h"
#include "record/core/thread_state.h"
#include "trace/definitions.h"

// Regions that are open in a thread beside its calls: functions, those that the program marks, and constructs
// of OpenMP. All is of the calling thread, between stopping its samples and going on with the program.
namespace latecomer::record {

/// Enters the region. `function` is its address where it is a function, else nullptr. While recording is off,
/// it is only noted that the region began.
void begin_open_region(trace::RegionId region, trace::CallingContextId stack, const void* function,
                       Ticks time) noexcept;
/// Leaves the innermost region. One that took less time than `fold`, and had no event in it, is part of what
/// is around it.
void end_innermost_region(Ticks fold) noexcept;
/// Leaves the innermost instance of the region, with what was entered in it and never left; does nothing if
/// it is not open.
void end_open_region(trace::RegionId region) noexcept;
/// Leaves all regions but the outermost `count`.
void end_open_regions(size_t count) noexcept;

/// Leaves all regions but the outermost `count` at `time`, in files whose thread does not record just now.
void leave_open_regions(ThreadFiles& files, size_t count, Ticks time) noexcept;

}  // namespace latecomer::record
