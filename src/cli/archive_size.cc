// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/archive_size.h"

#include <filesystem>
#include <system_error>

namespace latecomer::cli {

ArchiveSize size_of_archive(const std::string& directory) {
  namespace fs = std::filesystem;
  ArchiveSize size;
  std::error_code ignored;
  for (const char* const part : {"", "traces"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(directory) / part, ignored)) {
      const fs::path extension = entry.path().extension();
      if (extension != ".otf2" && extension != ".def" && extension != ".evt") continue;
      const uint64_t bytes = entry.file_size(ignored);
      if (ignored) continue;
      size.all += bytes;
      if (extension == ".evt") size.events += bytes;
    }
  }
  return size;
}

}  // namespace latecomer::cli
