// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace latecomer::cli {

/// Says whether somebody saw the program end. `timed_out` says that it had to be ended, just now.
enum class ProgramEnd : uint8_t { just_now, timed_out, unknown };

/// Returns the error for a directory whose recording is not finished.
Error unfinished(const std::string& directory);

/// Makes the archives of what a program left in its directory, if it left anything, with the functions of its
/// call stacks; it prints which files could not be used for that. It waits for those of its processes that
/// still run, for a while; an error if they go on. Where the program had to be ended, they are killed. `by`
/// is a value of trace::kEndedBy, or empty.
Status finish_recording(const std::string& directory, ProgramEnd end, const std::string& by = "");

}  // namespace latecomer::cli
