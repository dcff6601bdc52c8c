// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <fcntl.h>

#include <utility>

#include "base/result.h"

namespace latecomer {

/// Is a regular file that is open for reading: what else may bear its name, a pipe or a device, could keep a
/// reader waiting for ever.
class RegularFile {
 public:
  /// Opens a file. A relative path begins at `directory`, a descriptor. The error is the cause, without the
  /// path.
  static Result<RegularFile> open(const char* path, int directory = AT_FDCWD);

  RegularFile(RegularFile&& other) noexcept : descriptor_(other.release()) {}
  RegularFile& operator=(RegularFile&&) = delete;
  ~RegularFile();

  int descriptor() const { return descriptor_; }
  /// Returns the descriptor, which is the caller's to close from now on.
  int release() { return std::exchange(descriptor_, -1); }

 private:
  explicit RegularFile(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace latecomer
