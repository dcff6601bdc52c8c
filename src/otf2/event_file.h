// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/result.h"
#include "otf2/archive_files.h"

namespace latecomer::otf2 {

/// Is memory for bytes of a file.
struct FileBlock {
  std::unique_ptr<uint8_t[]> memory;
  size_t size = 0;  ///< Is in bytes, without the padding behind it.
};

/// Is a file that is read chunk by chunk, a block of memory at a time: of each chunk a part is in memory, and
/// when it has been used up the next part replaces it. The file may shrink or change meanwhile.
class EventFile {
 public:
  static constexpr size_t kPadding = 64;  ///< Is how many bytes beyond `end` can be read, too. They are zero.

  /// Opens the file of a location's events; the error names the file.
  static Result<EventFile> open(const ArchiveFiles& files, uint64_t location, size_t block_size);
  EventFile(EventFile&& other) noexcept;
  EventFile& operator=(EventFile&&) = delete;
  ~EventFile();

  /// These functions delimit the part in memory.
  const uint8_t* begin() const { return block_.memory.get(); }
  const uint8_t* end() const { return begin() + size_; }
  /// Returns whether no more can be had of the chunk.
  bool is_last_part() const { return is_file_end_ || offset_ == chunk_end_; }
  /// Returns whether the file ends before the chunk has its full size.
  bool ends_in_chunk() const { return is_file_end_ || file_size() < chunk_end_; }
  /// Returns which part of the file has been read, including what is in memory, up to 1.
  double part_read() const;

  /// Returns the offset in the file of a byte of the part.
  uint64_t position(const uint8_t* at) const { return offset_ - static_cast<uint64_t>(end() - at); }

  /// Goes on with the next chunk, of at most `chunk_size` bytes.
  void next_chunk(uint64_t chunk_size);
  /// Lets the next chunk be the one that begins at this offset.
  void begin_chunk_at(uint64_t offset) { chunk_end_ = offset; }
  /// Goes on at another offset of the chunk.
  void go_to(uint64_t offset);
  /// Reads on in the chunk, so that the part begins at `from`, which is in the part before, and has `least`
  /// bytes unless the chunk or the file ends earlier.
  void read_on(const uint8_t* from, uint64_t least);

 private:
  EventFile(RegularFile file, size_t block_size);
  /// Returns the present size of the file in bytes; 0 if that is not known.
  uint64_t file_size() const;
  /// Makes room for so many bytes; returns false if there is nowhere near as much in the file.
  bool make_room(uint64_t bytes);

  RegularFile file_;
  FileBlock block_;
  size_t size_ = 0;      ///< Is the size of the part in the block, in bytes.
  uint64_t offset_ = 0;  ///< Is the offset in the file of the end of the part.
  uint64_t chunk_end_ = 0;
  bool is_file_end_ = false;
};

}  // namespace latecomer::otf2
