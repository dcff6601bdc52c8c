// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "otf2/record_layout.h"

namespace latecomer::otf2 {

/// Checks that a definitions file is as libotf2 expects it: its records lead from one to the next to the mark
/// of its end, and each has all its fields. `chunk_size` is the archive's, in bytes. The error says what is
/// wrong, without the file's name.
Status check_definitions_file(const std::string& path, DefinitionsFile kind, uint64_t chunk_size);

/// Returns whether the file is complete and has no records at all.
bool is_empty_definitions_file(const std::string& path);

}  // namespace latecomer::otf2
