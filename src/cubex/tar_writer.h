// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "comm/comm.h"
#include "comm/text_blocks.h"
#include "cubex/shared_file.h"

namespace latecomer::cubex {

/// Writes a tar archive front to back, members of known and of later known size alike. All ranks count the
/// same offsets, in bytes; rank 0, which `writes`, writes what no rank has as its part. A member that would
/// be whole blocks ends with a line feed more, as CubeLib reads past the end of such. Errors are the file's.
class TarWriter {
 public:
  /// The first member begins at `offset`.
  TarWriter(SharedFile& file, bool writes, uint64_t offset = 0)
      : file_(file), writes_(writes), offset_(offset) {}

  void add_member(std::string_view name, std::span<const std::byte> content);
  void add_member(std::string_view name, std::string_view content);
  /// Adds a member of which each rank writes a part.
  void add_shared_member(std::string_view name, const TextBlock& mine);
  /// Moves all ranks to the offset of rank 0, which knows of members that others do not. All call it.
  void follow_rank_0(Comm& comm);

  /// Returns where the bytes go that follow the first `head` ones of the next member.
  uint64_t begin_member(uint64_t head) const;
  /// Completes the member: `head` is its beginning, `end` the offset behind its last byte.
  void end_member(std::string_view name, std::span<const std::byte> head, uint64_t end);

  void finish();

 private:
  void finish_member(std::string_view name, uint64_t size);
  void put(uint64_t offset, std::span<const std::byte> bytes);

  SharedFile& file_;
  bool writes_;
  uint64_t offset_;  ///< Is where the next member begins.
};

}  // namespace latecomer::cubex
