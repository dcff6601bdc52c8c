// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/regular_file.h"
#include "base/result.h"

namespace latecomer::findings {

/// Is the size in bytes of the largest file that is read; larger ones are refused.
inline constexpr uint64_t kMostBytesOfSource = uint64_t{16} << 20U;

struct SourceText {
  std::string path;                ///< Is the path of the file that was read.
  std::vector<std::string> lines;  ///< Has the lines, without tabs.
  bool is_newer = false;           ///< Says that it is newer than the recording, so that lines may be others.
};

/// Reads the text of a report's file: from the path that the user gave if there is a file, otherwise from
/// where it was when the program was compiled. If no archive lies beside the report, the report's time is
/// taken for the recording's.
Result<SourceText> read_source(const std::string& wanted, const std::string& recorded,
                               const std::filesystem::path& report);
/// Reads the source text of a file that is open, and lies at `path`.
Result<SourceText> read_source(const RegularFile& file, const std::string& path,
                               const std::filesystem::path& report);

}  // namespace latecomer::findings
