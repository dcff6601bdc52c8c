// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "record/core/recording_format.h"

namespace latecomer::record {

/// Returns how many bytes of an archive a byte of a recording becomes, at most. The test of this file writes
/// events of each kind, calls and definitions with the largest values that they can have, and compares the
/// sizes of the files: the most is 1.7, of enters, and 6.5, of calls, which become definitions of addresses
/// that have the name of their file. Most events become half as much as they were.
constexpr uint64_t most_archive_bytes(RecordingFile file) {
  return file == RecordingFile::events ? 2 : 8;
}

/// Is what an archive takes for each thread, besides its events, in bytes.
inline constexpr uint64_t kArchiveBytesOfThread = 4096;

}  // namespace latecomer::record
