// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "findings/source_files.h"

namespace latecomer::cli {

/// The one of a report's files that a user means: by the end of its path that distinguishes it, "wave.c" or
/// "src/wave.c"; or by a file that exists, wherever that is, whose path ends most like it.
Result<findings::SourceFile> find_source(const std::vector<findings::SourceFile>& files,
                                         const std::string& wanted);

struct SourceText {
  std::string path;                ///< where it was read
  std::vector<std::string> lines;  ///< without tabs
  bool is_newer = false;           ///< than the recording, so that its lines may be others
};

/// The text of a report's file: from the path that the user gave if there is a file, otherwise from where it
/// was when the program was compiled. If no archive lies beside the report, the report's time is taken for
/// the recording's.
Result<SourceText> read_source(const std::string& wanted, const std::string& recorded,
                               const std::filesystem::path& report);

}  // namespace latecomer::cli
