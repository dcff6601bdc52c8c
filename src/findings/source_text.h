// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer::findings {

struct SourceText {
  std::string path;                ///< where it was read
  std::vector<std::string> lines;  ///< without tabs
  bool is_newer = false;           ///< than the recording, so that its lines may be others
};

/// The text of a report's file: from the path that the user gave if there is a file, otherwise from where it
/// was when the program was compiled. If no archive lies beside the report, the report's time is taken for
/// the recording's. A file of more than 16 MiB is refused.
Result<SourceText> read_source(const std::string& wanted, const std::string& recorded,
                               const std::filesystem::path& report);

}  // namespace latecomer::findings
