// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "record/core/definitions.h"
#include "trace/definitions.h"

// What the process defines besides what recorder.h has. Thread-safe but for add_region.
namespace latecomer::record {

/// Makes the process's directory.
Status open_process_log();
void define_module(const CodeModule& module);
/// Defines a region; the caller holds the process's mutex.
trace::RegionId add_region(const RegionKey& region);
/// These functions return the region of a part of the program that the program marks; a phase if it has a
/// number. The id that find_marked returns is invalid if the region is not known.
trace::RegionId find_marked(std::string_view name, std::optional<int64_t> number);
trace::RegionId find_or_add_marked(std::string_view name, std::optional<int64_t> number);
/// Returns the region of a function, by its address in memory; invalid if it is not to be recorded.
trace::RegionId define_function(const void* function);

}  // namespace latecomer::record
