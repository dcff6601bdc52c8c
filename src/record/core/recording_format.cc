// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/recording_format.h"

#include <algorithm>
#include <cstring>

namespace latecomer::record {

namespace {

Error of_another_release(const std::string& path, const std::string& format) {
  return Error{path + ": made by another release of latecomer (" + format + ", this one reads format " +
               std::to_string(kRecordingFormat) + "): analyze it with that one"};
}

// The file was made, and the header was not stored yet, or not all of it.
bool is_unstored(std::span<const std::byte> start, const FileHeader& header) {
  const auto is_zero = [](std::byte byte) { return byte == std::byte(); };
  if (std::ranges::all_of(start, is_zero)) return true;
  return start.size() < sizeof(header) && std::memcmp(start.data(), &header, start.size()) == 0;
}

}  // namespace

Result<bool> has_header(const std::string& path, std::span<const std::byte> start, RecordingFile file) {
  const FileHeader expected{.file = file};
  start = start.first(std::min(start.size(), sizeof(expected)));
  if (is_unstored(start, expected)) return false;
  FileHeader header{};
  std::memcpy(&header, start.data(), start.size());
  if (start.size() < sizeof(header) || std::memcmp(header.magic, expected.magic, sizeof(header.magic)) != 0)
    return of_another_release(path, "without a number of its format");
  if (header.format != kRecordingFormat)
    return of_another_release(path, "format " + std::to_string(header.format));
  if (header.file != file) return Error{path + ": is damaged: it begins as another file of a recording"};
  return true;
}

}  // namespace latecomer::record
