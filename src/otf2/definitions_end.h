// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

namespace latecomer::otf2 {

/// Whether the records of a definitions file, global or local, lead from one to the next to the mark of its
/// end. `chunk_size` is the archive's, in bytes.
bool is_complete_definitions_file(const std::string& path, uint64_t chunk_size);

/// Whether the file is complete and has no records at all.
bool is_empty_definitions_file(const std::string& path);

}  // namespace latecomer::otf2
