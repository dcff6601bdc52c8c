// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"

namespace latecomer::record {

/// A file that is written through memory, a chunk of it at a time, so that what is stored outlives the
/// process however it ends. The file grows in larger and larger chunks, whose blocks are allocated before
/// they are mapped: a full disk, or the end of what the process's limits allow, is an error here and not a
/// signal in the program.
class GrowingFile {
 public:
  static Result<std::unique_ptr<GrowingFile>> create(const std::string& path);
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile();

  /// What is mapped: zeros until something is stored there.
  std::span<std::byte> chunk() const { return chunk_; }
  /// Maps the chunk after this one in its place. False if the file could not grow; then errno says why, and
  /// this one stays.
  bool grow() noexcept;
  /// Gives back the last bytes of the file when it is closed.
  void give_back_at_end(size_t unused) { unused_ = unused; }

 private:
  explicit GrowingFile(int file) : file_(file) {}
  void unmap() noexcept;

  std::span<std::byte> chunk_;
  size_t file_bytes_ = 0;  // up to the end of the chunk
  size_t unused_ = 0;
  int file_;
};

}  // namespace latecomer::record
