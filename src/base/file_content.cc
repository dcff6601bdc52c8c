// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/file_content.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace latecomer {

// By a stream, which catches what its buffer throws when the file cannot be read.
Result<std::string> file_content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path + ": " + std::strerror(errno)};
  std::ostringstream content;
  errno = 0;
  content << file.rdbuf();
  if (content.bad()) return Error{path + ": " + std::strerror(errno)};
  return std::move(content).str();
}

}  // namespace latecomer
