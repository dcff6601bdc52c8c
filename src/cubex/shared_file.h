// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "base/result.h"

namespace latecomer::cubex {

/// Is a file that several ranks write at offsets of their own. The first error is kept and ends further
/// writing: a rank can go on with its part of collective operations and report the error where all agree.
class SharedFile {
 public:
  /// Opens an existing file for writing.
  explicit SharedFile(const std::filesystem::path& path);
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile();

  void write(uint64_t offset, std::span<const std::byte> bytes);
  /// Writes several pieces at an offset, one after the other.
  void write(uint64_t offset, std::span<const std::span<const std::byte>> chunks);
  /// Cuts the file or extends it with zeros.
  void resize(uint64_t size);
  /// Gives everything to the file system, closes the file, and returns the first error, if any.
  Status close();
  const Status& status() const { return status_; }

 private:
  void fail(const char* action);

  std::filesystem::path path_;
  int descriptor_ = -1;
  Status status_;
};

}  // namespace latecomer::cubex
