// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reading in blocks that stay in the processor's cache costs less than the page faults of a mapped file,
// holds no more memory than a block, and survives files that others cut short meanwhile.

#include "otf2/event_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace latecomer::otf2 {

Result<EventFile> EventFile::open(const std::string& path, size_t block_size) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Error{fmt::format("{}: {}", path, std::strerror(errno))};
  return EventFile(descriptor, block_size);
}

EventFile::EventFile(int descriptor, size_t block_size)
    : descriptor_(descriptor),
      capacity_(std::max(block_size, kPadding)),
      memory_(std::make_unique_for_overwrite<uint8_t[]>(capacity_ + kPadding)) {}

EventFile::EventFile(EventFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      capacity_(other.capacity_),
      memory_(std::move(other.memory_)),
      size_(other.size_),
      offset_(other.offset_),
      chunk_end_(other.chunk_end_),
      is_file_end_(other.is_file_end_) {}

EventFile::~EventFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void EventFile::next_chunk(uint64_t chunk_size) {
  offset_ = chunk_end_;
  chunk_end_ = chunk_size < INT64_MAX - offset_ ? offset_ + chunk_size : INT64_MAX;
  size_ = 0;
  read_on(begin(), kPadding);
}

uint64_t EventFile::file_size() const {
  struct stat status {};
  return fstat(descriptor_, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

bool EventFile::make_room(uint64_t bytes) {
  if (bytes <= capacity_) return true;
  if (bytes > file_size()) return false;
  auto memory = std::make_unique_for_overwrite<uint8_t[]>(bytes + kPadding);
  std::memcpy(memory.get(), memory_.get(), size_);
  memory_ = std::move(memory);
  capacity_ = bytes;
  return true;
}

void EventFile::read_on(const uint8_t* from, uint64_t least) {
  size_ = static_cast<size_t>(end() - from);
  std::memmove(memory_.get(), from, size_);
  if (!make_room(least)) least = capacity_;
  while (size_ < least && !is_last_part()) {
    const uint64_t wanted = std::min<uint64_t>(capacity_ - size_, chunk_end_ - offset_);
    const ssize_t got = pread(descriptor_, memory_.get() + size_, wanted, static_cast<off_t>(offset_));
    if (got < 0 && errno == EINTR) continue;
    is_file_end_ = got <= 0;
    if (got <= 0) break;
    size_ += static_cast<size_t>(got);
    offset_ += static_cast<uint64_t>(got);
  }
  std::memset(memory_.get() + size_, 0, kPadding);
}

}  // namespace latecomer::otf2
