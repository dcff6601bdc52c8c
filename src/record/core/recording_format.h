// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"

// What each file of a recording begins with, so that another release knows that it cannot read it.
namespace latecomer::record {

/// Is counted up with any change of the files of a recording: raw events and their kinds, nodes of stacks,
/// definitions.
inline constexpr uint32_t kRecordingFormat = 7;

enum class RecordingFile : uint32_t {
  definitions = 1,
  events = 2,
  stacks = 3,
  counts = 4,
  shared_definitions = 5
};

/// Begins each file; it is as large as a record of events, and of stacks.
struct FileHeader {
  char magic[8] = {'l', 't', 'c', 'm', 'r', 'e', 'c', '\n'};
  uint32_t format = kRecordingFormat;
  RecordingFile file;
};
static_assert(sizeof(FileHeader) == 16);

/// Returns whether a file that starts with these bytes is what it should be: if not, nothing was stored in it
/// before its process died. Returns an error, which names the file, if it is of another release, or of
/// something else.
Result<bool> has_header(const std::string& path, std::span<const std::byte> start, RecordingFile file);

}  // namespace latecomer::record
