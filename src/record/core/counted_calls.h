// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "record/core/thread_state.h"
#include "trace/definitions.h"

// Calls that are counted, and not recorded each: those that neither communicate nor wait. Each thread counts
// in a file of its own, which is mapped, so that the counts outlive the process however it ends.
namespace latecomer::record {

inline constexpr size_t kMostCountedFunctions = 500;

/// Makes the calling thread count from here on, in `this_thread.counts`, by the positions of `functions`,
/// which are the same in the whole process, and kMostCountedFunctions at most. Nothing happens while nothing
/// is recorded of the thread.
void begin_counting(std::span<const char* const> functions) noexcept;

/// Returns where the counts of these files are, for a thread that goes on with them.
uint64_t* counts_in(ThreadFiles& files) noexcept;

/// Returns the counts of all threads of a process; functions that were not called are left out.
Result<std::vector<trace::CountedCalls>> read_counted_calls(const std::string& process_directory);

}  // namespace latecomer::record
