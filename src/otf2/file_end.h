// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

namespace latecomer::otf2 {

/// Whether an event file was completed, and if not how many events it has whole.
struct EventFileEnd {
  bool is_complete = true;
  uint64_t events = UINT64_MAX;  ///< that can be read; no limit if it is complete
};

/// Looks at the last chunk of an event file. A file that does not look like one at all counts as complete:
/// the error is then libotf2's to find. `chunk_size` is the archive's, in bytes.
EventFileEnd find_event_file_end(const std::string& path, uint64_t chunk_size);

/// Whether the records of a definitions file, global or local, lead from one to the next to the mark of its
/// end.
bool is_complete_definitions_file(const std::string& path, uint64_t chunk_size);

}  // namespace latecomer::otf2
