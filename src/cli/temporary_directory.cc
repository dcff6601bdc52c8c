// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/temporary_directory.h"

#include <cstdlib>
#include <string>
#include <system_error>

namespace latecomer::cli {

TemporaryDirectory::TemporaryDirectory() {
  const char* const temporary = std::getenv("TMPDIR");
  const bool is_said = temporary != nullptr && *temporary != '\0';
  std::string directory = std::string(is_said ? temporary : "/tmp") + "/latecomer-XXXXXX";
  if (mkdtemp(directory.data()) != nullptr) path_ = directory;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace latecomer::cli
