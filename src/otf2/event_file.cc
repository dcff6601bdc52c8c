// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reading in blocks that stay in the processor's cache costs less than the page faults of a mapped file,
// holds no more memory than a block, and survives files that others cut short meanwhile.

#include "otf2/event_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace latecomer::otf2 {

Result<EventFile> EventFile::open(const ArchiveFiles& files, uint64_t location, size_t block_size) {
  TRY(RegularFile file, files.open_events(location));
  return EventFile(std::move(file), block_size);
}

namespace {

FileBlock new_block(size_t size) {
  return {std::make_unique_for_overwrite<uint8_t[]>(size + EventFile::kPadding), size};
}

/// Is the block that this thread's last file left: for files that are smaller than it, another one would cost
/// more than to read them.
thread_local FileBlock spare;

FileBlock take_block(size_t size) {
  size = std::max(size, EventFile::kPadding);
  if (spare.size < size) return new_block(size);
  FileBlock block = std::move(spare);
  spare = {};
  block.size = size;
  return block;
}

void leave_block(FileBlock block) {
  constexpr size_t kLargestSpare = size_t{64} << 10U;
  if (spare.size < block.size && block.size <= kLargestSpare) spare = std::move(block);
}

}  // namespace

EventFile::EventFile(RegularFile file, size_t block_size)
    : file_(std::move(file)), block_(take_block(block_size)) {}

EventFile::EventFile(EventFile&& other) noexcept
    : file_(std::move(other.file_)),
      block_(std::exchange(other.block_, {})),
      size_(other.size_),
      offset_(other.offset_),
      chunk_end_(other.chunk_end_),
      is_file_end_(other.is_file_end_) {}

EventFile::~EventFile() {
  leave_block(std::move(block_));
}

void EventFile::next_chunk(uint64_t chunk_size) {
  offset_ = chunk_end_;
  chunk_end_ = chunk_size < INT64_MAX - chunk_end_ ? chunk_end_ + chunk_size : INT64_MAX;
  size_ = 0;
  read_on(begin(), kPadding);
}

void EventFile::go_to(uint64_t offset) {
  offset_ = offset;
  size_ = 0;
  is_file_end_ = false;
  read_on(begin(), kPadding);
}

uint64_t EventFile::file_size() const {
  struct stat status {};
  return fstat(file_.descriptor(), &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

double EventFile::part_read() const {
  return static_cast<double>(offset_) / static_cast<double>(std::max(offset_, file_size()));
}

bool EventFile::make_room(uint64_t bytes) {
  if (bytes <= block_.size) return true;
  if (bytes > std::max<uint64_t>(file_size(), kPadding)) return false;
  FileBlock larger = new_block(bytes);
  std::memcpy(larger.memory.get(), begin(), size_);
  block_ = std::move(larger);
  return true;
}

void EventFile::read_on(const uint8_t* from, uint64_t least) {
  size_ = static_cast<size_t>(end() - from);
  std::memmove(block_.memory.get(), from, size_);
  if (!make_room(least)) least = block_.size;
  while (size_ < least && !is_last_part()) {
    const uint64_t wanted = std::min<uint64_t>(block_.size - size_, chunk_end_ - offset_);
    const ssize_t got =
        pread(file_.descriptor(), block_.memory.get() + size_, wanted, static_cast<off_t>(offset_));
    if (got < 0 && errno == EINTR) continue;
    is_file_end_ = got <= 0;
    if (got <= 0) break;
    size_ += static_cast<size_t>(got);
    offset_ += static_cast<uint64_t>(got);
  }
  std::memset(block_.memory.get() + size_, 0, kPadding);
}

}  // namespace latecomer::otf2
