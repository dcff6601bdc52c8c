// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "base/result.h"
#include "record/core/kept_file.h"
#include "record/core/recording_format.h"

namespace latecomer::record {

/// Limits how much several files of a recording and the archive that is made of them may take together.
class RoomForFiles {
 public:
  explicit RoomForFiles(uint64_t bytes) : left_(bytes) {}
  /// Returns by how many bytes the file may grow: whole pages, at most `bytes`; 0 if none are left.
  size_t take(size_t bytes, RecordingFile file) noexcept;
  /// Takes all of `bytes` from the limit, or returns false.
  bool take_all(size_t bytes, RecordingFile file) noexcept;
  /// Returns whether the limit has kept a file from growing.
  bool used_up() const noexcept { return used_up_; }

 private:
  std::atomic<uint64_t> left_;
  std::atomic<bool> used_up_{false};
};

/// Says where a process's files are made, and which limit they share.
struct FilePlace {
  KeptFile* directory = nullptr;  ///< Is the directory for files; nullptr where they are made by their paths.
  RoomForFiles* room = nullptr;   ///< Limits the files' size; nullptr where the disk alone does.
};

/// Writes a file through memory, a chunk of it at a time, so that what is stored outlives the process however
/// it ends. The file grows in larger and larger chunks, whose blocks are allocated before they are mapped: a
/// full disk, or the end of what the process's limits allow, is an error here and not a signal in the
/// program. It begins with a FileHeader, of which the chunks have nothing.
class GrowingFile {
 public:
  static Result<std::unique_ptr<GrowingFile>> create(const std::string& path, RecordingFile kind,
                                                     const FilePlace& place);
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile();

  /// Returns the mapped chunk: zeros until something is stored there.
  std::span<std::byte> chunk() const { return chunk_; }
  /// Maps the chunk after this one in its place. Returns false if the file could not grow; then errno says
  /// why, and this one stays.
  bool grow() noexcept;
  /// Gives back the last bytes of the chunk: nothing may be stored in them any more.
  void give_back(size_t unused) noexcept;

 private:
  GrowingFile(KeptFile file, RecordingFile kind, RoomForFiles* room)
      : file_(std::move(file)), kind_(kind), room_(room) {}
  void* map_next(size_t bytes) noexcept;
  void unmap() noexcept;

  std::span<std::byte> mapped_;
  std::span<std::byte> chunk_;  // what is mapped, without the header
  size_t file_bytes_ = 0;       // up to the end of the chunk
  KeptFile file_;
  RecordingFile kind_;
  RoomForFiles* room_;
};

}  // namespace latecomer::record
