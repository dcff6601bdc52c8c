// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/file_content.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace latecomer {

// Reads by `read`, which catches what a stream's buffer throws when the file cannot be read.
Result<std::string> file_content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path + ": " + std::strerror(errno)};
  std::string content;
  std::array<char, 1U << 14> part;
  do {
    errno = 0;
    file.read(part.data(), part.size());
    content.append(part.data(), static_cast<size_t>(file.gcount()));
  } while (file);
  if (file.bad()) return Error{path + ": " + std::strerror(errno)};
  return content;
}

}  // namespace latecomer
