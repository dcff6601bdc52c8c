// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/short_files.h"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

namespace latecomer::report {

namespace {

/// Returns the last `parts` parts of a path.
std::string end_of(const std::string& path, size_t parts) {
  size_t slash = std::string::npos;
  for (; parts > 0; --parts) {
    if (slash == 0) return path;
    slash = path.rfind('/', slash == std::string::npos ? slash : slash - 1);
    if (slash == std::string::npos) return path;
  }
  return path.substr(slash + 1);
}

}  // namespace

ShortFiles::ShortFiles(const std::set<std::string>& files) {
  std::vector<std::string> left(files.begin(), files.end());
  for (size_t parts = 1; !left.empty(); ++parts) {
    std::map<std::string, size_t> users;
    for (const std::string& file : left) ++users[end_of(file, parts)];
    std::erase_if(left, [&](const std::string& file) {
      const std::string end = end_of(file, parts);
      const bool is_unique = users[end] == 1 || end == file;
      if (is_unique) short_[file] = end;
      return is_unique;
    });
  }
}

const std::string& ShortFiles::operator()(const std::string& file) const {
  const auto known = short_.find(file);
  return known == short_.end() ? file : known->second;
}

std::string with_line(const std::string& file, int64_t line) {
  return line > 0 ? fmt::format("{}:{}", file, line) : file;
}

}  // namespace latecomer::report
