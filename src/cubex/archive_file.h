// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "base/bytes.h"
#include "base/regular_file.h"
#include "base/result.h"

namespace latecomer::cubex {

/// Is a tar archive that is open: it knows where its members are, and reads what they hold, a part at a time
/// and from any thread. What gzip has compressed is unpacked into a temporary file first, of at most 2 GiB
/// and a hundred times its size.
class ArchiveFile {
 public:
  struct Member {
    uint64_t offset = 0;  ///< Counts bytes from the begin of the file.
    uint64_t size = 0;
  };

  /// Opens an archive; every member lies within the file then. The error names it.
  static Result<ArchiveFile> open(const std::filesystem::path& path);

  const std::string& name() const { return name_; }
  /// Returns regular files by name.
  const std::map<std::string, Member>& members() const { return members_; }
  /// Reads these bytes of a member, which have to lie in it.
  Result<Bytes> read(const Member& member, uint64_t offset, uint64_t size) const;
  /// Reads all bytes of a member; an error if they are more than `most_memory`.
  Result<Bytes> read(const Member& member) const;
  /// Returns how many bytes any part of it may take when it is read: four times as many as the file has,
  /// compressed if it is, or 16 MiB. A part takes more only if it was made to fill up memory.
  uint64_t most_memory() const;

 private:
  ArchiveFile(RegularFile file, std::string name, uint64_t size)
      : file_(std::move(file)), name_(std::move(name)), size_(size) {}

  Status find_members();

  RegularFile file_;
  std::string name_;
  uint64_t size_;  ///< Is the size of the file as it was given, compressed or not.
  std::map<std::string, Member> members_;
};

/// Returns `content`, or what it holds if it is a gzip file, at most `most` bytes. `what` names it in errors.
Result<Bytes> gunzip_if_needed(Bytes content, uint64_t most, const std::string& what);

}  // namespace latecomer::cubex
