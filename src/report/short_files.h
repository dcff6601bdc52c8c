// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <set>
#include <string>

namespace latecomer::report {

/// Shortens names of source files as long as they differ: to the last parts of their paths, mostly one.
class ShortFiles {
 public:
  explicit ShortFiles(const std::set<std::string>& files);
  /// Returns the short name of one of the files; another file keeps its name.
  const std::string& operator()(const std::string& file) const;

 private:
  std::map<std::string, std::string> short_;
};

/// Returns "wave.c:88", or the file alone where there is no line.
std::string with_line(const std::string& file, int64_t line);

}  // namespace latecomer::report
