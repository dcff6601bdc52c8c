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

/// A tar archive that is open: where its members are, and what they hold, a part at a time and from any
/// thread. What gzip has compressed is unpacked into a temporary file first, of at most 2 GiB.
class ArchiveFile {
 public:
  struct Member {
    uint64_t offset = 0;  ///< in the file
    uint64_t size = 0;
  };

  /// Every member lies within the file then. The error names it.
  static Result<ArchiveFile> open(const std::filesystem::path& path);

  const std::string& name() const { return name_; }
  /// Regular files by name.
  const std::map<std::string, Member>& members() const { return members_; }
  /// These bytes of a member, which have to lie in it.
  Result<Bytes> read(const Member& member, uint64_t offset, uint64_t size) const;
  Result<Bytes> read(const Member& member) const { return read(member, 0, member.size); }

 private:
  ArchiveFile(RegularFile file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}

  Status find_members();

  RegularFile file_;
  std::string name_;
  std::map<std::string, Member> members_;
};

/// `content` itself, or what it holds when it is a gzip file. `what` names it in errors.
Result<Bytes> gunzip_if_needed(Bytes content, const std::string& what);

}  // namespace latecomer::cubex
