// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <filesystem>

#include "base/result.h"

namespace latecomer::cubex {

/// Checks whether a file can be written there, which only replaces regular ones. The error says why not.
Status check_output(const std::filesystem::path& path);

/// Is a file that becomes another one when it is complete: until then it stands beside that under a name of
/// its own. What was not completed is removed, by SIGINT and SIGTERM, too, where they would end the process.
class TemporaryFile {
 public:
  /// Creates the file, empty. The error names `target`.
  static Result<TemporaryFile> create(const std::filesystem::path& target);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  const std::filesystem::path& path() const { return path_; }
  /// Puts the file in the target's place.
  Status complete();

 private:
  TemporaryFile(std::filesystem::path target, std::filesystem::path path);

  std::filesystem::path target_;
  std::filesystem::path path_;  ///< Is the file's name; empty when there is nothing to remove.
  size_t slot_;
};

}  // namespace latecomer::cubex
